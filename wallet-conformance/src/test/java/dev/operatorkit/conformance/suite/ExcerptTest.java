package dev.operatorkit.conformance.suite;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExcerptTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "short | 20 | short",
                "{\"amount\":1000.05,\"x\":1} | 14 | {\"amount\":…",
                "{\"amount\":1000.05,\"x\":1} | 17 | {\"amount\":1000.05…",
                "one two three | 6 | one …",
                "1234567890123456 | 8 | 12345678…",
                "ab\uD83D\uDE00\uD83D\uDE00 | 3 | ab…"
            })
    void a_text_is_cut_where_a_value_ends(String text, int longest, String excerpt) {
        assertThat(Excerpt.of(text, longest)).isEqualTo(excerpt);
    }
}
