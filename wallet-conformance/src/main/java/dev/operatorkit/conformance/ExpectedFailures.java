package dev.operatorkit.conformance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** Cases that are known to fail, so that a build can be green until they are mended: an id or glob a line, {@code #} comments. */
public final class ExpectedFailures {
    private final List<String> patterns;

    private ExpectedFailures(List<String> patterns) {
        this.patterns = patterns;
    }

    /** None at all. */
    public static ExpectedFailures none() {
        return new ExpectedFailures(List.of());
    }

    /** Those listed in a file; a line that names no case is an error, since it hides a slip. */
    public static ExpectedFailures in(Path file, List<Case> cases) throws IOException {
        var patterns = Files.readAllLines(file).stream()
                .map(line -> line.replaceAll("#.*", "").strip())
                .filter(line -> !line.isEmpty())
                .toList();
        for (var pattern : patterns) {
            if (cases.stream().noneMatch(each -> matches(pattern, each.id()))) {
                throw new IllegalArgumentException(file + " names no case: " + pattern);
            }
        }
        return new ExpectedFailures(patterns);
    }

    /** Whether this case is expected to fail. */
    public boolean covers(String id) {
        return patterns.stream().anyMatch(pattern -> matches(pattern, id));
    }

    /** Whether an id, or a glob of {@code *} and {@code ?}, means that case. */
    public static boolean matches(String glob, String id) {
        var regex = new StringBuilder();
        glob.codePoints()
                .forEach(c -> regex.append(c == '*' ? ".*" : c == '?' ? "." : Pattern.quote(Character.toString(c))));
        return id.matches(regex.toString());
    }
}
