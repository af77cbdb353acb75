package dev.operatorkit.simulator.scenario;

import dev.operatorkit.conformance.client.Scenario;
import dev.operatorkit.conformance.client.Scenario.Setup;
import java.io.IOException;
import java.net.URI;

/** Lets the client under test do the task of a scenario. */
@FunctionalInterface
public interface Actor {
    /**
     * Reports the output and the end of the client.
     *
     * @param output what it wrote, as far as it was seen
     * @param end how it ended, in words; empty when it ended well
     */
    record Outcome(String output, String end) {}

    /** Returns when the task is done, or given up. */
    Outcome act(Scenario scenario, Setup setup, URI base) throws IOException, InterruptedException;
}
