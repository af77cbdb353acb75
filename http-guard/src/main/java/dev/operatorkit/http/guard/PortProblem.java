package dev.operatorkit.http.guard;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Finds out why a server could not listen, which Helidon only logs. */
final class PortProblem {
    private PortProblem() {}

    /** Returns in one line what is wrong with a port and what to do. */
    static String describe(String host, int port, String option) {
        try (var trial = new ServerSocket(port, 1, InetAddress.getByName(host))) {
            return "Port " + trial.getLocalPort() + " of " + host + " was in use, and is free again. Start once more.";
        } catch (IOException e) {
            var message = String.valueOf(e.getMessage());
            var isInUse = message.contains("already in use");
            return "Port " + port + " of " + host + (isInUse ? " is in use" : " cannot be used: " + message) + ". "
                    + (isInUse ? "Stop the program that uses it, or choose" : "Choose") + " another port with " + option
                    + "; 0 takes a free one.";
        }
    }
}
