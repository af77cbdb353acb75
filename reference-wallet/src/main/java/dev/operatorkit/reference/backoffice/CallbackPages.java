package dev.operatorkit.reference.backoffice;

import static dev.operatorkit.reference.backoffice.Form.query;

import dev.operatorkit.reference.backoffice.BackOffice.Parts;
import dev.operatorkit.reference.backoffice.Page.Cell;
import dev.operatorkit.reference.backoffice.Page.Filter;
import dev.operatorkit.reference.backoffice.Page.Listing;
import dev.operatorkit.reference.operations.CallbackLog;
import dev.operatorkit.reference.operations.CallbackLog.Entry;
import dev.operatorkit.reference.operations.CallbackLog.Kind;
import dev.operatorkit.reference.operations.CallbackLog.Subject;
import io.helidon.webserver.http.ServerRequest;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Serves the callbacks that this node still remembers, of all players or about one subject. */
final class CallbackPages {
    private static final String ALL = "all";
    private static final List<String> KINDS = Stream.concat(
                    Stream.of(ALL), Stream.of(Kind.values()).map(CallbackPages::name))
            .toList();
    private static final Table<Entry> TABLE = new Table<Entry>()
            .time("Time (UTC)", Entry::at)
            .add("Status", Entry::status, status -> Cell.verdict(status == 200, "" + status))
            .add("Call", Entry::call, Cell::sentence)
            .add("Player", entry -> entry.subject().account(), Links::account)
            .add(
                    "Round",
                    entry -> Links.round(
                            entry.subject().account(), entry.subject().round()))
            .add("Transaction", entry -> entry.subject().transaction(), Links::transaction)
            .add("Response", Entry::message, Cell::sentence)
            .text("From", Entry::peer);

    private final CallbackLog log;

    CallbackPages(Parts parts) {
        log = parts.callbacks();
    }

    void register(BackOffice office) {
        office.list("/callbacks", null, "Callbacks", this::list);
    }

    private RowList<Entry> list(ServerRequest request) {
        var about = new Subject(query(request, "account"), query(request, "round"), query(request, "transaction"));
        var kind = KINDS.contains(query(request, "kind")) ? query(request, "kind") : ALL;
        var filters = List.of(
                Filter.of("account", "Account id", about.account()),
                Filter.of("round", "Round id", about.round()),
                Filter.of("transaction", "Transaction id", about.transaction()),
                new Filter("kind", "Kind", kind, KINDS));
        return new RowList<>(
                "/callbacks",
                "The latest callbacks of this node until its restart, and a sample of the successful ones, newest"
                        + " first",
                filters,
                TABLE,
                Entry::number,
                (after, most) -> {
                    var before = RowList.before(after);
                    return about(about)
                            .filter(entry ->
                                    kind.equals(ALL) || name(entry.kind()).equals(kind))
                            .filter(entry -> entry.number() < before)
                            .limit(most)
                            .toList();
                });
    }

    private static String name(Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    private Stream<Entry> about(Subject subject) {
        return log.all().stream().filter(entry -> entry.subject().isAbout(subject));
    }

    /** Returns the table of the callbacks about a round or a transaction, for its page. */
    Listing listing(Subject subject) {
        return Listing.of(
                "The latest callbacks of this node, and a sample of the successful ones",
                TABLE,
                about(subject).limit(RowList.MAX_ROWS).toList());
    }
}
