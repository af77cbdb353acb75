package dev.operatorkit.conformance.result;

import dev.operatorkit.conformance.suite.Case;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** Lists cases that are known to fail, so that a build passes until they are fixed: one id or glob per line, {@code #} comments. */
public final class ExpectedFailures {
    private final List<String> patterns;

    private ExpectedFailures(List<String> patterns) {
        this.patterns = patterns;
    }

    /** Returns an empty list. */
    public static ExpectedFailures none() {
        return new ExpectedFailures(List.of());
    }

    /** Reads the list in a file; a line that matches no case is an error, since it is likely a typo. */
    public static ExpectedFailures in(Path file, List<Case> cases) throws IOException {
        var patterns = Files.readAllLines(file).stream()
                .map(line -> line.replaceAll("#.*", "").strip())
                .filter(line -> !line.isEmpty())
                .toList();
        for (var pattern : patterns) {
            if (cases.stream().noneMatch(each -> matches(pattern, each.id()))) {
                throw new IllegalArgumentException(file + " matches no case: " + pattern + ". See --list.");
            }
        }
        return new ExpectedFailures(patterns);
    }

    /** Returns true when this case is expected to fail. */
    public boolean covers(String id) {
        return patterns.stream().anyMatch(pattern -> matches(pattern, id));
    }

    /** Returns true when an id, or a glob of {@code *} and {@code ?}, matches that case. */
    public static boolean matches(String glob, String id) {
        var regex = new StringBuilder();
        glob.codePoints()
                .forEach(c -> regex.append(c == '*' ? ".*" : c == '?' ? "." : Pattern.quote(Character.toString(c))));
        return id.matches(regex.toString());
    }
}
