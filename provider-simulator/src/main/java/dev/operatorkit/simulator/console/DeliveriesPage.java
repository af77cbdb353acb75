package dev.operatorkit.simulator.console;

import dev.operatorkit.simulator.CallbackKind;
import dev.operatorkit.simulator.Round;
import dev.operatorkit.simulator.RoundState;
import dev.operatorkit.simulator.SimulatorClock;
import dev.operatorkit.simulator.console.PageRenderer.Confirmation;
import dev.operatorkit.simulator.delivery.Debt;
import dev.operatorkit.simulator.http.Routes;
import dev.operatorkit.simulator.http.Segment;
import dev.operatorkit.simulator.round.CallbackEngine;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Shows the retry queue, the simulator's clock and manual review (DEL-1, D-33). */
final class DeliveriesPage {
    private static final String PATH = "/delivery";
    private static final int MAX_SHOWN = 200;
    private static final int MAX_NOTE_LENGTH = 500;
    private static final Duration RETRY_WINDOW = Duration.ofDays(3);
    private static final Map<String, Duration> STEPS =
            Map.of("1m", Duration.ofMinutes(1), "1h", Duration.ofHours(1), "3d", RETRY_WINDOW);

    private final PageRenderer renderer;
    private final CallbackEngine engine;
    private final SimulatorClock clock;

    DeliveriesPage(PageRenderer renderer, ConsoleParts parts) {
        this.renderer = renderer;
        this.engine = parts.engine();
        this.clock = parts.clock();
    }

    /** Holds the settlements that are not delivered. */
    record Queues(List<Round> queue, List<Reviewed> review, Map<RoundState, Long> counts, Instant now) {}

    /** Holds a round in manual review, and what the operator owes its player. */
    record Reviewed(Round round, Debt debt) {}

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
        routes.post(PATH + "/real-time", this::returnToRealTime);
        routes.post(PATH + "/{round}/now", this::retryNow);
        routes.post(PATH + "/{round}/resend", this::resend);
        routes.post(PATH + "/{round}/close", this::close);
    }

    private Queues queues() {
        return new Queues(
                engine.store().queue(MAX_SHOWN),
                engine.store().inState(RoundState.REVIEW, MAX_SHOWN).stream()
                        .map(round -> new Reviewed(
                                round, Debt.of(round, engine.store().history(round.id()))))
                        .toList(),
                engine.store().counts(),
                clock.instant());
    }

    private void move(ServerRequest request, ServerResponse response) {
        var form = FormData.body(request);
        var step = STEPS.get(form.required("by"));
        if (step == null) {
            throw new IllegalArgumentException(
                    "The clock can be moved by 1m, 1h or 3d here. Use bin/simulator clock for other steps.");
        }
        var queued = engine.store().count(RoundState.SETTLING);
        var confirmation = new Confirmation(
                "Move the clock by 3 days?",
                count(queued, "settlement is", "settlements are")
                        + " queued. Retries end after three days: what the wallet has"
                        + " not accepted by then goes to manual review (DEL-1), without another attempt.",
                "Move the clock by 3 days",
                PATH);
        if (step.compareTo(RETRY_WINDOW) < 0
                || queued == 0
                || renderer.isConfirmed(confirmation, form, request, response)) {
            clock.forward(step);
            PageRenderer.redirect(response, PATH);
        }
    }

    /** Moves the clock to the time of the next attempt, which is then made immediately. */
    private void stepToNextAttempt(ServerResponse response) {
        var next = engine.store().queue(1).stream()
                .findFirst()
                .map(Round::nextAt)
                .orElseThrow(
                        () -> new IllegalArgumentException("No settlement is queued, so there is no next attempt."));
        var wait = Duration.between(clock.instant(), next);
        if (wait.isPositive()) {
            clock.forward(wait);
        } else {
            engine.deliveries().wake();
        }
        PageRenderer.redirect(response, PATH);
    }

    private void returnToRealTime(ServerRequest request, ServerResponse response) {
        var queued = engine.store().count(RoundState.SETTLING);
        var confirmation = new Confirmation(
                "Return to real time?",
                "The clock goes back by " + PageText.describe(clock.ahead()) + ". "
                        + count(queued, "queued settlement keeps its", "queued settlements keep their")
                        + " distance to the next attempt. Manual review stays as it is, and campaigns that had ended"
                        + " run again.",
                "Return to real time",
                PATH);
        if (clock.ahead().isZero() || renderer.isConfirmed(confirmation, FormData.body(request), request, response)) {
            engine.returnToRealTime();
            PageRenderer.redirect(response, PATH);
        }
    }

    private static String count(long number, String one, String many) {
        return number + " " + (number == 1 ? one : many);
    }

    private void retryNow(ServerRequest request, ServerResponse response) {
        engine.store().retryNow(round(request));
        engine.deliveries().wake();
        PageRenderer.redirect(response, PATH);
    }

    private void resend(ServerRequest request, ServerResponse response) {
        var round = round(request);
        engine.deliveries().claim(round);
        try {
            engine.deliveries().reconciliation().resend(round);
        } finally {
            engine.deliveries().release(round);
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
        var review = engine.deliveries().reconciliation();
        var debt = Debt.of(review.inReview(id), engine.store().history(id));
        var confirmation = new Confirmation(
                "Close the round " + id + "?",
                "Closing moves no money, and the settlement is never sent again. "
                        + (debt.state() == Debt.State.NOTHING
                                ? "Nothing is owed to the player. "
                                : debt.amount() + (debt.state() == Debt.State.OWED ? " is owed" : " may be owed")
                                        + " to the player: pay it first. ")
                        + debt.why() + " Your note: " + note,
                "Close the round",
                PATH);
        if (renderer.isConfirmed(confirmation, form, request, response)) {
            review.close(id, note);
            PageRenderer.redirect(response, "/rounds/" + Segment.of(id));
        }
    }

    private static String round(ServerRequest request) {
        return Segment.read(request, "round");
    }

    /** Returns what a settlement owes: its kind, and the payout or the stake to return. */
    static String owed(Round round) {
        var settlement = round.settlement();
        if (settlement == null) {
            return "";
        }
        return settlement.kind() == CallbackKind.CREDIT
                ? "credit of " + settlement.payout()
                : "rollback of " + round.bet().stake();
    }
}
