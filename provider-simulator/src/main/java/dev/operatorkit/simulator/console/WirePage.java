package dev.operatorkit.simulator.console;

import dev.operatorkit.signing.Signer;
import dev.operatorkit.simulator.CallbackKind;
import dev.operatorkit.simulator.Round;
import dev.operatorkit.simulator.http.Routes;
import dev.operatorkit.simulator.launch.GameSession;
import dev.operatorkit.simulator.launch.GameSessions;
import dev.operatorkit.simulator.operator.Operators;
import dev.operatorkit.simulator.round.CallbackEngine;
import dev.operatorkit.simulator.transcript.Entry;
import dev.operatorkit.simulator.transcript.ExchangeVerdict;
import dev.operatorkit.simulator.transcript.Filter;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Shows the callbacks of one game as they happen. The game page, which is public by its launch URL, embeds this only for those
 * who may use the console; all of its routes are behind the admin gate.
 */
final class WirePage {
    private static final String PATH = "/wire/";
    private static final int MAX_SHOWN = 40;
    /** Limits how long before the start of the game its player callback may have been sent. */
    private static final Duration OPENING = Duration.ofMinutes(1);

    private final PageRenderer renderer;
    private final Operators operators;
    private final GameSessions sessions;
    private final CallbackEngine engine;
    private final LiveUpdates live;

    WirePage(PageRenderer renderer, ConsoleParts parts, LiveUpdates live) {
        this.renderer = renderer;
        this.operators = parts.operators();
        this.sessions = parts.play().sessions();
        this.engine = parts.engine();
        this.live = live;
    }

    /** Holds the page. */
    record View(String address, boolean isDemo) {}

    /** Holds new callbacks, the newest first, and the newest known balance or an empty text. */
    record RowsView(List<Row> rows, String balance) {}

    /**
     * Holds one callback of a game.
     *
     * @param money the amount that the callback asks to move, with its sign; empty for a read
     * @param isSignedByUs true if our own signature fits what was sent
     * @param signed the signed string; null if nothing was signed
     * @param isExpected true for a 401 that the wallet had to answer
     */
    record Row(
            Entry entry,
            String money,
            boolean isSignedByUs,
            SignatureExplanation.@Nullable SignedText signed,
            boolean isExpected) {
        /** Returns method and path as sent. */
        String call() {
            var sent = RawMessage.of(entry.request());
            return sent.startLine().isEmpty()
                    ? entry.kind().toLowerCase(Locale.ROOT)
                    : sent.method() + " " + sent.path();
        }

        /** Returns the balance in a good response; empty without one. */
        String balance() {
            var balance = entry.judgement() == ExchangeVerdict.GOOD ? ExchangeText.balance(entry) : null;
            return balance == null ? "" : "balance " + balance;
        }

        /** Returns the result of checking our own signature, in words. */
        String signature() {
            return signed == null ? "✗ not signed" : isSignedByUs ? "✓ signed by us" : "✗ badly signed by us";
        }

        private boolean isWronglyAccepted() {
            return !isSignedByUs && entry.status() == 200;
        }

        /** Returns the style of the status, by the verdict (D-61). */
        String style() {
            return isWronglyAccepted() ? "bad" : isExpected ? "good" : ExchangeText.style(entry);
        }

        /** Returns the verdict for a list. */
        String meaning() {
            return isWronglyAccepted()
                    ? "The wallet accepted a wrong signature (SIG-13)."
                    : ExchangeText.abbreviate(entry);
        }

        /** Returns the applied fault in words, or an empty text. */
        String fault() {
            var fault = entry.fault();
            return fault == null ? "" : fault.toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /** Returns the address of the wire of a game. */
    static String address(String launchId) {
        return PATH + launchId;
    }

    void routing(Routes routes) {
        routes.get(PATH + "{id}", (request, response) -> {
            var session = session(request);
            var view = new View(address(session.id()), session instanceof GameSession.Demo);
            renderer.page(response, "wire.jte", "Wire of " + session.slug(), "/launch", view);
        });
        routes.get(PATH + "{id}/rows", this::rows);
        routes.stream(PATH + "{id}/live", (request, response) -> {
            session(request);
            live.stream(response, listener -> engine.transcript().follow(listener)::close);
        });
    }

    private GameSession session(ServerRequest request) {
        return sessions.find(request.path().pathParameters().get("id"))
                .orElseThrow(() -> new NoSuchElementException("This game is not running. Open its link first."));
    }

    private void rows(ServerRequest request, ServerResponse response) {
        var after = FormData.query(request).number("after", 0);
        var view = session(request) instanceof GameSession.RealMoney real
                ? new RowsView(rows(real, after), newestBalance(real))
                : new RowsView(List.of(), "");
        renderer.fragment(response, "wire_rows.jte", view);
    }

    private String newestBalance(GameSession.RealMoney session) {
        return engine.queries()
                .newestBalance(
                        session.operator(),
                        session.accountId(),
                        session.openingBalance().currency(),
                        session.openedAt())
                .map(Object::toString)
                .orElse("");
    }

    private List<Row> rows(GameSession.RealMoney session, long after) {
        return Stream.of(session.token(), session.accountId())
                .distinct()
                .map(player -> Filter.ofPlayer(session.operator(), player))
                .flatMap(filter -> (after > 0
                                ? engine.transcript().since(filter, after, MAX_SHOWN)
                                : engine.transcript().search(filter, 0, MAX_SHOWN))
                        .stream())
                .sorted(Comparator.comparingLong(Entry::id).reversed())
                .flatMap(entry -> row(session, entry).stream())
                .limit(MAX_SHOWN)
                .toList();
    }

    /** Returns the row of a callback, if it was sent for this game and not for another one of the same player. */
    private Optional<Row> row(GameSession.RealMoney session, Entry entry) {
        if (entry.direction() != Entry.Direction.TO_WALLET) {
            return Optional.empty();
        }
        var id = entry.round();
        if (id == null) {
            return session.token().equals(entry.player())
                            && !entry.at().isBefore(session.openedAt().minus(OPENING))
                    ? Optional.of(row(entry, ""))
                    : Optional.empty();
        }
        return engine.store()
                .find(id)
                .filter(round -> round.bet().token().equals(session.token())
                        && round.bet().gameId().equals(session.slug())
                        && !round.openedAt().isBefore(session.openedAt()))
                .map(round -> row(entry, money(entry, round)));
    }

    private Row row(Entry entry, String money) {
        var sent = RawMessage.of(entry.request());
        var timestamp = sent.header(RawMessage.TIMESTAMP);
        var received = sent.header(RawMessage.SIGNATURE);
        if (timestamp == null || received == null) {
            return new Row(entry, money, false, null, isExpected(entry));
        }
        var keys = operators.get(entry.operator()).keys();
        var isValid = new Signer(keys).sign(sent.path(), timestamp, sent.data()).equals(received);
        return new Row(
                entry,
                money,
                isValid,
                SignatureExplanation.SignedText.of(sent.path(), timestamp, sent.data(), -1),
                isExpected(entry));
    }

    private static String money(Entry entry, Round round) {
        var settlement = round.settlement();
        return switch (CallbackKind.valueOf(entry.kind())) {
            case DEBIT -> "−" + round.bet().stake();
            case CREDIT -> settlement == null ? "" : "+" + settlement.payout();
            case ROLLBACK -> "+" + round.bet().stake();
            case PLAYER, LOOKUP -> "";
        };
    }

    private boolean isExpected(Entry entry) {
        return !SignatureExplanation.requiredRejections(List.of(entry), operators)
                .isEmpty();
    }
}
