package dev.operatorkit.simulator.console;

import dev.operatorkit.conformance.report.VisibleText;
import dev.operatorkit.simulator.CallbackKind;
import dev.operatorkit.simulator.Fault;
import dev.operatorkit.simulator.FaultKind;
import dev.operatorkit.simulator.Faults;
import dev.operatorkit.simulator.http.Routes;
import dev.operatorkit.simulator.operator.Operators;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** Switches faults on and off and shows how often each was applied. */
final class FaultsPage {
    private final PageRenderer renderer;
    private final Operators operators;
    private final Faults faults;

    FaultsPage(PageRenderer renderer, Operators operators, Faults faults) {
        this.renderer = renderer;
        this.operators = operators;
        this.faults = faults;
    }

    void routing(Routes routes) {
        routes.get("/faults", (request, response) -> show(response, null));
        routes.post("/faults", this::switchOn);
        routes.post("/faults/off", this::switchOffAll);
        routes.post("/faults/{id}/off", this::switchOff);
    }

    /** Returns a description of each active fault, for the banner on every page. */
    static List<String> describe(Faults faults) {
        return faults.active().stream().map(FaultsPage::describe).toList();
    }

    /** Returns a description of one fault. */
    public static String describe(Fault fault) {
        var kind = fault.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        var callback =
                fault.callback() == null ? "" : " on " + fault.callback().name().toLowerCase(Locale.ROOT);
        var player = fault.player() == null ? "" : " for " + VisibleText.line(fault.player());
        var remaining = fault.times() == Fault.UNTIL_SWITCHED_OFF ? "until switched off" : fault.times() + " remaining";
        return kind + callback + player + ", " + remaining + ", applied " + fault.timesApplied() + "×";
    }

    private void show(ServerResponse response, @Nullable String problem) {
        var parameters = new HashMap<String, Object>();
        parameters.put("operators", operators.all());
        parameters.put("on", faults.all());
        PageRenderer.putIfPresent(parameters, "problem", problem);
        renderer.page(response, "faults.jte", "Faults", "/faults", parameters);
    }

    private void switchOn(ServerRequest request, ServerResponse response) {
        var form = FormData.body(request);
        try {
            var seconds = form.number("seconds");
            faults.switchOn(
                    FaultKind.valueOf(form.required("kind")),
                    form.text("operator").orElse(null),
                    form.text("callback").map(CallbackKind::valueOf).orElse(null),
                    form.text("player").orElse(null),
                    form.number("times", Fault.UNTIL_SWITCHED_OFF),
                    seconds == null ? null : Duration.ofSeconds(seconds));
            PageRenderer.redirect(response, "/faults");
        } catch (IllegalArgumentException e) {
            show(response, e.getMessage());
        }
    }

    private void switchOff(ServerRequest request, ServerResponse response) {
        var id = request.path().pathParameters().get("id");
        try {
            faults.switchOff(Long.parseLong(id));
        } catch (NumberFormatException e) {
            throw new NoSuchElementException("There is no fault '" + id + "'.", e);
        }
        PageRenderer.redirect(response, "/faults");
    }

    private void switchOffAll(ServerRequest request, ServerResponse response) {
        faults.switchOffAll();
        PageRenderer.redirect(response, "/faults");
    }
}
