package dev.operatorkit.reference.backoffice;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;

/**
 * Holds what every page shows around its content.
 *
 * @param title the title of the page
 * @param at the path of the page
 * @param formToken the token that every form sends back
 * @param notice the action just completed; empty when there was none
 * @param problem the error just found; empty when there was none
 * @param provider true when the pages of the Customer API are available
 */
public record Page(String title, String at, String formToken, String notice, String problem, boolean provider) {
    /** Returns a page with this title and nothing else. The parts are set by name, because most of them are text. */
    static Page titled(String title) {
        return new Page(title, "", "", "", "", false);
    }

    Page at(String path) {
        return new Page(title, path, formToken, notice, problem, provider);
    }

    Page withFormToken(String token) {
        return new Page(title, at, token, notice, problem, provider);
    }

    Page withNotice(String action) {
        return new Page(title, at, formToken, action, problem, provider);
    }

    Page withProblem(String error) {
        return new Page(title, at, formToken, notice, error, provider);
    }

    Page withProvider(boolean available) {
        return new Page(title, at, formToken, notice, problem, available);
    }

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
     * Describes an entry of the navigation.
     *
     * @param provider true when the entry needs a Customer API
     */
    public record Link(String path, String name, boolean provider) {}

    /** Returns the entries of the navigation. */
    public List<Link> links() {
        return LINKS.stream().filter(link -> provider || !link.provider()).toList();
    }

    /** Returns true when this page is the entry's page or a detail page below it, such as one player of the players. */
    public boolean isUnder(Link link) {
        return link.path().startsWith("/" + at.split("/", 3)[1]);
    }

    /** Formats a time in UTC, to the second. */
    public static String utc(Instant when) {
        return SECONDS.format(when);
    }

    /**
     * Holds a cell of a table.
     *
     * @param link the link's target; empty for text only
     * @param kind the CSS class: {@code number}, {@code time}, {@code call}, {@code good}, {@code bad} or {@code empty};
     *     an empty text for the default
     */
    public record Cell(String text, String link, String kind) {
        static Cell of(String text) {
            return new Cell(text, "", text.isEmpty() ? "empty" : "");
        }

        /** Returns a cell with an HTTP method and path, which is shown wider than other cells. */
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
     * Describes a form field that filters the rows of a listing.
     *
     * @param name the query parameter
     * @param label the label of the field
     * @param value the current value
     * @param choices the values to choose from; none for free text
     */
    public record Filter(String name, String label, String value, List<String> choices) {
        /** Returns a free-text filter. */
        public static Filter of(String name, String label, String value) {
            return new Filter(name, label, value, List.of());
        }
    }

    /**
     * Holds a table and its filters.
     *
     * @param caption the text above the table
     * @param headings the headings of the columns
     * @param rows the rows, each with one cell per heading
     */
    public record Listing(String caption, List<Filter> filters, List<String> headings, List<List<Cell>> rows) {
        /** Returns the CSS class of the cells in a column. */
        public String kind(int column) {
            return rows.isEmpty() ? "" : rows.get(0).get(column).kind();
        }
    }
}
