package dev.operatorkit.simulator.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.browser.Browser;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Lets a browser read hostile pages with and without links and marks, and compares what it understands. */
@ExtendWith(Browser.class)
class HostilePagesTest {
    private static final int RANDOM_PAGES = 2_000;

    /** Returns the numbers of the pages that a browser reads otherwise, once links and marks are gone from what it read. */
    private static final String DIFFERENT_PAGES = """
        ({before, after}) => {
          const read = html => {
            // Before the body, a browser drops spaces.
            const page = new DOMParser().parseFromString('<body>-' + html, 'text/html');
            page.querySelectorAll('span:not([class]), span.whole, span.thousand, a.rule').forEach(each => each.replaceWith(...each.childNodes));
            page.querySelectorAll('wbr').forEach(each => each.remove());
            page.normalize();
            return page.documentElement.outerHTML;
          };
          return before.map((html, i) => i).filter(i => read(before[i]) !== read(after[i]));
        }
        """;

    /** Each shows another way in which a text can look like a tag, or a tag like a text. */
    private static final List<String> PAGES = List.of(
            "<p>&lt;b&gt;1.00 EUR&lt;/b&gt; &lt;script&gt;alert(1)&lt;/script&gt;</p>",
            "<p>&amp;lt;span&amp;gt; --resume &amp;lt;FILE&amp;gt;</p>",
            "<p>1.00&nbsp;EUR 1.00&#160;EUR &minus;1&nbsp;500.00 EUR &#8722;1 500.00 EUR</p>",
            "<p>&#49;&#46;&#48;&#48; EUR &#x31;00 ms</p>",
            "<a title=\"a > b 1.00 EUR SIG-1\" href=\"/x?a=1>2&amp;b=--resume FILE\">1.00 EUR</a>",
            "<a title='he said \"1.00 EUR\" > --resume FILE' data-x=/a/b/c_d_e>/a/b/c_d_e</a>",
            "<a href=/transactions/{transactionId}/>/transactions/{transactionId}/</a>",
            "<button onclick=\"if(1>0){pay('1.00 EUR')}\">Pay 1.00 EUR</button>",
            "<p>balance 1.00 EUR <b",
            "<p title=\"1.00 EUR>never closed --resume <b>/a/b/c SIG-1</b>",
            "<p a='x' =\"1.00 EUR>\" b==\"2.00 EUR>\" c=d\"3.00 EUR>SIG-1 4.00 EUR</p>",
            "<p a=b =\"1.00 EUR SIG-1>2.00 EUR</p>",
            "<p>1 < 2 EUR and 3 > 2 EUR and a<5 ms and x <- 1.00 EUR and 4<</p>",
            "<p>1.<b>00</b> EUR <em>\u2212</em>1 500.00 EUR</p><p><b>100 <i>ms</b></i> 1.00 EUR SIG-1</p>",
            "<script>var a=\"1.00 EUR\",b=\"</p>\",c=\"/a/b_c/\",d=1<2;//--resume</script><p>1.00 EUR</p>",
            "<script>s=\"<!--<script>1.00 EUR</script>/a/b_c 100 ms SIG-1\";--></script><p>1.00 EUR</p>",
            "<script><!--><script>1.00 EUR</script><p>1.00 EUR</p>",
            "<SCRIPT TYPE=\"x>y\">p=\"1.00 EUR SIG-1\"</ScRiPt ><p>1.00 EUR</p>",
            "<scripty>1.00 EUR</scripty><styles>100 ms</styles>",
            "<style>a::after{content:\"1.00 EUR > </b> SIG-1\"}</style><p>100 ms</p>",
            "<textarea>1.00 EUR <b>--resume SIG-1</b> <!-- </textareas></textarea><p>1.00 EUR</p>",
            "<title>1.00 EUR SIG-1 --resume</title><p>1.00 EUR</p>",
            "<select><option value=\"1.00 EUR\">1.00 EUR<option>/a/b_c/d<optgroup label=\"100 ms\"></select>",
            "<svg><title>1.00 EUR</title><text x=\"1\">1.00 EUR SIG-1</text></svg><p>1.00 EUR</p>",
            "<math><mtext>1.00 EUR</mtext></math>",
            "<!-- 1.00 EUR > --resume SIG-1 <p>/a/b_c --><p>1.00 EUR</p><!--><p>1 ms</p><!---><p>2 ms</p>",
            "<!-- 1.00 EUR --!><p>SIG-1</p><!----><p>2 ms</p><!-- 3 ms <p>SIG-1</p>",
            "<![CDATA[1.00 EUR SIG-1 > 2.00 EUR]]><?x 1.00 EUR?></ 1.00 EUR><!x 1.00 EUR>",
            "<p>\uD83D\uDE001.00 EUR\uD83D\uDE00 /\uD83D\uDE00/a_\uD83D\uDE00_\u00e9</p>",
            "<p dir=\"rtl\">\u200F \u22121.00 EUR \u202ERUE 00.1\u202C \u20661.00 EUR\u2069</p>",
            "<p>1.00 EUR $& $1 $0 \\1 %%TAG0%% __PLACEHOLDER_0__</p>",
            "<p>--resume=FILE --resume&#32;FILE --out&lt;img src=x onerror=alert(1)&gt; -- FILE --- --\u00e9</p>",
            "<code>/a&#47;b&lowbar;c &copy_x/ {unclosed/path_x /{}/{{x}}/ &#47;/a/b&amp;c_d_e_f</code>",
            "<template><p>1.00 EUR SIG-1</p></template><noscript>1.00 EUR</noscript>",
            "<iframe>1.00 EUR SIG-1</iframe><xmp>1.00 EUR</xmp><noframes>SIG-1</noframes>",
            "<table>1.00 EUR<tr>SIG-1<td>2.00 EUR</table>");

    /** Leaves out half a character, which does not reach the browser. */
    private static final List<String> PARTS = Stream.concat(
                    LineBreaksTest.HOSTILE.stream().filter(part -> !part.equals("\uD83D")),
                    Stream.of(
                            "<p a=\"",
                            "<p b='",
                            "<b =",
                            "<!--",
                            "-->",
                            "--!>",
                            "<SCRIPT>",
                            "</Script ",
                            "<title>",
                            "<?"))
            .toList();

    @Test
    void a_browser_reads_the_same_page_with_links_and_marks() {
        var links = new RuleLinks("/docs/");

        assertThat(differences(PAGES, page -> LineBreaks.apply(links.apply(page))))
                .isEmpty();
    }

    /** Without links: a link may not stand in another, and these pages leave some open. */
    @Test
    void a_browser_reads_the_same_random_page_with_marks() {
        var seed = System.nanoTime();
        var random = new Random(seed);
        var pages = Stream.generate(() -> random.ints(random.nextInt(1, 12), 0, PARTS.size())
                        .mapToObj(PARTS::get)
                        .collect(Collectors.joining()))
                .limit(RANDOM_PAGES)
                .toList();

        assertThat(differences(pages, LineBreaks::apply)).as("seed " + seed).isEmpty();
    }

    private static List<String> differences(List<String> pages, UnaryOperator<String> change) {
        var after = pages.stream().map(change).toList();
        assertThat(after).isNotEqualTo(pages);
        try (var page = Browser.get().newPage()) {
            var different = (List<?>) page.evaluate(DIFFERENT_PAGES, Map.of("before", pages, "after", after));
            return different.stream()
                    .map(number -> pages.get((Integer) number) + " → " + after.get((Integer) number))
                    .map(HostilePagesTest::printable)
                    .toList();
        }
    }

    /** A report ends at the first zero or half character. */
    private static String printable(String text) {
        return text.chars()
                .mapToObj(c -> c >= ' ' && c <= '~' ? Character.toString(c) : "\\u%04x".formatted(c))
                .collect(Collectors.joining());
    }
}
