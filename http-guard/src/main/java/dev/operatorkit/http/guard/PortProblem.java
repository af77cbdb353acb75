package dev.operatorkit.http.guard;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Finds out whether servers can listen, and why not. Helidon would only log it, with a stack trace. */
public final class PortProblem {
    private PortProblem() {}

    /**
     * Names a port that a server is going to listen on.
     *
     * @param host the address to listen on
     * @param number the port; 0 for any that is free, and less for none
     * @param option the option that sets it
     */
    public record Port(String host, int number, String option) {}

    /**
     * Throws an IllegalStateException that says in one line what is wrong with a port and what to do. A program with several ports,
     * or with files, calls this before anything else, so that a start that fails leaves nothing behind. Afterwards the ports are
     * free again: a caller that could connect before the program serves would wait for it.
     */
    public static void requireUsable(Port... ports) {
        Deque<ServerSocket> trials = new ArrayDeque<>();
        try {
            for (var port : ports) {
                if (port.number() >= 0) {
                    trials.push(new ServerSocket());
                    bind(trials.element(), port, List.of(ports));
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException("A socket cannot be opened: " + e.getMessage(), e);
        } finally {
            trials.forEach(PortProblem::close);
        }
    }

    private static void bind(ServerSocket trial, Port port, List<Port> all) {
        try {
            trial.setReuseAddress(true); // as Helidon listens: connections that have ended do not count
            trial.bind(new InetSocketAddress(InetAddress.getByName(port.host()), port.number()));
        } catch (IOException e) {
            throw new IllegalStateException(describe(port, all, String.valueOf(e.getMessage())));
        }
    }

    private static void close(ServerSocket trial) {
        try {
            trial.close();
        } catch (IOException e) {
            // No client has connected to it, and the next bind reports whether the port is free.
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

    private static String describe(Port port, List<Port> all, String message) {
        var what = "Port " + port.number() + " of " + port.host();
        if (!message.contains("already in use")) {
            return what + " cannot be used: " + message + ". Choose another address, or another port with "
                    + port.option() + ".";
        }
        var choose = " another port with " + port.option() + "; 0 takes a free one.";
        return all.stream()
                .limit(all.indexOf(port))
                .filter(other -> other.number() == port.number())
                .findFirst()
                .map(other -> what + " is given with " + other.option() + " too. Choose" + choose)
                .orElse(what + " is in use. Stop the program that uses it, or choose" + choose);
    }
}
