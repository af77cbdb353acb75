package dev.operatorkit.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.palantir.javaformat.java.Formatter;
import com.palantir.javaformat.java.FormatterException;
import com.palantir.javaformat.java.JavaFormatterOptions;
import dev.operatorkit.house.programs.ShellCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/**
 * Checks the format of the Java files that changed lately, and of all of them with {@code -Dthorough}. It runs on the toolchain's JDK, since a formatter inside an older JVM of Maven could not
 * parse the sources. {@code mvn -q -pl testing/house-rules test -Dtest=FormatTest -Dformat=write} reformats the whole tree.
 */
@Order(1)
class FormatTest {
    private static final Formatter FORMATTER = Formatter.createFormatter(JavaFormatterOptions.builder()
            .style(JavaFormatterOptions.Style.PALANTIR)
            .build());

    /** Lists the files that are not committed yet, and those of the last ten commits. */
    private static final List<String> CHANGED_LATELY = List.of(
            "git ls-files --others --exclude-standard -- '*.java'",
            "git diff --relative --name-only HEAD~10 -- '*.java'");

    @Test
    void every_java_file_is_formatted() {
        var write = "write".equals(System.getProperty("format"));
        var unformatted = files(write || Boolean.getBoolean("thorough")).parallelStream()
                .flatMap(file -> reformatted(file, write).stream())
                .sorted()
                .collect(Collectors.joining("\n  "));

        assertThat(unformatted)
                .as("not formatted; `mvn -q -pl testing/house-rules test -Dtest=FormatTest -Dformat=write` fixes it")
                .isEmpty();
    }

    private static List<Path> files(boolean all) {
        var changed = all ? Optional.<Set<String>>empty() : changedLately();
        return Tree.files(file -> Tree.name(file).endsWith(".java")
                && changed.map(names -> names.contains(Tree.relative(file))).orElse(true));
    }

    /** Returns the paths of the files that changed lately, or nothing when git does not know, as in a shallow clone. */
    private static Optional<Set<String>> changedLately() {
        try {
            var listed = ShellCommand.run(Tree.ROOT, Map.of(), "sh", "-c", String.join(" && ", CHANGED_LATELY));
            return listed.exit() == 0
                    ? Optional.of(listed.output().lines().collect(Collectors.toSet()))
                    : Optional.empty();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the file when it is not formatted, or nothing when it is or was just reformatted. */
    private static Optional<String> reformatted(Path file, boolean write) {
        var source = Tree.read(file);
        try {
            var formatted = FORMATTER.formatSourceAndFixImports(source);
            if (formatted.equals(source)) {
                return Optional.empty();
            }
            if (write) {
                Files.writeString(file, formatted);
                return Optional.empty();
            }
            return Optional.of(Tree.relative(file));
        } catch (FormatterException | IOException e) {
            return Optional.of(Tree.relative(file) + ": " + e.getMessage());
        }
    }
}
