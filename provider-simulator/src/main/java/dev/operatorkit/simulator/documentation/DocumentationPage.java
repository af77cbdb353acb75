package dev.operatorkit.simulator.documentation;

import java.util.List;

/**
 * Holds one page of the documentation.
 *
 * @param address the address below that of the documentation, such as {@code rules.html}
 * @param title the heading of the page
 * @param html the page below its heading; its links are relative to its address
 * @param passages the texts that a search looks through
 */
public record DocumentationPage(String address, String title, String html, List<Passage> passages) {
    /** Copies the list. */
    public DocumentationPage {
        passages = List.copyOf(passages);
    }

    /** Returns whether this is the page that lists the others. */
    public boolean isContents() {
        return address.equals(Documentation.FIRST);
    }

    /** Returns the way from this page to the first folder: empty, or {@code ../}. */
    public String root() {
        return "../".repeat((int) address.chars().filter(c -> c == '/').count());
    }

    /**
     * Holds a paragraph, an item or a row.
     *
     * @param anchor the anchor of the section
     * @param heading the heading of the section; that of the page above the first one
     * @param text the text without its formatting
     * @param shown the text as a result shows it: each cell of a row with the heading of its column
     */
    public record Passage(String anchor, String heading, String text, String shown) {
        Passage(String anchor, String heading, String text) {
            this(anchor, heading, text, text);
        }
    }
}
