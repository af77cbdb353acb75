package dev.operatorkit.simulator.console;

import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.simulator.delivery.RoundQueries;
import dev.operatorkit.simulator.http.Routes;
import dev.operatorkit.simulator.launch.GameSession;
import dev.operatorkit.simulator.launch.GameSessions;
import dev.operatorkit.simulator.operator.Operators;
import dev.operatorkit.simulator.round.CallbackEngine;
import dev.operatorkit.simulator.transcript.Entry;
import dev.operatorkit.simulator.transcript.Filter;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Shows the callbacks of one game as they happen. The game page, which is public by its launch URL, embeds this only for those
 * who may use the console; all of its routes are behind the admin gate.
 */
final class WirePage {
    private static final String PATH = "/wire/";
    private static final int SHOWN = 40;
    /** Limits how long before the start of the game its player callback may have been sent. */
    private static final Duration OPENING = Duration.ofMinutes(1);

    private final PageRenderer renderer;
    private final Operators operators;
    private final ExpectedRejections rejections;
    private final GameSessions sessions;
    private final CallbackEngine wallets;
    private final LiveUpdates live;

    WirePage(
            PageRenderer renderer,
            Operators operators,
            GameSessions sessions,
            CallbackEngine wallets,
            LiveUpdates live) {
        this.renderer = renderer;
        this.operators = operators;
        this.rejections = new ExpectedRejections(operators);
        this.sessions = sessions;
        this.wallets = wallets;
        this.live = live;
    }

    /** Returns the address of the wire of a game. */
    static String address(String launchId) {
        return PATH + launchId;
    }

    void routing(Routes routes) {
        routes.get(PATH + "{id}", this::show);
        routes.get(PATH + "{id}/rows", this::rows);
        routes.stream(PATH + "{id}/live", (request, response) -> {
            session(request);
            live.stream(response, listener -> {
                var following = wallets.transcript().follow(listener);
                return following::close;
            });
        });
    }

    private GameSession session(ServerRequest request) {
        return sessions.find(request.path().pathParameters().get("id"))
                .orElseThrow(() -> new NoSuchElementException("This game is not running. Open its link first."));
    }

    private void show(ServerRequest request, ServerResponse response) {
        var session = session(request);
        renderer.page(
                response,
                "wire.jte",
                "Wire of " + session.slug(),
                "/launch",
                Map.of("address", address(session.id()), "isDemo", session instanceof GameSession.Demo));
    }

    /** Sends the callbacks after an exchange, newest first. */
    private void rows(ServerRequest request, ServerResponse response) {
        var parameters = new HashMap<String, Object>();
        var after = FormData.query(request).number("after", 0);
        switch (session(request)) {
            case GameSession.Demo demo -> parameters.put("rows", List.of());
            case GameSession.RealMoney real -> {
                parameters.put("rows", rows(real, after));
                newestBalance(wallets.queries(), real).ifPresent(balance -> parameters.put("balance", balance));
            }
        }
        renderer.fragment(response, "wire_rows.jte", parameters);
    }

    private static Optional<String> newestBalance(RoundQueries queries, GameSession.RealMoney session) {
        return queries.newestBalance(
                        session.operator(),
                        session.accountId(),
                        session.openingBalance().currency(),
                        session.openedAt())
                .map(Object::toString);
    }

    private List<WireRow> rows(GameSession.RealMoney session, long after) {
        var keys = operators.get(session.operator()).keys();
        return Stream.of(session.token(), session.accountId())
                .distinct()
                .flatMap(player -> entries(Filter.ofPlayer(session.operator(), player), after).stream())
                .sorted(Comparator.comparingLong(Entry::id).reversed())
                .flatMap(entry -> row(session, entry, keys).stream())
                .limit(SHOWN)
                .toList();
    }

    private List<Entry> entries(Filter filter, long after) {
        return after > 0
                ? wallets.transcript().since(filter, after, SHOWN)
                : wallets.transcript().search(filter, 0, SHOWN);
    }

    /** Returns the row of a callback, if it was sent for this game and not for another one of the same player. */
    private Optional<WireRow> row(GameSession.RealMoney session, Entry entry, SecretKeys keys) {
        if (entry.direction() != Entry.Direction.TO_WALLET) {
            return Optional.empty();
        }
        var id = entry.round();
        if (id == null) {
            return session.token().equals(entry.player())
                            && !entry.at().isBefore(session.openedAt().minus(OPENING))
                    ? Optional.of(WireRow.of(entry, null, keys, isExpected(entry)))
                    : Optional.empty();
        }
        return wallets.store()
                .find(id)
                .filter(round -> round.bet().token().equals(session.token())
                        && round.bet().gameId().equals(session.slug())
                        && !round.openedAt().isBefore(session.openedAt()))
                .map(round -> WireRow.of(entry, round, keys, isExpected(entry)));
    }

    private boolean isExpected(Entry entry) {
        return !rejections.among(List.of(entry)).isEmpty();
    }
}
