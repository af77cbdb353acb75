package dev.operatorkit.benchmarks.simulator;

import io.helidon.webserver.WebServer;

/** Runs a minimal Helidon server that responds to every request with one byte. */
public final class BareServer {
    private static final byte[] ONE_BYTE = {'x'};

    private BareServer() {}

    /** Prints its address and serves until the process is stopped. */
    public static void main(String[] args) {
        var server = WebServer.builder()
                .host("127.0.0.1")
                .port(0)
                .routing(routing -> routing.any((request, response) -> response.send(ONE_BYTE)))
                .connectionOptions(options -> options.tcpNoDelay(true))
                .build()
                .start();
        System.out.println("ready http://127.0.0.1:" + server.port());
    }
}
