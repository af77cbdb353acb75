package dev.operatorkit.simulator.command;

import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.server.Simulator;
import java.io.PrintWriter;
import java.util.Optional;

/** Prints where the simulator is and what to try next, for a person who has started it in a terminal. */
final class ServeBanner {
    private static final int DEFAULT_PORT = 9090;

    private ServeBanner() {}

    /** Prints the banner. It holds neither secrets nor tokens of players. */
    static void print(Simulator simulator, boolean ownTokenFile, PrintWriter out) {
        out.println();
        out.println("  Console   " + simulator.adminAddress() + "/");
        for (var operator : simulator.operators().all()) {
            out.println("  Operator  " + operator.id() + ", wallet " + wallet(operator));
        }
        var data = simulator.settings().data();
        out.println("  Data      " + (data == null ? "in memory" : data.toAbsolutePath()));
        out.println();
        out.println("  Try, in another terminal:");
        var options = options(simulator, ownTokenFile);
        out.println("    bin/simulator trigger round --token TOKEN --win 2.50" + options);
        out.println("    bin/simulator faults on drop-response --callback debit --times 1" + options);
        out.println("    bin/simulator log --follow" + options);
        out.println();
        out.println("  Each call is a line below. Ctrl-C stops the simulator.");
        out.println();
        out.flush();
    }

    private static String wallet(Operator operator) {
        return Optional.ofNullable(operator.wallet()).map(Object::toString).orElse("not set");
    }

    /** Returns the options with which the commands find this simulator. */
    private static String options(Simulator simulator, boolean ownTokenFile) {
        var address = simulator.adminAddress();
        return (address.getPort() == DEFAULT_PORT ? "" : " --simulator " + address)
                + (ownTokenFile ? " --admin-token-file FILE" : "");
    }
}
