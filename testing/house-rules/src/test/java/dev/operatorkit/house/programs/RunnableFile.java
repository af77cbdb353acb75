package dev.operatorkit.house.programs;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Creates files that a test then runs. A child process writes them, never this one: other tests start programs at the
 * same time, and such a program holds this process's open files until it has begun. Linux refuses to run a file that
 * a process has open for writing ("Text file busy").
 */
public final class RunnableFile {
    private RunnableFile() {}

    /** Writes a shell script. */
    public static Path script(Path file, String lines) throws IOException, InterruptedException {
        return write(file, "#!/bin/sh\n" + lines + "\n");
    }

    public static Path write(Path file, String text) throws IOException, InterruptedException {
        Files.createDirectories(requireNonNull(file.getParent()));
        var writer = new ProcessBuilder(List.of("sh", "-c", "cat >\"$1\" && chmod +x \"$1\"", "sh", file.toString()))
                .redirectErrorStream(true)
                .start();
        try (var input = writer.getOutputStream()) {
            input.write(text.getBytes(StandardCharsets.UTF_8));
        }
        var output = new String(writer.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(writer.waitFor()).as(output).isZero();
        return file;
    }

    public static Path copy(Path from, Path to) throws IOException, InterruptedException {
        var folder = Files.createDirectories(requireNonNull(to.getParent()));
        var copy = ShellCommand.run(folder, Map.of(), "cp", "-p", from.toString(), to.toString());
        assertThat(copy.exit()).as(copy.output()).isZero();
        return to;
    }
}
