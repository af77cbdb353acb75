package dev.operatorkit.simulator.documentation;

import dev.operatorkit.conformance.Rules;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Turns the ids of rules and decisions in a page into links to their sentences in the documentation. Leaves out what must stay as
 * it is: links, form fields, what was on the wire ({@code pre} and {@code code}), cells with ids of players and rounds, and
 * elements marked with {@code data-literal}.
 */
public final class RuleLinks {
    static final Pattern TAG = Pattern.compile("<(/?)([a-zA-Z][a-zA-Z0-9]*)((?:[^>\"']++|\"[^\"]*+\"|'[^']*+')*+)>");
    private static final Pattern ID = Pattern.compile(
            "(?<![\\w/#-])(?:GEN|SIG|NET|CAT|LAU|CAM|BON|WAL|RND|IDM|DEL|ERR|CAC|VER|D)-[0-9]+(?![\\w-])");
    private static final Set<String> LITERAL = Set.of(
            "a", "button", "code", "head", "option", "pre", "script", "select", "style", "summary", "svg", "textarea");

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
        var tag = TAG.matcher(html);
        var at = 0;
        while (tag.find(at)) {
            text(html, at, tag.start(), out);
            var end = isLiteral(tag) ? end(html, tag) : tag.end();
            out.append(html, tag.start(), end);
            at = end;
        }
        text(html, at, html.length(), out);
        return out.toString();
    }

    /** Returns the sentence of a rule, or the point and the sentence of a decision; empty for an unknown id. */
    public static String sentence(String id) {
        var point = Rules.openPointOf(id);
        return (point.isEmpty() ? "" : point + ": ") + Rules.textOf(id);
    }

    private static boolean isLiteral(Matcher tag) {
        return tag.group(1).isEmpty()
                && (LITERAL.contains(tag.group(2)) || IDS.matcher(tag.group(3)).find())
                && !tag.group(3).endsWith("/");
    }

    /** Returns the end of the element that begins with this tag. */
    static int end(String html, Matcher tag) {
        var name = tag.group(2);
        var inner = TAG.matcher(html);
        var depth = 1;
        var at = tag.end();
        while (depth > 0 && inner.find(at)) {
            at = inner.end();
            if (inner.group(2).equals(name)) {
                depth += inner.group(1).isEmpty() ? 1 : -1;
            }
        }
        return depth > 0 ? html.length() : at;
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
