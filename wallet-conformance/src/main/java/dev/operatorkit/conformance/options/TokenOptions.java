package dev.operatorkit.conformance.options;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** Holds the options with the session tokens of players. */
public final class TokenOptions {
    @Option(
            names = "--token",
            paramLabel = "TOKEN",
            description =
                    "A player's session token. May be repeated. More players make a run against a slow wallet shorter.")
    List<String> tokens = new ArrayList<>();

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "A file with a session token on each line, which other users of this machine do not see.")
    List<Path> files = new ArrayList<>();

    /** Creates the options; picocli sets them. */
    public TokenOptions() {}

    /** Returns all tokens. Throws an IllegalArgumentException if a file cannot be read. */
    public List<String> read() {
        var all = new ArrayList<>(tokens);
        for (var file : files) {
            try {
                Files.readAllLines(file).stream()
                        .map(String::strip)
                        .filter(line -> !line.isEmpty())
                        .forEach(all::add);
            } catch (IOException e) {
                throw new IllegalArgumentException("The tokens in " + file + " cannot be read. Check --token-file.", e);
            }
        }
        return all;
    }
}
