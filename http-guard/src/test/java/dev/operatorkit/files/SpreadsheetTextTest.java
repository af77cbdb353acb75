package dev.operatorkit.files;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpreadsheetTextTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "=1+1",
                "+1",
                "-1",
                "@SUM(A1)",
                "\tx",
                "\uff1d1+1",
                "\ufe661+1",
                " =1",
                "\u200b=1",
                "\u3164\u115f\uffa0\u2800=1",
                "\"=1",
                "'=1"
            })
    void a_text_that_some_spreadsheet_would_calculate_gets_an_apostrophe(String text) {
        assertThat(SpreadsheetText.neutralize(text)).startsWith("'").endsWith(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {";", "\t", "\n", "\r\n", "|", "; ", ";\""})
    void so_does_one_behind_a_separator_inside_a_text(String separator) {
        assertThat(SpreadsheetText.neutralize("a" + separator + "=1;b" + separator + "-$1")
                        .replace("'", ""))
                .isEqualTo("a" + separator + "=1;b" + separator + "-$1");
        assertThat(SpreadsheetText.neutralize("a" + separator + "=1;b" + separator + "-$1"))
                .doesNotContainPattern("[;|\\t\\r\\n][\"\\s]*[=-]")
                .contains("'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\u200b", "a=1", "1-1", "\u22121", "mail@host", " text", "a, -b", "a; b"})
    void another_text_is_unchanged(String text) {
        assertThat(SpreadsheetText.neutralize(text)).isEqualTo(text);
    }
}
