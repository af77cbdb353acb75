package dev.operatorkit.benchmarks.wallet;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Keeps every core of the machine busy, as on a server that others use too. */
final class Neighbours implements AutoCloseable {
    private final List<Process> processes = new ArrayList<>();

    /** Starts one busy process for each core. */
    static Neighbours start() throws IOException {
        var neighbours = new Neighbours();
        for (var core = 0; core < Runtime.getRuntime().availableProcessors(); core++) {
            neighbours.processes.add(new ProcessBuilder("sh", "-c", "while :; do :; done").start());
        }
        return neighbours;
    }

    static Neighbours none() {
        return new Neighbours();
    }

    @Override
    public void close() {
        processes.forEach(Process::destroyForcibly);
        processes.forEach(process -> process.onExit().join());
    }
}
