package dev.operatorkit.simulator.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.conformance.suite.Rules;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Verifies that ids become links to their sentences, and that what was on the wire stays as it is. */
class RuleLinksTest {
    private final RuleLinks links = new RuleLinks("/docs/");

    @Test
    void an_id_in_a_text_links_to_its_sentence_and_shows_it_as_a_tooltip() {
        assertThat(links.apply("<p>Refused (SIG-11), see D-61.</p>"))
                .contains("(<a class=\"rule\" hx-boost=\"false\" href=\"/docs/rules.html#SIG-11\" title=\""
                        + Rules.textOf("SIG-11") + "\">SIG-11</a>), see <a")
                .contains("href=\"/docs/decisions.html#D-61\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<p>SIG-" + "9999</p>",
                "<p>tx-SIG-1 CAM-1-x rules.md#SIG-1</p>",
                "<pre>{\"message\":\"see SIG-1\"}</pre>",
                "<p><code>D-6</code> <a href=\"/x\">SIG-<b>1</b> SIG-1</a></p>",
                "<td data-literal>CAM-1 <span>CAM-1</span></td>",
                "<td data-label=\"Player\">CAM-1</td>",
                "<input value=\"a > SIG-1\"><textarea>SIG-1</textarea><title>x</title>",
                "<code>a<code>b</code>SIG-1</code>"
            })
    void an_unknown_id_and_what_must_not_change_stay_as_they_are(String html) {
        assertThat(links.apply(html)).isEqualTo(html);
    }

    @Test
    void text_after_a_literal_element_is_linked_again() {
        assertThat(links.apply("<code>SIG-1</code> SIG-1")).startsWith("<code>SIG-1</code> <a class=\"rule\"");
    }
}
