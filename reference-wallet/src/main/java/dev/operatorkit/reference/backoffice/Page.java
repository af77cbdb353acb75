package dev.operatorkit.reference.backoffice;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;

/**
 * What every page shows around its content.
 *
 * @param title of the page
 * @param at its path
 * @param formToken for every form
 * @param notice what was just done; empty for nothing
 * @param problem what was just refused; empty for nothing
 * @param provider whether the pages of the Customer API are there
 */
public record Page(String title, String at, String formToken, String notice, String problem, boolean provider) {
    private static final DateTimeFormatter SECONDS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss").withZone(ZoneOffset.UTC);

    private static final List<Link> LINKS = List.of(
            new Link("/players", "Players", false),
            new Link("/rounds", "Rounds", false),
            new Link("/transactions", "Transactions", false),
            new Link("/callbacks", "Callbacks", false),
            new Link("/audit", "Audit", false),
            new Link("/catalogue", "Catalogue", true),
            new Link("/campaigns", "Campaigns", true));

    /**
     * An entry of the navigation.
     *
     * @param provider whether it is there with a provider alone
     */
    public record Link(String path, String name, boolean provider) {}

    /** The navigation. */
    public List<Link> links() {
        return LINKS.stream().filter(link -> provider || !link.provider()).toList();
    }

    /** Whether this page is the entry's, or one behind it: a player is one of the players. */
    public boolean isUnder(Link link) {
        return link.path().startsWith("/" + at.split("/", 3)[1]);
    }

    /** In UTC, to the second. */
    public static String utc(Instant when) {
        return SECONDS.format(when);
    }

    /**
     * A cell of a table.
     *
     * @param link empty for text alone
     * @param kind how it is shown: {@code number}, {@code time}, {@code call}, {@code good}, {@code bad} or {@code empty};
     *     nothing for plainly
     */
    public record Cell(String text, String link, String kind) {
        static Cell of(String text) {
            return new Cell(text, "", text.isEmpty() ? "empty" : "");
        }

        /** A method and its path, which wants room. */
        static Cell call(String text) {
            return new Cell(text, "", "call");
        }

        static Cell number(Object text) {
            return new Cell(text.toString(), "", "number");
        }

        static Cell time(Instant when) {
            return new Cell(utc(when), "", "time");
        }

        static Cell verdict(boolean good, String text) {
            return new Cell(text, "", good ? "good" : "bad");
        }
    }

    /**
     * What chooses the rows of a list: a field of a form.
     *
     * @param name in the address
     * @param label what it is called
     * @param value what it says now
     * @param choices what it can say; none when anything can be typed
     */
    public record Filter(String name, String label, String value, List<String> choices) {
        /** A field to type into. */
        public static Filter of(String name, String label, String value) {
            return new Filter(name, label, value, List.of());
        }
    }

    /**
     * A table with what chooses its rows.
     *
     * @param caption said before the table
     * @param headings of the columns
     * @param rows each with a cell for each heading
     */
    public record Listing(String caption, List<Filter> filters, List<String> headings, List<List<Cell>> rows) {
        /** How the cells of a column are shown. */
        public String kind(int column) {
            return rows.isEmpty() ? "" : rows.get(0).get(column).kind();
        }
    }
}
