package dev.operatorkit.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks that links resolve and that every cited rule exists. */
class DocsTest {
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)|(?:src|href)=\"([^\"]+)\"");
    private static final Pattern RULE_ID =
            Pattern.compile("\\b(?:GEN|SIG|NET|CAT|LAU|CAM|BON|WAL|RND|IDM|DEL|ERR|CAC|VER|D)-[0-9]+\\b");
    private static final Pattern ANCHOR = Pattern.compile("<a id=\"([^\"]+)\">");
    private static final Pattern HEADING = Pattern.compile("^#+ +(.+)$", Pattern.MULTILINE);
    private static final Pattern CODE = Pattern.compile("(?ms)^```.*?^```|`[^`\n]*`");

    @Test
    void every_link_of_a_page_resolves() {
        assertThat(pages().stream().flatMap(page -> dangling(page, Tree.read(page))))
                .isEmpty();
    }

    @Test
    void a_broken_link_is_detected() {
        var page = Tree.ROOT.resolve("docs/rules.md");

        assertThat(dangling(
                        page,
                        "[a](nowhere.md) [b](decisions.md#D-" + 99 + ") [c](decisions.md#D-1) [d](#SIG-1) `[e](x.md)`"))
                .containsExactly("docs/rules.md: nowhere.md", "docs/rules.md: decisions.md#D-" + 99);
    }

    @Test
    void every_cited_rule_exists() {
        var known = known();

        assertThat(Tree.files(DocsTest::cites).stream()
                        .flatMap(file -> unknown(Tree.read(file), known).map(id -> Tree.relative(file) + ": " + id)))
                .isEmpty();
    }

    @Test
    void a_rule_that_does_not_exist_is_detected() {
        assertThat(unknown("see IDM-2 and IDM-" + 77, known())).containsExactly("IDM-" + 77);
    }

    private static List<Path> pages() {
        return Tree.files(file -> Tree.name(file).endsWith(".md"));
    }

    private static boolean cites(Path file) {
        return Tree.name(file).matches(".*\\.(java|md|jte|sql|yaml|yml|sh)");
    }

    private static Set<String> known() {
        var known = new HashSet<String>();
        for (var page : List.of("docs/rules.md", "docs/decisions.md")) {
            known.addAll(anchors(Tree.read(Tree.ROOT.resolve(page))));
        }
        return known;
    }

    private static Stream<String> unknown(String text, Set<String> known) {
        return RULE_ID.matcher(text).results().map(id -> id.group()).filter(id -> !known.contains(id));
    }

    private static Stream<String> dangling(Path page, String text) {
        return LINK.matcher(CODE.matcher(text).replaceAll(""))
                .results()
                .map(link -> link.group(1) != null ? link.group(1) : link.group(2))
                .filter(link -> !link.matches("(?:https?|mailto):.*"))
                .filter(link -> !resolves(page, text, link))
                .map(link -> Tree.relative(page) + ": " + link);
    }

    private static boolean resolves(Path page, String text, String link) {
        var parts = link.split("#", 2);
        var target = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
        if (!Files.exists(target)) {
            return false;
        }
        var anchored = parts.length == 2 && Tree.name(target).endsWith(".md");
        return !anchored
                || anchors(target.equals(page) ? text + Tree.read(page) : Tree.read(target))
                        .contains(parts[1]);
    }

    /** Returns the explicit anchors and those that a code host derives from headings. */
    private static Set<String> anchors(String text) {
        var anchors = new HashSet<String>();
        ANCHOR.matcher(text).results().forEach(anchor -> anchors.add(anchor.group(1)));
        HEADING.matcher(text)
                .results()
                .map(heading -> heading.group(1).strip().toLowerCase(Locale.ROOT))
                .map(heading -> heading.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
                .forEach(anchors::add);
        return anchors;
    }
}
