package dev.operatorkit.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.palantir.javaformat.java.Formatter;
import com.palantir.javaformat.java.FormatterException;
import com.palantir.javaformat.java.JavaFormatterOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/**
 * Checks the format of every Java file. It runs on the toolchain's JDK, since a formatter inside an older JVM of Maven could not
 * parse the sources. {@code mvn -q -pl testing/house-rules test -Dtest=FormatTest -Dformat=write} reformats the whole tree.
 */
@Order(1)
class FormatTest {
    private static final Formatter FORMATTER = Formatter.createFormatter(JavaFormatterOptions.builder()
            .style(JavaFormatterOptions.Style.PALANTIR)
            .build());

    @Test
    void every_java_file_is_formatted() {
        var write = "write".equals(System.getProperty("format"));
        var unformatted = Tree.javaFiles().parallelStream()
                .flatMap(file -> reformatted(file, write).stream())
                .sorted()
                .collect(Collectors.joining("\n  "));

        assertThat(unformatted)
                .as("not formatted; `mvn -q -pl testing/house-rules test -Dtest=FormatTest -Dformat=write` fixes it")
                .isEmpty();
    }

    @Test
    void a_badly_formatted_source_is_detected() throws FormatterException {
        var source = "class  A{int   b;}\n";

        assertThat(FORMATTER.formatSourceAndFixImports(source)).isNotEqualTo(source);
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
