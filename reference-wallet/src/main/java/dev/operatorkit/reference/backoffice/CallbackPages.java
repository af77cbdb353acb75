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
    private static final Table<CallbackLog.Entry> TABLE = new Table<CallbackLog.Entry>()
            .time("Time (UTC)", "time", CallbackLog.Entry::at)
            .add("Status", "status", CallbackLog.Entry::status, status -> Cell.verdict(status == 200, "" + status))
            .add("Call", "call", CallbackLog.Entry::call, Cell::call)
            .add("Player", "account", entry -> entry.subject().account(), Links::account)
            .exported("round", entry -> entry.subject().round())
            .shown(
                    "Round",
                    entry -> Links.round(
                            entry.subject().account(), entry.subject().round()))
            .add("Transaction", "transaction", entry -> entry.subject().transaction(), Links::transaction)
            .exported("response", CallbackLog.Entry::message)
            .shown("Response", entry -> Cell.sentence(response(entry)))
            .exported("likely mistake", CallbackLog.Entry::diagnosis)
            .text("From", "from", CallbackLog.Entry::peer)
            .shown("Audit", CallbackPages::audit);

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
                .toList();
        var filters = List.of(
                Filter.of("account", "Account id", about.account()),
                Filter.of("round", "Round id", about.round()),
                Filter.of("transaction", "Transaction id", about.transaction()));
        var address = Links.callbacks("/callbacks", about);
        return Reply.listing(
                "Callbacks",
                TABLE.listing(
                                "Newest first. A page has at most " + MAX_OF_EACH
                                        + " refused, unverified (401, 413) and successful ones each",
                                filters,
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
        return TABLE.listing(
                "Callbacks that this node still remembers: the latest, and of successful ones a sample",
                List.of(),
                about(subject, callbacks).stream().limit(MAX_OF_EACH).toList());
    }

    private static Cell audit(CallbackLog.Entry entry) {
        var about = entry.subject();
        return about.account().isEmpty() ? Cell.of("") : Cell.shortLink("Audit", Links.audit(about));
    }

    private static String response(CallbackLog.Entry entry) {
        return entry.diagnosis().isEmpty()
                ? entry.message()
                : entry.message() + ". Likely mistake: " + entry.diagnosis();
    }

    private Reply export(ServerRequest request) {
        var subject = subject(request);
        var found = about(subject, log.all());
        return TABLE.file("callbacks.csv", (last, most) -> last == null ? found : List.of());
    }
}
