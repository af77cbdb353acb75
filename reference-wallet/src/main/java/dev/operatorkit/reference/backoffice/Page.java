package dev.operatorkit.reference.backoffice;

import dev.operatorkit.money.Money;
import dev.operatorkit.reference.staff.Role;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Holds what every page shows around its content.
 *
 * @param title the title of the page
 * @param at the path of the page
 * @param visit who looks at it
 * @param notice the action just completed; empty when there was none
 * @param problem the error just found; empty when there was none
 * @param provider true when the pages of the Customer API are available
 */
public record Page(String title, String at, Visit visit, String notice, String problem, boolean provider) {
    /** Separates groups of three digits: a narrow space that does not break, which no country reads as a decimal separator. */
    static final String GROUP_SEPARATOR = "\u202f";

    /** Keeps an amount in a sentence on one line. */
    private static final String NO_BREAK = "\u00a0";

    /** Is as wide as a plus sign, unlike the hyphen. */
    static final String MINUS = "\u2212";

    Page withProblem(String error) {
        return new Page(title, at, visit, notice, error, provider);
    }

    /** Returns the token that every form sends back. */
    public String formToken() {
        return visit.formToken();
    }

    /** Returns true when the person may use what needs the role. */
    public boolean can(Role role) {
        return visit.person().has(role);
    }

    /** Returns true when the person may only change the password now. */
    public boolean isRestricted() {
        return visit.isRestricted();
    }

    /** Returns an amount with its digits in groups of three, and its currency. */
    public static String money(Money money) {
        var plain = money.toPlainString();
        var point = plain.indexOf('.');
        var whole = point < 0 ? plain : plain.substring(0, point);
        return grouped(whole) + (point < 0 ? "" : plain.substring(point)) + NO_BREAK + money.currency();
    }

    /** Returns a change of a balance, with a sign also when it adds. */
    public static String change(Money money) {
        return (money.minorUnits() > 0 ? "+" : "") + money(money);
    }

    private static String grouped(String whole) {
        return whole.replaceAll("(?<=\\d)(?=(?:\\d{3})++$)", GROUP_SEPARATOR).replace("-", MINUS);
    }

    /** Returns an amount copied from a page as the forms read it. */
    static String ungrouped(String amount) {
        return amount.replace(GROUP_SEPARATOR, "").replace(MINUS, "-");
    }

    private static final String NO_MATCH = "No entries match. Change the search above.";

    private static final DateTimeFormatter SECONDS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss").withZone(ZoneOffset.UTC);

    private static final List<Link> LINKS = Stream.of(
                    "Players",
                    "Requests",
                    "Rounds",
                    "Transactions",
                    "Callbacks",
                    "Audit",
                    "Campaigns",
                    "People",
                    "Trail")
            .map(name -> new Link("/" + name.toLowerCase(Locale.ROOT), name))
            .toList();
    private static final Set<String> OF_ADMINISTRATOR = Set.of("People", "Trail");

    /** Describes an entry of the navigation. */
    public record Link(String path, String name) {}

    /** Returns the entries of the navigation. */
    public List<Link> links() {
        return LINKS.stream()
                .filter(link -> !isRestricted())
                .filter(link -> provider || !link.name().equals("Campaigns"))
                .filter(link -> can(Role.ADMINISTRATOR) || !OF_ADMINISTRATOR.contains(link.name()))
                .toList();
    }

    /** Returns true when this page is the entry's page or a detail page below it, such as one player of the players. */
    public boolean isUnder(Link link) {
        var page = at.replaceFirst("(?<=.)/.*", "").replaceFirst("\\.csv$", "");
        return link.path().equals(page)
                || link.path().equals(page + "s")
                || (page.equals("/person") && link.path().equals("/people"));
    }

    /** Returns the entry that leads on from a page with a problem. */
    public Link next() {
        if (isRestricted()) {
            return new Link(BackOffice.PASSWORD_PAGE, "Your password");
        }
        var links = links();
        return links.stream().filter(this::isUnder).findFirst().orElse(links.get(0));
    }

    /** Formats a time to the second, for a place whose heading says that it is in UTC. */
    public static String utc(Instant when) {
        return SECONDS.format(when);
    }

    /** Formats a time to the second with its zone, for a sentence. A {@link Cell} keeps it on one line. */
    static String time(Instant when) {
        return utc(when) + " UTC";
    }

    /**
     * Holds a cell of a table.
     *
     * @param link the link's target; empty for text only
     * @param kind the CSS class: {@code number}, {@code time}, {@code id}, {@code sentence}, {@code good}, {@code bad} or
     *     {@code empty}; an empty text for the default
     */
    public record Cell(String text, String link, String kind) {
        private static final Pattern DATE = Pattern.compile("\\d{4}-\\d\\d-\\d\\d(T[0-9:.]+Z| [0-9:]{8} UTC)?");

        /** Returns the parts of the text, in which every second one is a date. */
        public List<String> parts() {
            var parts = new ArrayList<String>();
            var end = 0;
            for (var date : DATE.matcher(text).results().toList()) {
                parts.addAll(List.of(text.substring(end, date.start()), date.group()));
                end = date.end();
            }
            parts.add(text.substring(end));
            return parts;
        }

        static Cell of(String text) {
            return new Cell(text, "", text.isEmpty() ? "empty" : "");
        }

        /** Returns a name and its value, for a list of facts. */
        static List<Cell> fact(String name, Cell value) {
            return List.of(of(name), value);
        }

        /** Returns a name and its text. */
        static List<Cell> fact(String name, String value) {
            return fact(name, of(value));
        }

        /** Returns a cell with a sentence or a call, which is shown wider than other cells. */
        static Cell sentence(String text) {
            return text.isEmpty() ? of(text) : new Cell(text, "", "sentence");
        }

        static Cell number(Object text) {
            return new Cell(text.toString(), "", "number");
        }

        static Cell number(Money money) {
            return new Cell(money(money), "", "number");
        }

        static Cell change(Money money) {
            return new Cell(Page.change(money), "", "number");
        }

        static Cell link(String text, String target) {
            return new Cell(text, target, "");
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

        /** Returns true when a filter may keep rows from being shown. */
        public static boolean isAnySet(List<Filter> filters) {
            return filters.stream().anyMatch(filter -> !filter.value().isEmpty());
        }
    }

    /**
     * Holds a table and its filters.
     *
     * @param caption the text above the table
     * @param headings the headings of the columns
     * @param rows the rows, each with one cell per heading
     * @param nothing the text instead of rows
     * @param further the address of the next page; empty on the last one
     * @param export the address of the rows of all pages as CSV; empty when there is none
     */
    public record Listing(
            String caption,
            List<Filter> filters,
            List<String> headings,
            List<List<Cell>> rows,
            String nothing,
            String further,
            String export) {
        Listing(String caption, List<Filter> filters, List<String> headings, List<List<Cell>> rows) {
            this(caption, filters, headings, rows, Filter.isAnySet(filters) ? NO_MATCH : "No entries.", "", "");
        }

        /** Lists rows that have no pages or filters. */
        static <R> Listing of(String caption, Table<R> table, List<R> rows) {
            return new Listing(
                    caption,
                    List.of(),
                    table.headings(),
                    rows.stream().map(table::cells).toList());
        }

        Listing withNothing(String text) {
            return new Listing(caption, filters, headings, rows, text, further, export);
        }

        Listing withPages(String next, String file) {
            return new Listing(caption, filters, headings, rows, nothing, next, file);
        }

        /** Returns the CSS class of the cells in a column. */
        public String kind(int column) {
            return rows.isEmpty() ? "" : rows.get(0).get(column).kind();
        }
    }
}
