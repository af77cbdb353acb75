package dev.operatorkit.simulator.console;

import dev.operatorkit.simulator.Outcome;
import dev.operatorkit.simulator.Round;
import dev.operatorkit.simulator.RoundState;
import dev.operatorkit.simulator.http.Routes;
import dev.operatorkit.simulator.http.Segment;
import dev.operatorkit.simulator.operator.ConstantNames;
import dev.operatorkit.simulator.round.CallbackEngine;
import dev.operatorkit.simulator.transcript.Entry;
import dev.operatorkit.simulator.transcript.Filter;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;

/** Shows the newest rounds, and one round with its state, exchanges and history (RND-1 to RND-4). */
final class RoundsPage {
    private static final int SHOWN = 100;
    private static final int EXCHANGES = 200;

    private final PageRenderer renderer;
    private final CallbackEngine wallets;
    private final ExpectedRejections rejections;

    RoundsPage(PageRenderer renderer, CallbackEngine wallets, ExpectedRejections rejections) {
        this.rejections = rejections;
        this.renderer = renderer;
        this.wallets = wallets;
    }

    void routing(Routes routes) {
        routes.get("/rounds", this::list);
        routes.get("/rounds/{id}", this::one);
        routes.post("/rounds/{id}/decide", this::decide);
    }

    private void list(ServerRequest request, ServerResponse response) {
        var form = FormData.query(request);
        var state = form.text("state").map(name -> ConstantNames.parse(RoundState.class, "state", name));
        var rounds = wallets.queries().newest(form.find("player"), state.orElse(null), SHOWN);
        renderer.page(
                response,
                "rounds.jte",
                "Rounds",
                "/rounds",
                Map.of(
                        "rounds",
                        rounds,
                        "form",
                        form,
                        "counts",
                        wallets.store().counts(),
                        "violations",
                        wallets.queries().violated(rounds)));
    }

    private void one(ServerRequest request, ServerResponse response) {
        var id = Segment.read(request, "id");
        var round = wallets.store()
                .find(id)
                .orElseThrow(() -> new NoSuchElementException("There is no round '" + id + "'."));
        var parameters = new HashMap<String, Object>();
        parameters.put("round", round);
        parameters.put("history", wallets.store().history(id));
        var exchanges =
                wallets.transcript().search(Filter.ofRound(id), 0, EXCHANGES).reversed();
        parameters.put("exchanges", exchanges);
        parameters.put("expected", rejections.among(exchanges));
        parameters.put("isUnsent", isUnsent(round, exchanges));
        parameters.put("timeline", Timeline.of(exchanges));
        renderer.page(response, "round.jte", "Round", "/rounds", parameters);
    }

    /** Returns whether faults dropped all attempts of the settlement before they were sent. */
    private static boolean isUnsent(Round round, List<Entry> exchanges) {
        var settlement = round.settlement();
        return settlement != null
                && round.attempts() > 0
                && exchanges.stream()
                                .filter(entry ->
                                        entry.kind().equals(settlement.kind().name()) && TranscriptPage.isUnsent(entry))
                                .count()
                        == round.attempts();
    }

    private void decide(ServerRequest request, ServerResponse response) {
        var id = Segment.read(request, "id");
        var outcome = FormData.body(request).required("outcome").equals("loss") ? Outcome.LOSS : Outcome.FAILURE;
        wallets.rounds().decide(id, outcome);
        PageRenderer.redirect(response, "/rounds/" + Segment.of(id));
    }
}
