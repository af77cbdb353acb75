package dev.operatorkit.simulator.command;

import dev.operatorkit.simulator.console.DocumentationSite;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs {@code simulator docs}: writes the documentation as a site. */
@Command(
        name = "docs",
        description = {
            "Writes the documentation as a site of plain files, to be opened from disk or served by any web server.",
            "The site has no search; the console has one, under Documentation."
        })
final class DocsCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    CommandSpec command;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            required = true,
            description = "A new or empty folder, or one that an earlier docs command wrote.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    Path out;

    @Override
    public Integer call() {
        try {
            var pages = DocumentationSite.write(out);
            command.commandLine().getOut().println(pages + " pages. Open " + out.resolve("index.html"));
            command.commandLine().getOut().flush();
            return 0;
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()), e);
        } catch (IOException e) {
            throw new ParameterException(
                    command.commandLine(), "The site cannot be written to " + out + ": " + e.getMessage(), e);
        }
    }
}
