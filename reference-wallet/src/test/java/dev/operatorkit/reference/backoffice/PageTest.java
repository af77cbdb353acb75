package dev.operatorkit.reference.backoffice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.reference.staff.Person;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PageTest {
    private static Money euro(long cents) {
        return new Money(cents, CurrencyCode.of("EUR"));
    }

    @Test
    void an_amount_has_groups_and_one_sign_and_a_form_reads_it_again() {
        assertThat(Page.money(euro(-123456789))).isEqualTo("\u22121\u202f234\u202f567.89\u00a0EUR");
        assertThat(Page.change(euro(150))).isEqualTo("+1.50\u00a0EUR");
        assertThat(Page.change(euro(0))).isEqualTo("0.00\u00a0EUR");
        assertThat(Page.ungrouped("\u22121\u202f234\u202f567.89")).isEqualTo("-1234567.89");
    }

    @Test
    void a_page_with_a_problem_leads_to_a_page_that_its_visitor_may_open() {
        var carl = new Person("carl", Set.of(), true, false, 1);
        assertThat(page("/player/adjust", carl).next().path()).isEqualTo("/players");
        assertThat(page("/rounds.csv", carl).next().path()).isEqualTo("/rounds");
        assertThat(page("/person", carl).next().path()).as("for administrators").isEqualTo("/players");
        assertThat(page("/p", carl).links()).noneMatch(page("/p", carl)::isUnder);
        assertThat(page("/nowhere", new Person("bert", Set.of(), true, true, 1))
                        .next()
                        .path())
                .as("before the password is changed")
                .isEqualTo("/password");
    }

    private static Page page(String at, Person person) {
        return new Page("", at, new Visit(person, "", "", true), "", "", true);
    }
}
