package dev.operatorkit.conformance.report;

import dev.operatorkit.conformance.suite.Rules;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Builds HTML. Every text is escaped, so that only the tags of this package are markup and every character is seen. The id of a rule or
 * decision is a link to its row in the table of rules.
 */
final class Html {
    /** Finds options and ids of rules, which a line must not break: {@code --resume FILE}, {@code ERR-3}. */
    private static final Pattern UNBREAKABLE = Pattern.compile(
            "(?<![\\w-])--[a-z][a-z0-9-]*(?: [A-Z]{2,})?|(?<![\\w-])(?:[A-Z]{3}|D)-[0-9]{1,2}(?![\\w-])");

    private static final Set<String> PLAIN = Set.of("a", "code", "option", "output", "pre");

    private final StringBuilder out = new StringBuilder();
    private final Set<String> cited = new HashSet<>();

    /** Returns the ids that texts name, each of which needs a row in the table of rules. */
    Set<String> cited() {
        return Set.copyOf(cited);
    }

    /** Opens an element with these attributes: name, value, name, value; one without a name is left out. */
    Html open(String tag, String... attributes) {
        out.append('<').append(tag);
        for (var i = 0; i < attributes.length; i += 2) {
            if (!attributes[i].isEmpty()) {
                var value = escaped(attributes[i + 1]).replace("\"", "&quot;");
                out.append(' ')
                        .append(attributes[i])
                        .append("=\"")
                        .append(value)
                        .append('"');
            }
        }
        out.append('>');
        return this;
    }

    Html close(String... tags) {
        for (var tag : tags) {
            out.append("</").append(tag).append('>');
        }
        return this;
    }

    Html text(String text) {
        out.append(UNBREAKABLE.matcher(escaped(text)).replaceAll(found -> whole(found.group())));
        return this;
    }

    private String whole(String text) {
        if (Rules.textOf(text).isEmpty()) {
            return "<span class=\"whole\">" + text + "</span>";
        }
        cited.add(text);
        return "<a class=\"whole\" href=\"#rule-" + text + "\">" + text + "</a>";
    }

    /** Adds a text as it is: for elements that may hold no others, and for what was on the wire. */
    Html plain(String text) {
        out.append(escaped(text));
        return this;
    }

    /** Adds an address, which a narrow page breaks before its port or a part of its path. */
    Html address(String address) {
        out.append(escaped(address).replaceAll("(?<=[^:/])(?=[:/](?!/))", "<wbr>"));
        return this;
    }

    /** Adds an element that holds a text. */
    Html element(String tag, String text, String... attributes) {
        open(tag, attributes);
        return (PLAIN.contains(tag) ? plain(text) : text(text)).close(tag);
    }

    /** Adds a link. */
    Html link(String address, String text) {
        return element("a", text, "href", address);
    }

    /** Opens a table that scrolls by itself where the page is narrow, with these heads of its columns. */
    Html openTable(String label, String kind, String... heads) {
        open("div", "class", "wide", "tabindex", "0", "role", "region", "aria-label", label);
        open("table", "class", kind).open("thead").open("tr");
        for (var head : heads) {
            element("th", head, "scope", "col");
        }
        return close("tr", "thead").open("tbody");
    }

    Html closeTable() {
        return close("tbody", "table", "div");
    }

    /** Adds a row of a table with a name and an address. */
    Html addressFact(String name, String address) {
        open("tr").element("th", name, "scope", "row");
        return open("td").address(address).close("td", "tr");
    }

    /** Adds a row of a table with a name and a value. */
    Html fact(String name, String value) {
        return open("tr")
                .element("th", name, "scope", "row")
                .element("td", value)
                .close("tr");
    }

    private static String escaped(String text) {
        return VisibleText.of(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
