package dev.operatorkit.reference.backoffice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.reference.backoffice.UnbrokenText.Part;
import gg.jte.html.OwaspHtmlTemplateOutput;
import gg.jte.output.StringOutput;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UnbrokenTextTest {
    private static List<String> unbroken(String text) {
        var parts = UnbrokenText.parts(text);
        assertThat(String.join("", parts.stream().map(Part::text).toList())).isEqualTo(text);
        return parts.stream().filter(Part::unbroken).map(Part::text).toList();
    }

    @Test
    void times_amounts_ids_and_names_with_hyphens_are_kept_whole() {
        assertThat(unbroken("settled, opened 2026-11-25 12:54:14 UTC, by anna"))
                .containsExactly("2026-11-25 12:54:14 UTC,");
        assertThat(unbroken("request 1: \u22121\u202f500.00 EUR, reference f4dbabd0-ae37"))
                .containsExactly("\u22121\u202f500.00 EUR,", "f4dbabd0-ae37");
        assertThat(unbroken("cherry-rush, amber-mine, 0.20 EUR × 10 rounds, 2100-01-01 to 2100-01-31"))
                .containsExactly("cherry-rush,", "amber-mine,", "0.20 EUR", "2100-01-01", "2100-01-31");
        assertThat(unbroken("POST /wallet/debit, 200, 2026-11-25 12:54:14"))
                .containsExactly("/wallet/debit,", "2026-11-25 12:54:14");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "two words",
                "5 Euro",
                "5  EUR",
                "5\nEUR",
                "rated 5 STARSANDMORESTARS",
                "5 EURO2",
                "12:54:14 and"
            })
    void other_texts_break_anywhere(String text) {
        assertThat(unbroken(text)).isEmpty();
    }

    @Test
    void every_part_is_escaped() {
        var html = new StringOutput();
        var output = new OwaspHtmlTemplateOutput(html);
        output.setContext("p", null);
        output.writeUserContent(UnbrokenText.of("<b> a-<i>"));
        assertThat(html).hasToString("&lt;b&gt; <span class=\"unbroken\">a-&lt;i&gt;</span>");
    }
}
