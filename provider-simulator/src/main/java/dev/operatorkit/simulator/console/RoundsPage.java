package dev.operatorkit.simulator.console;

import dev.operatorkit.simulator.GameRound;
import dev.operatorkit.simulator.RoundState;
import dev.operatorkit.simulator.SpinOutcome;
import dev.operatorkit.simulator.delivery.Attempt;
import dev.operatorkit.simulator.http.Routes;
import dev.operatorkit.simulator.http.Segment;
import dev.operatorkit.simulator.operator.ConstantNames;
import dev.operatorkit.simulator.transcript.Entry;
import dev.operatorkit.simulator.transcript.Filter;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;

/** Shows the newest rounds, and one round with its state, exchanges and history (RND-1 to RND-4). */
record RoundsPage(PageRenderer renderer, ConsoleParts parts) {
    private static final int MAX_SHOWN = 100;
    private static final int MAX_EXCHANGES = 200;

    /** Holds the list; the violations are the ids of rounds with a response that broke the contract. */
    record ListView(List<GameRound> rounds, FormData form, Map<RoundState, Long> counts, Set<String> violations) {}

    /** Holds one round; {@code isUnsent} says that faults dropped all attempts of its settlement before they were sent. */
    record View(GameRound round, List<Attempt> history, ExchangesPage.Rows exchanges, boolean isUnsent) {}

    void routing(Routes routes) {
        routes.get("/rounds", this::list);
        routes.get("/rounds/{id}", this::one);
        routes.post("/rounds/{id}/decide", this::decide);
    }

    private void list(ServerRequest request, ServerResponse response) {
        var form = FormData.query(request);
        var state = form.text("state").map(name -> ConstantNames.parse(RoundState.class, "state", name));
        var rounds = parts.engine().queries().newest(form.find("player"), state.orElse(null), MAX_SHOWN);
        var view = new ListView(
                rounds,
                form,
                parts.engine().store().counts(),
                parts.engine().queries().violated(rounds));
        renderer.page(response, "rounds.jte", "Rounds", "/rounds", view);
    }

    private void one(ServerRequest request, ServerResponse response) {
        var id = Segment.read(request, "id");
        var round = parts.engine()
                .store()
                .find(id)
                .orElseThrow(() -> new NoSuchElementException("There is no round '" + id + "'."));
        var exchanges = parts.engine()
                .transcript()
                .search(Filter.ofRound(id), 0, MAX_EXCHANGES)
                .reversed();
        var view = new View(
                round,
                parts.engine().store().history(id),
                new ExchangesPage.Rows(
                        exchanges, SignatureExplanation.requiredRejections(exchanges, parts.operators()), false),
                isUnsent(round, exchanges));
        renderer.page(response, "round.jte", "Round", "/rounds", view);
    }

    private static boolean isUnsent(GameRound round, List<Entry> exchanges) {
        var settlement = round.settlement();
        return settlement != null
                && round.attempts() > 0
                && exchanges.stream()
                                .filter(entry ->
                                        entry.kind().equals(settlement.kind().name()) && ExchangeText.isUnsent(entry))
                                .count()
                        == round.attempts();
    }

    private void decide(ServerRequest request, ServerResponse response) {
        var id = Segment.read(request, "id");
        var outcome =
                FormData.body(request).required("outcome").equals("loss") ? SpinOutcome.LOSS : SpinOutcome.FAILURE;
        parts.engine().rounds().decide(id, outcome);
        PageRenderer.redirect(response, "/rounds/" + Segment.of(id));
    }
}
