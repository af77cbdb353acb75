package dev.operatorkit.reference.backoffice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.reference.staff.Person;
import java.time.Instant;
import java.util.Set;
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
    void a_time_in_a_sentence_names_its_zone() {
        assertThat(Page.time(Instant.parse("2026-11-25T12:54:14.9Z"))).isEqualTo("2026-11-25 12:54:14 UTC");
    }

    @Test
    void a_page_with_a_problem_leads_to_a_page_that_its_visitor_may_open() {
        var carl = new Person("carl", Set.of(), true, false, 1);
        assertThat(page("/player/adjust", carl).next("").path()).isEqualTo("/players");
        assertThat(page("/rounds.csv", carl).next("").path()).isEqualTo("/rounds");
        assertThat(page("/catalogue/launch", carl).next("/players").path()).isEqualTo("/players");
        assertThat(page("/person", carl).next("/people").path())
                .as("for administrators")
                .isEqualTo("/players");
        assertThat(page("/p", carl).next("").path()).isEqualTo("/players");
        assertThat(page("/p", carl).links()).noneMatch(page("/p", carl)::isUnder);
        assertThat(page("/nowhere", new Person("bert", Set.of(), true, true, 1))
                        .next("")
                        .path())
                .as("before the password is changed")
                .isEqualTo("/password");
    }

    private static Page page(String at, Person person) {
        return new Page("", at, new Visit(person, "", ""), "", "", true);
    }
}
