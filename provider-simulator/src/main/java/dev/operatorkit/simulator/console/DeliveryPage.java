package dev.operatorkit.simulator.console;

import dev.operatorkit.simulator.CallbackKind;
import dev.operatorkit.simulator.Round;
import dev.operatorkit.simulator.RoundState;
import dev.operatorkit.simulator.SimulatorClock;
import dev.operatorkit.simulator.delivery.Debt;
import dev.operatorkit.simulator.delivery.Debts;
import dev.operatorkit.simulator.http.Routes;
import dev.operatorkit.simulator.http.Segment;
import dev.operatorkit.simulator.round.CallbackEngine;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Shows the retry queue, the simulator's clock and manual review (DEL-1, D-33). */
final class DeliveryPage {
    private static final String PATH = "/delivery";
    private static final int SHOWN = 200;
    private static final int LONGEST_NOTE = 500;
    private static final Duration RETRY_WINDOW = Duration.ofDays(3);
    private static final Map<String, Duration> STEPS =
            Map.of("1m", Duration.ofMinutes(1), "1h", Duration.ofHours(1), "3d", Duration.ofDays(3));

    private final PageRenderer renderer;
    private final CallbackEngine wallets;
    private final SimulatorClock clock;

    DeliveryPage(PageRenderer renderer, CallbackEngine wallets, SimulatorClock clock) {
        this.renderer = renderer;
        this.wallets = wallets;
        this.clock = clock;
    }

    void routing(Routes routes) {
        routes.get(PATH, (request, response) -> show(response, "delivery.jte"));
        routes.get("/delivery/queues", (request, response) -> show(response, "delivery_queues.jte"));
        routes.post("/delivery/clock", this::move);
        routes.post("/delivery/next", (request, response) -> stepToNextAttempt(response));
        routes.post("/delivery/real-time", this::returnToRealTime);
        routes.post("/delivery/{round}/now", this::now);
        routes.post("/delivery/{round}/resend", this::resend);
        routes.post("/delivery/{round}/close", this::close);
    }

    private void show(ServerResponse response, String template) {
        var parameters = new HashMap<String, Object>();
        parameters.put("queue", wallets.store().queue(SHOWN));
        parameters.put("debts", Debts.of(wallets.store().inState(RoundState.REVIEW, SHOWN), wallets.store()));
        parameters.put("counts", wallets.store().counts());
        parameters.put("now", clock.instant());
        if (template.equals("delivery.jte")) {
            parameters.put("ahead", describe(clock.ahead()));
            renderer.page(response, template, "Deliveries", PATH, parameters);
        } else {
            renderer.fragment(response, template, parameters);
        }
    }

    private void move(ServerRequest request, ServerResponse response) {
        var form = FormData.body(request);
        var step = STEPS.get(form.required("by"));
        if (step == null) {
            throw new IllegalArgumentException(
                    "The clock can be moved by 1m, 1h or 3d here. Use bin/simulator clock for other steps.");
        }
        var queued = wallets.store().count(RoundState.SETTLING);
        var confirmation = new Confirmation(
                "Move the clock by 3 days?",
                count(queued, "settlement is", "settlements are")
                        + " queued. Retries end after three days: what the wallet has"
                        + " not accepted by then goes to manual review (DEL-1), without another attempt.",
                "Move the clock by 3 days",
                PATH);
        if (step.compareTo(RETRY_WINDOW) < 0
                || queued == 0
                || confirmation.isGiven(form, request, response, renderer, PATH)) {
            clock.forward(step);
            PageRenderer.redirect(response, PATH);
        }
    }

    /** Moves the clock to the time of the next attempt, which is then made at once. */
    private void stepToNextAttempt(ServerResponse response) {
        var next = wallets.store().queue(1).stream()
                .findFirst()
                .map(Round::nextAt)
                .orElseThrow(
                        () -> new IllegalArgumentException("No settlement is queued, so there is no next attempt."));
        var wait = Duration.between(clock.instant(), next);
        if (wait.isPositive()) {
            clock.forward(wait);
        } else {
            wallets.deliveries().wake();
        }
        PageRenderer.redirect(response, PATH);
    }

    private void returnToRealTime(ServerRequest request, ServerResponse response) {
        var queued = wallets.store().count(RoundState.SETTLING);
        var confirmation = new Confirmation(
                "Return to real time?",
                "The clock goes back by " + describe(clock.ahead()) + ". "
                        + count(queued, "queued settlement keeps its", "queued settlements keep their")
                        + " distance to the next attempt. Manual review stays as it is, and campaigns that had ended"
                        + " run again.",
                "Return to real time",
                PATH);
        if (clock.ahead().isZero() || confirmation.isGiven(request, response, renderer, PATH)) {
            wallets.returnToRealTime();
            PageRenderer.redirect(response, PATH);
        }
    }

    private static String count(long number, String one, String many) {
        return number + " " + (number == 1 ? one : many);
    }

    private void now(ServerRequest request, ServerResponse response) {
        wallets.store().retryNow(round(request));
        wallets.deliveries().wake();
        PageRenderer.redirect(response, PATH);
    }

    private void resend(ServerRequest request, ServerResponse response) {
        var round = round(request);
        wallets.deliveries().claim(round);
        try {
            wallets.deliveries().reconciliation().resend(round);
        } finally {
            wallets.deliveries().release(round);
        }
        PageRenderer.redirect(response, "/rounds/" + Segment.of(round));
    }

    private void close(ServerRequest request, ServerResponse response) {
        var id = round(request);
        var form = FormData.body(request);
        var note = form.required("note");
        if (note.length() > LONGEST_NOTE) {
            throw new IllegalArgumentException(
                    "The note has " + note.length() + " characters. Enter at most " + LONGEST_NOTE + ".");
        }
        var review = wallets.deliveries().reconciliation();
        var debt = Debt.of(review.inReview(id), wallets.store().history(id));
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
        if (confirmation.isGiven(form, request, response, renderer, PATH)) {
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

    /** Returns the time until an attempt is due, as the page's script counts it down. */
    static String in(Duration until) {
        var seconds = until.toSeconds();
        if (seconds <= 0) {
            return "now";
        }
        return seconds < 60
                ? "in " + seconds + " s"
                : seconds < 3600
                        ? "in " + until.toMinutes() + " min " + until.toSecondsPart() + " s"
                        : "in " + until.toHours() + " h " + until.toMinutesPart() + " min";
    }

    /** Returns a duration such as "3 days 2 h". */
    static String describe(Duration duration) {
        if (duration.isZero()) {
            return "not moved";
        }
        var text = part(duration.toDays(), duration.toDays() == 1 ? "day" : "days")
                + part(duration.toHoursPart(), "h")
                + part(duration.toMinutesPart(), "min");
        return text.isEmpty() ? duration.toSeconds() + " s" : text.strip();
    }

    private static String part(long count, String unit) {
        return count == 0 ? "" : count + " " + unit + " ";
    }
}
