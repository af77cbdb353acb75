package dev.operatorkit.simulator.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
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
                "<td>200 done, balance 1,000.50 USDT</td> | <td>(200 done, balance [1,000.50 USDT])</td>",
                "<p>after 12.5 ms or 4 h 3 min</p> | <p>(after [12.5 ms] or [4 h] [3 min])</p>",
                "<pre>bin/x --resume -- CMD --report-dir D</pre> | <pre>bin/x [--resume] -- CMD [--report-dir] D</pre>",
                "<code>docs --out DIR</code> | <code>(docs [--out] DIR)</code>",
                "<code>/transactions/{transactionId}</code> | <code>(/transactions/~[{transactionId}])</code>",
                "<code>http://127.0.0.1:80/api/v1</code> | <code>(http://127.0.0.1:80/~api/~v1)</code>",
                "<p>GET /transactions/{transactionId} signs</p> | <p>(GET /transactions/[{transactionId}] signs)</p>",
                "<p>no X-Svc-Timestamp, WWW-Authenticate</p> | <p>(no [X-Svc-Timestamp], [WWW-Authenticate])</p>",
                "<code>?token=t&amp;game=g</code> | <code>(?token=t&amp;~game=g)</code>",
                "<p>a_name_of_a_test</p> | <p>(a_~name_~of_~a_~test)</p>"
            })
    void a_line_ends_neither_in_an_amount_nor_in_an_option_but_after_parts_of_a_path(String html, String marked) {
        assertThat(LineBreaks.apply(html))
                .isEqualTo(marked.replace("[", "<span class=\"whole\">")
                        .replace("(", "<span>")
                        .replaceAll("[)\\]]", "</span>")
                        .replace("~", "<wbr>"));
    }

    @Test
    void the_thousands_of_an_amount_are_marked_and_its_text_stays_the_same() {
        assertThat(LineBreaks.apply("<p>balance 100004.00 EUR, 1.00012345 BTC</p>"))
                .contains(">100<span class=\"thousand\">004</span>.00 EUR<", ">1.00012345 BTC<");
        assertThat(LineBreaks.apply("<p>1234567 JPY</p>"))
                .contains(">1<span class=\"thousand\">234</span><span class=\"thousand\">567</span> JPY<");
        assertThat(LineBreaks.apply("<pre class=\"wire hanging\">100004.00 EUR</pre>"))
                .isEqualTo("<pre class=\"wire hanging\">100004.00 EUR</pre>");
    }

    @Test
    void an_amount_that_is_longer_than_a_narrow_line_may_break() {
        var html = "<p>balance 97." + "579".repeat(20) + " EUR</p>";
        assertThat(LineBreaks.apply(html)).isEqualTo(html);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<p>401 SIG-13, 200 OK, a-b, tx-5 EUR, /a/b in text, x_y</p>",
                "<code>application/json</code>",
                "<pre class=\"wire\">1.00 EUR --data a_b_c_d_e</pre>",
                "<pre>/a/b/{c} 1.00 EUR</pre>",
                "<input value=\"1.00 EUR\"><select><option>1.00 EUR</option></select><textarea>1.00 EUR</textarea>",
                "<head><title>1.00 EUR</title></head>",
                "<a title=\"x > 1.00 EUR --a {b}\" href='>1.00 EUR'></a>",
                "<code data-path=\"/a/b/{c} > 1.00 EUR\"></code>"
            })
    void other_text_and_what_was_on_the_wire_stay_as_they_are(String html) {
        assertThat(LineBreaks.apply(html)).isEqualTo(html);
    }

    @Test
    void text_after_a_message_is_marked_again() {
        assertThat(LineBreaks.apply("<pre class=\"wire\">1.00 EUR</pre>2.00 EUR"))
                .isEqualTo("<pre class=\"wire\">1.00 EUR</pre><span class=\"whole\">2.00 EUR</span>");
    }

    /** Parts of which each could lead the marks into a tag, into what a form holds or out of an element. */
    static final List<String> HOSTILE = List.of(
            "1.00 EUR",
            "\u22121 500.00 EUR",
            "12.5 ms",
            "1234567.00 EUR",
            "--resume",
            "{transactionId}",
            "/a/b/{c}/d",
            "a_b_c_d_e",
            "<a title=\"x > 1.00 EUR --a /b/c/d\">",
            "<a title='>1.00 EUR'>",
            "</a>",
            "<code>",
            "</code>",
            "<pre>",
            "<pre class=\"wire\">",
            "</pre>",
            "<textarea>",
            "</textarea>",
            "<script>",
            "</script>",
            "<option value=\"1.00 EUR\">",
            "</option>",
            "&lt;b&gt;",
            "&#39;1.00 EUR&#39;",
            "<",
            ">",
            "\"",
            "$1\\",
            "\u202E",
            "\uD83D\uDE00",
            "\uD83D",
            "\u0000",
            "<!-- 1.00 EUR -->",
            " ",
            "\n");

    @RepeatedTest(300)
    void nothing_but_marks_is_added_whatever_a_page_holds(RepetitionInfo repetition) {
        var seed = System.nanoTime() + repetition.getCurrentRepetition();
        var random = new Random(seed);
        var html = random.ints(random.nextInt(1, 40), 0, HOSTILE.size())
                .mapToObj(HOSTILE::get)
                .collect(Collectors.joining());
        assertThat(unmarked(LineBreaks.apply(html))).as("seed " + seed).isEqualTo(html);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1",
                "1,",
                "-",
                "_",
                "a_",
                "/a",
                "{",
                "<",
                "<b ",
                "<b =",
                "<a title='",
                "<!--",
                "<!-- -->",
                "<script>",
                "<script></script>",
                "<svg>",
                "<span>",
                "&",
                "9",
                "1 000 ",
                "--",
                "--a",
                "1.00 EUR ",
                "<code>",
                "<code>/a/b_c {d} 1 s</code>"
            })
    void a_page_of_one_part_repeated_is_read_to_its_end(String part) {
        var html = part.repeat(100_000 / part.length());
        assertThat(unmarked(LineBreaks.apply(html))).isEqualTo(unmarked(html));
        assertThat(unmarked(LineBreaks.apply("<code>" + html))).isEqualTo(unmarked("<code>" + html));
        assertThat(new RuleLinks("/docs/").apply(html)).isEqualTo(html);
    }

    private static String unmarked(String html) {
        return html.replaceAll("<span(?: class=\"(?:whole|thousand)\")?>|</span>|<wbr>", "");
    }
}
