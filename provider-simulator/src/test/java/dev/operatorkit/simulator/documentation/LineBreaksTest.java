package dev.operatorkit.simulator.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Verifies where the lines of a page may end. */
class LineBreaksTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<p>won 5.00 EUR, −1.00 EUR</p> | <p>(won [5.00 EUR], [−1.00 EUR])</p>",
                "<td>200 done, balance 1,000.50 USDT</td> | <td>(200 done, [balance 1,000.50 USDT])</td>",
                "<p>after 12.5 ms or 4 h 3 min</p> | <p>(after [12.5 ms] or [4 h] [3 min])</p>",
                "<pre>bin/x --resume -- CMD --report-dir D</pre> | <pre>bin/x [--resume] -- CMD [--report-dir] D</pre>",
                "<code>docs --out DIR</code> | <code>(docs [--out] DIR)</code>",
                "<code>/transactions/{transactionId}</code> | <code>(/transactions/~[{transactionId}])</code>",
                "<code>http://127.0.0.1:80/api/v1</code> | <code>(http://127.0.0.1:80/~api/~v1)</code>",
                "<p>a_name_of_a_test</p> | <p>(a_~name_~of_~a_~test)</p>"
            })
    void a_line_ends_neither_in_an_amount_nor_in_an_option_but_after_parts_of_a_path(String html, String marked) {
        assertThat(LineBreaks.apply(html))
                .isEqualTo(marked.replace("[", "<span class=\"whole\">")
                        .replace("(", "<span>")
                        .replaceAll("[)\\]]", "</span>")
                        .replace("~", "<wbr>"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<p>401 SIG-13, 200 OK, a-b, tx-5 EUR, /a/b in text, x_y</p>",
                "<code>application/json</code>",
                "<pre class=\"wire\">1.00 EUR --data a_b_c_d_e</pre>",
                "<pre>/a/b/{c} 1.00 EUR</pre>",
                "<input value=\"1.00 EUR\"><select><option>1.00 EUR</option></select><textarea>1.00 EUR</textarea>",
                "<head><title>1.00 EUR</title></head>"
            })
    void other_text_and_what_was_on_the_wire_stay_as_they_are(String html) {
        assertThat(LineBreaks.apply(html)).isEqualTo(html);
    }

    @Test
    void text_after_a_message_is_marked_again() {
        assertThat(LineBreaks.apply("<pre class=\"wire\">1.00 EUR</pre>2.00 EUR"))
                .isEqualTo("<pre class=\"wire\">1.00 EUR</pre><span class=\"whole\">2.00 EUR</span>");
    }
}
