package dev.operatorkit.simulator.console;

import dev.operatorkit.simulator.RoundState;
import dev.operatorkit.simulator.SimulatorClock;
import dev.operatorkit.simulator.http.Routes;
import dev.operatorkit.simulator.round.CallbackEngine;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Shows the retry queue, the simulator's clock and manual review (DEL-1, D-33). */
final class DeliveryPage {
    private static final int SHOWN = 200;
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
        routes.get("/delivery", (request, response) -> show(response, "delivery.jte"));
        routes.get("/delivery/queues", (request, response) -> show(response, "delivery_queues.jte"));
        routes.post("/delivery/clock", this::move);
        routes.post("/delivery/{round}/now", this::now);
        routes.post("/delivery/{round}/resend", this::resend);
        routes.post("/delivery/{round}/close", this::close);
    }

    private void show(ServerResponse response, String template) {
        var parameters = new HashMap<String, Object>();
        parameters.put("queue", wallets.store().queue(SHOWN));
        parameters.put("review", wallets.store().inState(RoundState.REVIEW, SHOWN));
        parameters.put("counts", wallets.store().counts());
        parameters.put("ahead", describe(clock.ahead()));
        parameters.put("now", clock.instant());
        if (template.equals("delivery.jte")) {
            renderer.page(response, template, "Delivery", "/delivery", parameters);
        } else {
            parameters.remove("ahead");
            renderer.fragment(response, template, parameters);
        }
    }

    private void move(ServerRequest request, ServerResponse response) {
        var step = STEPS.get(FormData.body(request).required("by"));
        if (step == null) {
            throw new IllegalArgumentException(
                    "The clock can be moved by 1m, 1h or 3d here. Use bin/simulator clock for other steps.");
        }
        clock.forward(step);
        PageRenderer.redirect(response, "/delivery");
    }

    private void now(ServerRequest request, ServerResponse response) {
        wallets.store().retryNow(round(request));
        wallets.deliveries().wake();
        PageRenderer.redirect(response, "/delivery");
    }

    private void resend(ServerRequest request, ServerResponse response) {
        var round = round(request);
        wallets.deliveries().reconciliation().resend(round);
        PageRenderer.redirect(response, "/rounds/" + FormData.encode(round));
    }

    private void close(ServerRequest request, ServerResponse response) {
        var round = round(request);
        wallets.deliveries()
                .reconciliation()
                .close(round, FormData.body(request).text("note", ""));
        PageRenderer.redirect(response, "/rounds/" + FormData.encode(round));
    }

    private static String round(ServerRequest request) {
        return request.path().pathParameters().get("round");
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
