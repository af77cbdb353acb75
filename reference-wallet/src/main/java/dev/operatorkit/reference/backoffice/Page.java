package dev.operatorkit.reference.backoffice;

import dev.operatorkit.money.Money;
import dev.operatorkit.reference.staff.Role;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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

    /** Is as wide as a plus sign, unlike the hyphen. */
    static final String MINUS = "\u2212";

    private static final Pattern AMOUNT = Pattern.compile("(?<![\\w.-])(-?)(\\d{1,20})(\\.\\d{1,8})?( [A-Z]{3,10}\\b)");

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
        return visit.person().mustChangePassword();
    }

    /** Returns an amount with its digits in groups of three, and its currency. */
    public static String money(Money money) {
        var plain = money.toPlainString();
        var point = plain.indexOf('.');
        var whole = point < 0 ? plain : plain.substring(0, point);
        return grouped(whole) + (point < 0 ? "" : plain.substring(point)) + " " + money.currency();
    }

    /** Returns a change of a balance, with a sign also when it adds. */
    public static String change(Money money) {
        return (money.minorUnits() > 0 ? "+" : "") + money(money);
    }

    /** Returns a text whose amounts look as on the other pages. */
    static String withAmounts(String text) {
        return AMOUNT.matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(grouped(found.group(1) + found.group(2))
                        + (found.group(3) == null ? "" : found.group(3))
                        + found.group(4)));
    }

    private static String grouped(String whole) {
        return whole.replaceAll("(?<=\\d)(?=(?:\\d{3})++$)", GROUP_SEPARATOR).replace("-", MINUS);
    }

    /** Returns an amount copied from a page as the forms read it. */
    static String ungrouped(String amount) {
        return amount.replace(GROUP_SEPARATOR, "").replace(MINUS, "-");
    }

    private static final DateTimeFormatter SECONDS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss").withZone(ZoneOffset.UTC);

    private static final List<Link> LINKS = List.of(
            Link.of("Players", "Find a player to see and adjust the balance, set limits, or follow what was booked."),
            Link.of("Requests", "Adjustments that are not booked until a second person has approved them."),
            Link.of("Rounds", "The game rounds of the players: open ones still wait for the provider to settle them."),
            Link.of("Transactions", "Look up what one transaction of the provider booked."),
            Link.of("Callbacks", "The provider's latest calls to this node, and why the wallet refused some of them."),
            Link.of(
                    "Audit",
                    "Checks that the ledger adds up. What people did in the back office is in the trail instead."),
            Link.of(
                            "Catalogue",
                            "The provider's games, and where they are not offered. Cashiers launch them from here.")
                    .ofProvider(),
            Link.of(
                            "Campaigns",
                            "Free rounds for players: a campaign sets the terms, and a bonus code gives its rounds to"
                                    + " one player.")
                    .ofProvider(),
            Link.of("People", "Who may use the back office, what each person may do, and what takes two of them.")
                    .ofAdministrator(),
            Link.of(
                            "Trail",
                            "Lists what people did in the back office, and what was refused. The audit checks the"
                                    + " ledger instead.")
                    .ofAdministrator());

    /**
     * Describes an entry of the navigation.
     *
     * @param purpose what its page is for
     * @param provider true when the entry needs a Customer API
     * @param administrator true when the entry is for administrators
     */
    public record Link(String path, String name, String purpose, boolean provider, boolean administrator) {
        private static Link of(String name, String purpose) {
            return new Link("/" + name.toLowerCase(Locale.ROOT), name, purpose, false, false);
        }

        private Link ofProvider() {
            return new Link(path, name, purpose, true, false);
        }

        private Link ofAdministrator() {
            return new Link(path, name, purpose, false, true);
        }
    }

    /** Returns the entries of the navigation. */
    public List<Link> links() {
        return LINKS.stream()
                .filter(link -> !isRestricted())
                .filter(link -> provider || !link.provider())
                .filter(link -> can(Role.ADMINISTRATOR) || !link.administrator())
                .toList();
    }

    /** Returns true when this page is the entry's page or a detail page below it, such as one player of the players. */
    public boolean isUnder(Link link) {
        var page = at.replaceFirst("(?<=.)/.*", "").replaceFirst("\\.csv$", "");
        return link.path().equals(page)
                || link.path().equals(page + "s")
                || (page.equals("/person") && link.path().equals("/people"));
    }

    /** Returns what the page is for; empty for a detail page, and for one with a problem. */
    public String purpose() {
        return links().stream()
                .filter(link -> at.startsWith(link.path()) && title.equals(link.name()))
                .map(Link::purpose)
                .findFirst()
                .orElse("");
    }

    /** Returns the entry that leads on from a page with a problem: the entry of a path, or else the one of this page. */
    public Link next(String path) {
        if (isRestricted()) {
            return new Link(BackOffice.PASSWORD_PAGE, "Your password", "", false, false);
        }
        var links = links();
        return links.stream()
                .filter(link -> link.path().equals(path))
                .findFirst()
                .or(() -> links.stream().filter(this::isUnder).findFirst())
                .orElse(links.get(0));
    }

    /** Formats a time to the second, for a place whose heading says that it is in UTC. */
    public static String utc(Instant when) {
        return SECONDS.format(when);
    }

    /** Formats a time to the second with its zone, for a sentence. */
    static String time(Instant when) {
        return utc(when) + " UTC";
    }

    /** Returns the day that begins at a time, or the time if none does. */
    public static String firstDay(Instant start) {
        var utc = start.atOffset(ZoneOffset.UTC);
        return utc.toLocalTime().equals(LocalTime.MIDNIGHT) ? utc.toLocalDate().toString() : utc(start);
    }

    /** Returns the day that ends at a time, or the time if none does. */
    public static String lastDay(Instant end) {
        var utc = end.atOffset(ZoneOffset.UTC);
        return utc.toLocalTime().equals(LocalTime.MIDNIGHT)
                ? utc.toLocalDate().minusDays(1).toString()
                : "until " + utc(end);
    }

    /**
     * Holds a cell of a table.
     *
     * @param link the link's target; empty for text only
     * @param kind the CSS class: {@code number}, {@code time}, {@code id}, {@code short}, {@code call}, {@code good}, {@code bad} or
     *     {@code empty}; an empty text for the default
     */
    public record Cell(String text, String link, String kind) {
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

        /** Returns a cell with an HTTP method and path, which is shown wider than other cells. */
        static Cell call(String text) {
            return new Cell(text, "", "call");
        }

        /** Returns a cell with a sentence, which is as wide as a call. */
        static Cell sentence(String text) {
            return text.isEmpty() ? of(text) : new Cell(text, "", "call sentence");
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

        /** Returns a link with the name of a page, which needs less room than an id. */
        static Cell shortLink(String text, String target) {
            return new Cell(text, target, "short");
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
     * @param note what to know before the table is read; empty for nothing
     */
    public record Listing(
            String caption,
            List<Filter> filters,
            List<String> headings,
            List<List<Cell>> rows,
            String nothing,
            String further,
            String export,
            String note) {
        Listing(String caption, List<Filter> filters, List<String> headings, List<List<Cell>> rows) {
            this(
                    caption,
                    filters,
                    headings,
                    rows,
                    Filter.isAnySet(filters) ? "No entries match. Change the search above." : "No entries.",
                    "",
                    "",
                    "");
        }

        Listing withNothing(String text) {
            return new Listing(caption, filters, headings, rows, text, further, export, note);
        }

        Listing withFurther(String address) {
            return new Listing(caption, filters, headings, rows, nothing, address, export, note);
        }

        /** Adds the address of the page after the last row, if this page is full. */
        <R> Listing withFurther(List<R> page, int most, Function<R, String> address) {
            return page.size() < most ? this : withFurther(address.apply(page.get(page.size() - 1)));
        }

        Listing withExport(String address) {
            return new Listing(caption, filters, headings, rows, nothing, further, address, note);
        }

        Listing withNote(String text) {
            return new Listing(caption, filters, headings, rows, nothing, further, export, text);
        }

        /** Returns the CSS class of the cells in a column. */
        public String kind(int column) {
            return rows.isEmpty() ? "" : rows.get(0).get(column).kind();
        }
    }
}
