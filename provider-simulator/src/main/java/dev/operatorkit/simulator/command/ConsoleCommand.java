package dev.operatorkit.simulator.command;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Runs {@code simulator console}: prints a new link to the console of a running simulator. */
@Command(
        name = "console",
        description = {
            "Prints a link that opens the console of a running simulator in a browser.",
            "It works once, and the link before it no longer does."
        })
final class ConsoleCommand implements Callable<Integer> {
    @Mixin
    RunningSimulator simulator = new RunningSimulator();

    @Override
    public Integer call() {
        var link = simulator.change("POST", "/admin/console-link", RunningSimulator.body());
        simulator.out().println(simulator.uri(link.path("path").asText()));
        return 0;
    }
}
