package dev.operatorkit.house.programs;

import dev.operatorkit.house.Tree;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Holds the exit code of a command, and what it wrote to standard output and standard error. */
public record ShellCommand(int exit, String output) {
    public static ShellCommand run(Path folder, Map<String, String> environment, String... words)
            throws IOException, InterruptedException {
        var builder = new ProcessBuilder(List.of(words)).directory(folder.toFile());
        builder.environment().putAll(environment);
        var process = builder.redirectErrorStream(true).start();
        process.getOutputStream().close();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new ShellCommand(process.waitFor(), output);
    }

    /** Runs a script of this project in its root. */
    public static ShellCommand script(String name, String... arguments) throws IOException, InterruptedException {
        var words = new String[arguments.length + 1];
        words[0] = Tree.ROOT.resolve(name).toString();
        System.arraycopy(arguments, 0, words, 1, arguments.length);
        return run(Tree.ROOT, Map.of(), words);
    }
}
