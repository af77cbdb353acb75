package dev.operatorkit.simulator.console;

import dev.operatorkit.conformance.report.VisibleText;
import dev.operatorkit.simulator.CallbackKind;
import dev.operatorkit.simulator.Fault;
import dev.operatorkit.simulator.FaultKind;
import dev.operatorkit.simulator.Faults;
import dev.operatorkit.simulator.http.Routes;
import dev.operatorkit.simulator.operator.Operator;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;
import java.util.List;
import java.util.NoSuchElementException;

/** Switches faults on and off and shows how often each was applied. */
record FaultsPage(PageRenderer renderer, ConsoleParts parts) {
    record View(List<Operator> operators, List<Fault> faults, String problem) {}

    void routing(Routes routes) {
        routes.get("/faults", (request, response) -> show(response, ""));
        routes.post("/faults", this::switchOn);
        routes.post("/faults/off", (request, response) -> {
            parts.engine().faults().switchOffAll();
            PageRenderer.redirect(response, "/faults");
        });
        routes.post("/faults/{id}/off", this::switchOff);
    }

    /** Returns a description of each active fault, for the banner on every page. */
    static List<String> describe(Faults faults) {
        return faults.active().stream().map(FaultsPage::describe).toList();
    }

    private static String describe(Fault fault) {
        var callback = fault.callback() == null ? "" : " on " + PageText.words(fault.callback());
        var player = fault.player() == null ? "" : " for " + VisibleText.line(fault.player());
        var remaining = fault.times() == Fault.UNTIL_SWITCHED_OFF ? "until switched off" : fault.times() + " remaining";
        return PageText.words(fault.kind()) + callback + player + ", " + remaining + ", applied " + fault.timesApplied()
                + "×";
    }

    private void show(ServerResponse response, String problem) {
        renderer.page(
                response,
                "faults.jte",
                "Faults",
                "/faults",
                new View(parts.operators().all(), parts.engine().faults().all(), problem));
    }

    private void switchOn(ServerRequest request, ServerResponse response) {
        var form = FormData.body(request);
        try {
            var seconds = form.number("seconds");
            parts.engine()
                    .faults()
                    .switchOn(
                            FaultKind.valueOf(form.required("kind")),
                            form.find("operator"),
                            form.text("callback").map(CallbackKind::valueOf).orElse(null),
                            form.find("player"),
                            form.number("times", Fault.UNTIL_SWITCHED_OFF),
                            seconds.isEmpty() ? null : Duration.ofSeconds(seconds.getAsInt()));
            PageRenderer.redirect(response, "/faults");
        } catch (IllegalArgumentException e) {
            show(response, String.valueOf(e.getMessage()));
        }
    }

    private void switchOff(ServerRequest request, ServerResponse response) {
        var id = request.path().pathParameters().get("id");
        try {
            parts.engine().faults().switchOff(Long.parseLong(id));
        } catch (NumberFormatException e) {
            throw new NoSuchElementException("There is no fault '" + id + "'.", e);
        }
        PageRenderer.redirect(response, "/faults");
    }
}
