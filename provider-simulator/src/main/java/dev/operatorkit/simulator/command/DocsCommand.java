package dev.operatorkit.simulator.command;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Runs {@code simulator docs}: prints where the documentation is. */
@Command(name = "docs", description = "Prints where the documentation of this version is.")
final class DocsCommand implements Callable<Integer> {
    private static final Path CONTENTS = Path.of("docs", "README.md");

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    CommandSpec command;

    @Override
    public Integer call() throws URISyntaxException {
        var place = Stream.iterate(program(), folder -> folder != null, Path::getParent)
                .map(folder -> folder.resolve(CONTENTS))
                .filter(Files::isRegularFile)
                .findFirst()
                .map(Path::toString)
                .orElse("in the folder docs of the source code, at the tag of this version; begin with README.md");
        command.commandLine().getOut().println(place);
        command.commandLine().getOut().flush();
        return 0;
    }

    /** Returns the file or folder that this program runs from, which in a clone is below the folder of the documentation. */
    private static @Nullable Path program() throws URISyntaxException {
        var source = DocsCommand.class.getProtectionDomain().getCodeSource();
        return source == null ? null : Path.of(source.getLocation().toURI());
    }
}
