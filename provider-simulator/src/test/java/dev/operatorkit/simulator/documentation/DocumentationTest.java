package dev.operatorkit.simulator.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import dev.operatorkit.browser.Browser;
import dev.operatorkit.browser.BrowserWindow;
import dev.operatorkit.conformance.suite.Rules;
import dev.operatorkit.simulator.command.Main;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Verifies that the documentation is complete, that its links lead somewhere, and that it can be searched and written out. */
class DocumentationTest {
    private static final Path SOURCES = Path.of("../docs");
    private static final Pattern LINK = Pattern.compile("(?:href|src)=\"([^\"]*)\"");

    @TempDir
    Path folder;

    @Test
    void every_page_of_the_sources_is_part_of_the_documentation() throws IOException {
        try (var files = Files.walk(SOURCES)) {
            assertThat(files.filter(file -> file.toString().endsWith(".md"))
                            .map(file -> SOURCES.relativize(file).toString())
                            .map(file -> file.replaceFirst("README\\.md$", "index.md")
                                    .replaceFirst("md$", "html")))
                    .allSatisfy(address -> assertThat(Documentation.get().page(address))
                            .as(address)
                            .isPresent());
        }
    }

    @Test
    void every_rule_and_decision_has_its_sentence_under_its_anchor() {
        var rules = Documentation.get().page("rules.html").orElseThrow().html();
        var decisions = Documentation.get().page("decisions.html").orElseThrow().html();
        var ids = new ArrayList<>(Rules.operatorRules().keySet());
        ids.addAll(List.of("CAM-8", "D-1", "D-61"));
        assertThat(ids).allSatisfy(id -> {
            var page = id.startsWith("D-") ? decisions : rules;
            var row = page.substring(page.indexOf("<a id=\"" + id + "\"></a>"));
            assertThat(plain(row.substring(0, row.indexOf("</tr>")))).contains(Rules.textOf(id));
        });
    }

    private static String plain(String html) {
        return html.replaceAll("<[^>]*>", "")
                .replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&quot;", "\"")
                .replace("&amp;", "&");
    }

    @Test
    void the_symptom_of_a_reader_finds_its_remedy_among_the_first_three() {
        assertThat(Documentation.get().search("My wallet answers 401 to lookups only").stream()
                        .limit(3)
                        .map(Search.Hit::address))
                .contains("troubleshooting.html#callbacks-get-401");
        assertThat(Documentation.get().search("SIG10"))
                .anySatisfy(hit -> assertThat(hit.heading()).startsWith("SIG-10: "))
                .first()
                .satisfies(hit -> assertThat(hit.excerpt()).contains(new Search.Part("SIG-10", true)));
        assertThat(Documentation.get().search("Retry-After")).isNotEmpty();
        assertThat(Documentation.get().search("rollback before debit")).isNotEmpty();
    }

    @Test
    void a_row_is_shown_with_the_headings_of_its_columns_and_no_word_without_a_meaning_is_marked() {
        var hits = Documentation.get().search("401 to lookups only");
        assertThat(hits.getFirst().address()).isEqualTo("troubleshooting.html#callbacks-get-401");
        assertThat(excerpt(hits.getFirst())).startsWith("Symptom: only lookups; Likely cause: ");
        assertThat(hits)
                .flatExtracting(Search.Hit::excerpt)
                .filteredOn(Search.Part::isMatch)
                .extracting(Search.Part::text)
                .contains("401", "lookups")
                .doesNotContain("only", "Only", "to");
    }

    @Test
    void a_hit_names_its_rule_once_and_its_excerpt_ends_between_words() {
        assertThat(Documentation.get().search("NET2"))
                .extracting(Search.Hit::heading)
                .contains("NET-2: who may call");
        var pages = Documentation.get().pages().stream()
                .map(page -> page.passages().stream()
                        .map(passage -> passage.shown().replaceAll("\\s+", " "))
                        .toList())
                .flatMap(List::stream)
                .toList();
        var cut = Documentation.get().search("retries signature timestamp rollback").stream()
                .map(DocumentationTest::excerpt)
                .filter(excerpt -> excerpt.endsWith("…"))
                .toList();
        assertThat(cut)
                .isNotEmpty()
                .allSatisfy(
                        excerpt -> assertThat(pages).anyMatch(text -> text.contains(excerpt.replaceFirst("…$", ""))));
    }

    private static String excerpt(Search.Hit hit) {
        return hit.excerpt().stream().map(Search.Part::text).collect(Collectors.joining());
    }

    /** Every heading is searched for, so that it is a hit itself. */
    @Test
    void a_hit_shows_what_stands_below_its_heading_and_not_the_heading_again() {
        var headings = Documentation.get().pages().stream()
                .flatMap(page -> page.passages().stream())
                .map(DocumentationPage.Passage::heading)
                .distinct()
                .toList();
        var hits = headings.stream()
                .flatMap(heading -> Documentation.get().search(heading).stream())
                .toList();
        assertThat(hits)
                .hasSizeGreaterThan(headings.size())
                .allSatisfy(hit -> assertThat(excerpt(hit)).isNotEqualTo(hit.heading()));
    }

    @Test
    void a_search_for_nothing_or_for_signs_finds_nothing() {
        assertThat(Stream.of("", "\"", "%", "<>", "wordsthatarenowhere"))
                .allSatisfy(
                        query -> assertThat(Documentation.get().search(query)).isEmpty());
    }

    @Test
    void the_site_has_no_dead_and_no_foreign_links_and_is_the_same_each_time() throws IOException {
        assertThat(docs(folder.resolve("a b")).exitCode()).isZero();
        var first = contents(folder.resolve("a b"));
        assertThat(docs(folder.resolve("a b")).exitCode()).isZero();
        assertThat(contents(folder.resolve("a b"))).isEqualTo(first);
        assertThat(first).containsKeys("index.html", "decisions/0002-rules-as-tests.html", "console/overview.jpg");

        for (var page : first.keySet()) {
            if (page.endsWith(".html")) {
                assertThat(deadLinks(folder.resolve("a b").resolve(page)))
                        .as(page)
                        .isEmpty();
            }
        }
    }

    @Test
    @ExtendWith(Browser.class)
    void the_site_sets_the_thousands_of_an_amount_apart() {
        assertThat(docs(folder).exitCode()).isZero();
        var window = new BrowserWindow(new NewContextOptions());
        window.page().navigate(folder.resolve("simulator.html").toUri().toString());
        window.page()
                .evaluate(
                        "amount => document.querySelector('main').insertAdjacentHTML('beforeend', amount)",
                        LineBreaks.apply("<p>100000.00 EUR</p>"));
        PlaywrightAssertions.assertThat(window.page().locator(".thousand").first())
                .not()
                .hasCSS("margin-left", "0px");
        window.close();
        window.assertRequestsOnlyTo(folder.toUri().toString());
    }

    private static List<String> deadLinks(Path page) throws IOException {
        var html = Files.readString(page);
        return LINK.matcher(html)
                .results()
                .map(link -> link.group(1))
                .filter(link -> !link.startsWith("https://semver.org"))
                .filter(link -> isDead(page, link))
                .toList();
    }

    private static boolean isDead(Path page, String link) {
        var parts = link.split("#", 2);
        var target = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
        try {
            return !Files.isRegularFile(target)
                    || (parts.length == 2 && !Files.readString(target).contains("id=\"" + parts[1] + "\""));
        } catch (IOException e) {
            return true;
        }
    }

    @Test
    void a_folder_with_other_files_is_refused_and_stays_as_it_is() throws IOException {
        Files.writeString(folder.resolve("own.txt"), "mine");

        var refused = docs(folder);

        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.output()).contains("own.txt", "Give a new or empty folder.");
        assertThat(contents(folder).keySet()).containsExactly("own.txt");
        assertThat(docs(folder.resolve("own.txt")).exitCode()).isEqualTo(2);
        assertThat(docs(Path.of("/")).exitCode()).isEqualTo(2);
    }

    @Test
    void a_file_of_the_readers_in_an_earlier_site_keeps_it_from_being_replaced() throws IOException {
        assertThat(docs(folder.resolve("site")).exitCode()).isZero();
        Files.writeString(folder.resolve("site/decisions/note.txt"), "mine");

        assertThat(docs(folder.resolve("site")).exitCode()).isEqualTo(2);
        assertThat(folder.resolve("site/index.html")).exists();
    }

    private record Ended(int exitCode, String output) {}

    private static Ended docs(Path out) {
        var output = new StringWriter();
        var line = Main.commandLine();
        line.setOut(new PrintWriter(output, true)).setErr(new PrintWriter(output, true));
        return new Ended(line.execute("docs", "--out", out.toString()), output.toString());
    }

    private static Map<String, String> contents(Path of) throws IOException {
        var contents = new TreeMap<String, String>();
        try (var files = Files.walk(of)) {
            for (var file : files.filter(Files::isRegularFile).toList()) {
                contents.put(
                        of.relativize(file).toString(),
                        new String(Files.readAllBytes(file), java.nio.charset.StandardCharsets.ISO_8859_1));
            }
        }
        return contents;
    }
}
