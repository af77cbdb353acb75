package dev.operatorkit.simulator.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Verifies that no template writes a foreign text into an address unencoded: {@code &} and {@code #} in a game's slug would
 * lead to another page.
 */
class TemplateAddressesTest {
    private static final Pattern ADDRESS =
            Pattern.compile("(?:href|src|action|hx-get|hx-post)=\"(/[^\"]*\\$\\{.*?)\"[ >]");
    private static final Pattern VALUE = Pattern.compile("\\$\\{((?:[^{}\"]|\"[^\"]*+\")*+)}");
    /** Matches numbers, ids that the suite names, and addresses and queries that were encoded when they were made. */
    private static final Pattern SAFE = Pattern.compile(
            "FormData\\.encode\\(.*\\)|Segment\\.of\\(.*\\)|file|(?:view\\.(?:path|older)|page\\.path|run\\.number|section\\.path"
                + "|link\\.path|entry\\.id|fault\\.id|search\\.(?:whole|query)|entry\\.original)\\(\\)");

    @Test
    void every_value_in_an_address_is_encoded() throws IOException {
        List<String> found;
        try (var files = Files.list(Path.of("src/main/jte"))) {
            found = files.flatMap(file -> ADDRESS.matcher(read(file))
                            .results()
                            .flatMap(address -> VALUE.matcher(address.group(1))
                                    .results()
                                    .map((MatchResult value) -> file.getFileName() + ": " + value.group(1))))
                    .toList();
        }
        assertThat(found).hasSizeGreaterThan(25);
        assertThat(found)
                .allSatisfy(each ->
                        assertThat(each.substring(each.indexOf(": ") + 2)).matches(SAFE));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
