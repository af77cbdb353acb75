package dev.operatorkit.conformance.report;

/** Builds HTML. Every text is escaped, so that only the tags of this package are markup and every character is seen. */
final class Html {
    private final StringBuilder out = new StringBuilder();

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
        out.append(escaped(text));
        return this;
    }

    /** Adds an element that holds a text. */
    Html element(String tag, String text, String... attributes) {
        return open(tag, attributes).text(text).close(tag);
    }

    /** Adds a link. */
    Html link(String address, String text) {
        return element("a", text, "href", address);
    }

    /** Adds markup that this package has made. */
    Html markup(String html) {
        out.append(html);
        return this;
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
