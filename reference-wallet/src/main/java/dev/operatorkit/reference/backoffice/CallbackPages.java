package dev.operatorkit.reference.backoffice;

import static dev.operatorkit.reference.backoffice.PlayerPages.query;

import dev.operatorkit.reference.backoffice.BackOffice.Parts;
import dev.operatorkit.reference.backoffice.Page.Cell;
import dev.operatorkit.reference.backoffice.Page.Filter;
import dev.operatorkit.reference.backoffice.Page.Listing;
import dev.operatorkit.reference.http.ExactRoutes;
import dev.operatorkit.reference.operations.CallbackLog;
import dev.operatorkit.reference.operations.CallbackLog.Subject;
import io.helidon.webserver.http.ServerRequest;
import java.util.List;
import java.util.stream.Stream;

/** Serves the callbacks that this node still remembers, of all players or about one subject. */
final class CallbackPages {
    private static final int MAX_OF_EACH = 100;
    private static final List<String> HEADINGS =
            List.of("Time (UTC)", "Status", "Call", "Player", "Round", "Transaction", "Response", "From", "Audit");

    private final CallbackLog log;

    CallbackPages(Parts parts) {
        log = parts.callbacks();
    }

    void routing(BackOffice office, ExactRoutes routes) {
        routes.get("/callbacks", office.page(this::callbacks));
        routes.get("/callbacks.csv", office.page(this::export));
    }

    private static Subject subject(ServerRequest request) {
        return new Subject(query(request, "account"), query(request, "round"), query(request, "transaction"));
    }

    /**
     * Shows a page of each kind, so that none hides the others. A next page leaves out the callbacks that arrived after the first one was
     * shown: they would push what it has shown onto it.
     */
    private Reply callbacks(ServerRequest request) {
        var about = subject(request);
        var first = Math.min(PlayerPages.before(request), log.next());
        var skipped = PlayerPages.number(request, "skip", 0);
        var kinds = Stream.of(log.refused(), log.unverified(), log.accepted())
                .map(kind -> kind.stream()
                        .filter(entry ->
                                entry.number() < first && entry.subject().isAbout(about))
                        .skip(skipped)
                        .toList())
                .toList();
        var rows = kinds.stream()
                .flatMap(kind -> kind.stream().limit(MAX_OF_EACH))
                .sorted(CallbackLog.NEWEST_FIRST)
                .map(CallbackPages::row)
                .toList();
        var filters = List.of(
                Filter.of("account", "Account id", about.account()),
                Filter.of("round", "Round id", about.round()),
                Filter.of("transaction", "Transaction id", about.transaction()));
        var address = Links.callbacks("/callbacks", about);
        return Reply.listing(
                "Callbacks",
                new Listing(
                                "Newest first. A page has at most " + MAX_OF_EACH
                                        + " refused, unverified (401, 413) and successful ones each",
                                filters,
                                HEADINGS,
                                rows)
                        .withNothing(
                                Filter.isAnySet(filters)
                                        ? "This node remembers no callback that matches. It forgets old ones, and all"
                                                + " of them when it restarts; other nodes have their own. What was"
                                                + " booked is on the page of the player, the round or the transaction."
                                        : "This node has received no callbacks since its start.")
                        .withNote("Only a sample of the successful calls is kept, and all of them in memory until this"
                                + " node restarts. To prove that something was booked, look at its transaction.")
                        .withExport(rows.isEmpty() ? "" : Links.callbacks("/callbacks.csv", about))
                        .withFurther(
                                kinds.stream().allMatch(kind -> kind.size() <= MAX_OF_EACH)
                                        ? ""
                                        : Links.link(
                                                address, "before", "" + first, "skip", "" + (skipped + MAX_OF_EACH))));
    }

    private static List<CallbackLog.Entry> about(Subject subject, List<CallbackLog.Entry> callbacks) {
        return callbacks.stream()
                .filter(entry -> entry.subject().isAbout(subject))
                .toList();
    }

    /** Returns the table of the callbacks about a round or a transaction, for its page. */
    static Listing listing(Subject subject, List<CallbackLog.Entry> callbacks) {
        return new Listing(
                "Callbacks that this node still remembers: the latest, and of successful ones a sample",
                List.of(),
                HEADINGS,
                about(subject, callbacks).stream()
                        .limit(MAX_OF_EACH)
                        .map(CallbackPages::row)
                        .toList());
    }

    private static List<Cell> row(CallbackLog.Entry entry) {
        var about = entry.subject();
        return List.of(
                Cell.time(entry.at()),
                Cell.verdict(entry.status() == 200, "" + entry.status()),
                Cell.call(entry.call()),
                Links.account(about.account()),
                Links.round(about.account(), about.round()),
                Links.transaction(about.transaction()),
                Cell.sentence(response(entry)),
                Cell.of(entry.peer()),
                about.account().isEmpty() ? Cell.of("") : Cell.shortLink("Audit", Links.audit(about)));
    }

    private static String response(CallbackLog.Entry entry) {
        return entry.diagnosis().isEmpty()
                ? entry.message()
                : entry.message() + ". Likely mistake: " + entry.diagnosis();
    }

    private Reply export(ServerRequest request) {
        var subject = subject(request);
        return new Reply.File(new Csv(
                "callbacks.csv",
                List.of(
                        "time",
                        "status",
                        "call",
                        "account",
                        "round",
                        "transaction",
                        "response",
                        "likely mistake",
                        "from"),
                sink -> about(subject, log.all())
                        .forEach(entry -> sink.accept(List.of(
                                entry.at(),
                                entry.status(),
                                entry.call(),
                                entry.subject().account(),
                                entry.subject().round(),
                                entry.subject().transaction(),
                                entry.message(),
                                entry.diagnosis(),
                                entry.peer())))));
    }
}
