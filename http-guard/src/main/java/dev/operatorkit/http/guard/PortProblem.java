package dev.operatorkit.http.guard;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;

/** Finds out whether a server can listen, and why not. Helidon would only log it, with a stack trace. */
final class PortProblem {
    private PortProblem() {}

    /** Throws an IllegalStateException that says in one line what is wrong with a port and what to do. */
    static void requireUsable(String host, int port, String option) {
        if (port == 0) {
            return;
        }
        try (var trial = new ServerSocket()) {
            trial.setReuseAddress(true); // as Helidon listens: connections that have ended do not count
            trial.bind(new InetSocketAddress(InetAddress.getByName(host), port));
        } catch (IOException e) {
            throw new IllegalStateException(describe(host, port, option, String.valueOf(e.getMessage())));
        }
    }

    /** Returns whether a server that listens on this host serves only this machine. */
    static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }

    private static String describe(String host, int port, String option, String message) {
        var isInUse = message.contains("already in use");
        return "Port " + port + " of " + host + (isInUse ? " is in use" : " cannot be used: " + message) + ". "
                + (isInUse ? "Stop the program that uses it, or choose" : "Choose") + " another port with " + option
                + "; 0 takes a free one.";
    }
}
