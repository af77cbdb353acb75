package dev.operatorkit.reference.backoffice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.reference.backoffice.Page.Cell;
import dev.operatorkit.reference.backoffice.Page.Cell.Part;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class PageTest {
    private static Money euro(long cents) {
        return new Money(cents, CurrencyCode.of("EUR"));
    }

    @Test
    void an_amount_has_groups_and_one_sign_and_a_form_reads_it_again() {
        assertThat(Page.money(euro(-123456789))).isEqualTo("\u22121\u202f234\u202f567.89 EUR");
        assertThat(Page.change(euro(150))).isEqualTo("+1.50 EUR");
        assertThat(Page.change(euro(0))).isEqualTo("0.00 EUR");
        assertThat(Page.ungrouped("\u22121\u202f234\u202f567.89")).isEqualTo("-1234567.89");
    }

    @Test
    void amounts_in_a_text_look_as_elsewhere_and_ids_stay_as_they_are() {
        assertThat(Page.withAmounts("request 1 of carl, -1500.00 EUR: see 4711-123456 and v12345 EUR"))
                .isEqualTo("request 1 of carl, \u22121\u202f500.00 EUR: see 4711-123456 and v12345 EUR");
    }

    @Test
    void a_campaign_that_ends_at_midnight_shows_the_day_before() {
        assertThat(Page.firstDay(Instant.parse("2100-01-01T00:00:00Z"))).isEqualTo("2100-01-01");
        assertThat(Page.lastDay(Instant.parse("2100-02-01T00:00:00Z"))).isEqualTo("2100-01-31");
        assertThat(Page.lastDay(Instant.parse("2100-02-01T10:00:00Z"))).isEqualTo("until 2100-02-01 10:00:00");
    }

    @Test
    void dates_and_short_names_stay_on_one_line_and_no_character_is_lost() {
        var text = "opened 2026-11-25 12:54:14, " + "x-".repeat(30) + "  amber-mine";
        var parts = Cell.of(text).parts();
        assertThat(String.join("", parts.stream().map(Part::text).toList())).isEqualTo(text);
        assertThat(parts.stream().filter(Part::unbroken).map(Part::text)).containsExactly("2026-11-25", "amber-mine");
    }
}
