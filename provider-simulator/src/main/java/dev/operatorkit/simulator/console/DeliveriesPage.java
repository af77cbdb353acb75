package dev.operatorkit.simulator.console;

import dev.operatorkit.simulator.CallbackKind;
import dev.operatorkit.simulator.GameRound;
import dev.operatorkit.simulator.RoundState;
import dev.operatorkit.simulator.delivery.Debt;
import dev.operatorkit.simulator.http.Routes;
import dev.operatorkit.simulator.http.Segment;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Shows the retry queue, the simulator's clock and manual review (DEL-1, D-33). */
record DeliveriesPage(PageRenderer renderer, ConsoleParts parts) {
    private static final String PATH = "/delivery";
    private static final int MAX_SHOWN = 200;
    private static final int MAX_NOTE_LENGTH = 500;
    private static final Duration RETRY_WINDOW = Duration.ofDays(3);
    private static final Map<String, Duration> STEPS =
            Map.of("1m", Duration.ofMinutes(1), "1h", Duration.ofHours(1), "3d", RETRY_WINDOW);

    /** Holds the settlements that are not delivered. */
    record Queues(List<GameRound> queue, List<Reviewed> review, Map<RoundState, Long> counts, Instant now) {}

    /** Holds a round in manual review, and what the operator owes its player. */
    record Reviewed(GameRound round, Debt debt) {}

    /** Holds the page; the offset of the clock is empty in real time. */
    record View(Queues queues, String ahead) {}

    void routing(Routes routes) {
        routes.get(
                PATH,
                (request, response) -> renderer.page(
                        response, "delivery.jte", "Deliveries", PATH, new View(queues(), renderer.offset())));
        routes.get(
                PATH + "/queues", (request, response) -> renderer.fragment(response, "delivery_queues.jte", queues()));
        routes.post(PATH + "/clock", this::move);
        routes.post(PATH + "/next", (request, response) -> stepToNextAttempt(response));
        routes.post(PATH + "/real-time", (request, response) -> returnToRealTime(response));
        routes.post(PATH + "/{round}/now", this::retryNow);
        routes.post(PATH + "/{round}/resend", this::resend);
        routes.post(PATH + "/{round}/close", this::close);
    }

    private Queues queues() {
        return new Queues(
                parts.engine().store().queue(MAX_SHOWN),
                parts.engine().store().inState(RoundState.REVIEW, MAX_SHOWN).stream()
                        .map(round -> new Reviewed(
                                round, Debt.of(round, parts.engine().store().history(round.id()))))
                        .toList(),
                parts.engine().store().counts(),
                parts.clock().instant());
    }

    private void move(ServerRequest request, ServerResponse response) {
        var form = FormData.body(request);
        var step = STEPS.get(form.required("by"));
        if (step == null) {
            throw new IllegalArgumentException(
                    "The clock can be moved by 1m, 1h or 3d here. Use bin/simulator clock for other steps.");
        }
        parts.clock().forward(step);
        PageRenderer.redirect(response, PATH);
    }

    /** Moves the clock to the time of the next attempt, which is then made immediately. */
    private void stepToNextAttempt(ServerResponse response) {
        var next = parts.engine().store().queue(1).stream()
                .findFirst()
                .map(GameRound::nextAt)
                .orElseThrow(
                        () -> new IllegalArgumentException("No settlement is queued, so there is no next attempt."));
        var wait = Duration.between(parts.clock().instant(), next);
        if (wait.isPositive()) {
            parts.clock().forward(wait);
        } else {
            parts.engine().deliveries().wake();
        }
        PageRenderer.redirect(response, PATH);
    }

    private void returnToRealTime(ServerResponse response) {
        parts.engine().returnToRealTime();
        PageRenderer.redirect(response, PATH);
    }

    private void retryNow(ServerRequest request, ServerResponse response) {
        parts.engine().store().retryNow(round(request));
        parts.engine().deliveries().wake();
        PageRenderer.redirect(response, PATH);
    }

    private void resend(ServerRequest request, ServerResponse response) {
        var round = round(request);
        parts.engine().deliveries().claim(round);
        try {
            parts.engine().deliveries().reconciliation().resend(round);
        } finally {
            parts.engine().deliveries().release(round);
        }
        PageRenderer.redirect(response, "/rounds/" + Segment.of(round));
    }

    private void close(ServerRequest request, ServerResponse response) {
        var id = round(request);
        var form = FormData.body(request);
        var note = form.required("note");
        if (note.length() > MAX_NOTE_LENGTH) {
            throw new IllegalArgumentException(
                    "The note has " + note.length() + " characters. Enter at most " + MAX_NOTE_LENGTH + ".");
        }
        parts.engine().deliveries().reconciliation().close(id, note);
        PageRenderer.redirect(response, "/rounds/" + Segment.of(id));
    }

    private static String round(ServerRequest request) {
        return Segment.read(request, "round");
    }

    /** Returns what a settlement owes: its kind, and the payout or the stake to return. */
    static String owed(GameRound round) {
        var settlement = round.settlement();
        if (settlement == null) {
            return "";
        }
        return settlement.kind() == CallbackKind.CREDIT
                ? "credit of " + settlement.payout()
                : "rollback of " + round.bet().stake();
    }
}
