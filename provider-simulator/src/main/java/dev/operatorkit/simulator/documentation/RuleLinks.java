package dev.operatorkit.simulator.documentation;

import dev.operatorkit.conformance.suite.Rules;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Turns the ids of rules and decisions in a page into links to their sentences in the documentation. Leaves out what must stay as
 * it is: links, titles that fold (which are buttons to a screen reader, so no page names an id in one), form fields, what was on
 * the wire ({@code pre} and {@code code}), cells with ids of players and rounds, and elements marked with {@code data-literal}.
 */
public final class RuleLinks {
    private static final Pattern ID = Pattern.compile(
            "(?<![\\w/#-])(?:GEN|SIG|NET|CAT|LAU|CAM|BON|WAL|RND|IDM|DEL|ERR|CAC|VER|D)-[0-9]+(?![\\w-])");
    private static final Set<String> LITERAL =
            Set.of("a", "button", "code", "head", "option", "pre", "select", "summary", "svg", "template");

    /** Matches the attributes of elements and cells that show ids of players, rounds and codes. */
    private static final Pattern IDS =
            Pattern.compile(" data-(?:literal\\b|label=\"(?:Account|Code|Game|Operator|Player|Round|Transaction)\")");

    private final String documentation;

    /** Creates links to the documentation at this address, which is empty or ends with a slash. */
    public RuleLinks(String documentation) {
        this.documentation = documentation;
    }

    /** Returns the page with the links. */
    public String apply(String html) {
        var out = new StringBuilder(html.length() + html.length() / 8);
        var tag = new TagReader(html);
        var at = 0;
        while (tag.next()) {
            text(html, at, tag.start(), out);
            if (isLiteral(tag)) {
                tag.skipElement();
            }
            out.append(html, tag.start(), tag.end());
            at = tag.end();
        }
        text(html, at, html.length(), out);
        return out.toString();
    }

    /** Returns the sentence of a rule, or the point and the sentence of a decision; empty for an unknown id. */
    public static String sentence(String id) {
        var point = Rules.openPointOf(id);
        return (point.isEmpty() ? "" : point + ": ") + Rules.textOf(id);
    }

    private static boolean isLiteral(TagReader tag) {
        return tag.opensContent()
                && (LITERAL.contains(tag.name())
                        || IDS.matcher(tag.attributes()).find());
    }

    private void text(String html, int from, int to, StringBuilder out) {
        var id = ID.matcher(html).region(from, to);
        var at = from;
        while (id.find()) {
            if (!Rules.textOf(id.group()).isEmpty()) {
                out.append(html, at, id.start()).append(link(id.group()));
                at = id.end();
            }
        }
        out.append(html, at, to);
    }

    private String link(String id) {
        var page = id.startsWith("D-") ? "decisions.html" : "rules.html";
        // A full load, because a page that a script swaps in has no :target.
        return "<a class=\"rule\" hx-boost=\"false\" href=\"" + documentation + page + "#" + id + "\" title=\""
                + escape(sentence(id)) + "\">" + id + "</a>";
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
