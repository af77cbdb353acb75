package dev.operatorkit.simulator.scenario;

import dev.operatorkit.conformance.client.Scenario;
import dev.operatorkit.conformance.client.Scenario.Setup;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;

/** Announces each scenario to a person, who lets the client do the task. */
public final class PromptDriver implements Actor {
    private final BufferedReader in;
    private final PrintWriter out;

    /** Creates an actor that prints here and reads the answers there. */
    public PromptDriver(BufferedReader in, PrintWriter out) {
        this.in = in;
        this.out = out;
    }

    @Override
    public Outcome act(Scenario scenario, Setup setup, URI base) throws IOException {
        out.println();
        out.println(scenario.id() + ": " + scenario.testCase().title());
        out.println("  service  " + base);
        if (setup.task().action().equals("watch")) {
            out.print("Let the operator work as usual, then press Enter. ");
        } else {
            out.println("  do       " + setup.task().instruction());
            out.println("  task     " + setup.task().json(scenario.id()));
            out.print("Let your client do the task, then press Enter. ");
        }
        out.flush();
        return new Outcome("", in.readLine() == null ? "the input ended before it was done" : "");
    }
}
