package dev.operatorkit.house.programs;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** Chooses ports for programs that are told theirs before they bind it. */
public final class FreePort {
    /** Lies below the ports that systems give to everyone who asks for any: no process takes the chosen one in the meantime. */
    private static final int FIRST = 20_000;

    private static final int PAST_LAST = 32_000;
    private static final int TRIES = 100;

    private FreePort() {}

    /** Returns a port that is free and is not given to a program that asks for any port. */
    public static int choose() throws IOException {
        for (var i = 0; i < TRIES; i++) {
            var port = ThreadLocalRandom.current().nextInt(FIRST, PAST_LAST);
            try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (IOException e) {
                // in use: another is tried
            }
        }
        throw new IOException("No port from " + FIRST + " to " + PAST_LAST + " is free.");
    }
}
