package dev.operatorkit.simulator.console;

import dev.operatorkit.simulator.SimulatorClock;
import dev.operatorkit.simulator.operator.Operators;
import io.helidon.webserver.http.HttpRouting;
import java.util.List;
import java.util.Map;

/** All pages, under the simulator's own address. */
public final class Console {
    private final Operators operators;
    private final Shell shell;

    /** Shows these parts of a simulator. */
    public Console(SimulatorClock clock, Operators operators) {
        this.operators = operators;
        this.shell = new Shell(clock, List::of);
    }

    /** The routes of every page. */
    public void routing(HttpRouting.Builder routing) {
        Assets.routing(routing);
        ReferencePage.routing(routing, shell);
        routing.get(
                "/",
                (request, response) ->
                        shell.page(response, "overview.jte", "Overview", "/", Map.of("operators", operators.all())));
    }
}
