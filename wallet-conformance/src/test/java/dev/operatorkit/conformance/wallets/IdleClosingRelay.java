package dev.operatorkit.conformance.wallets;

import java.io.IOException;
import java.net.Socket;

/** Keeps a connection open after a response, and closes it when the next request arrives on it: that request never reaches the wallet. */
public final class IdleClosingRelay implements WalletProxy.Relay {
    private static final class Exchanges {
        volatile boolean isAnswered;
    }

    @Override
    public void relay(Socket client, Socket server) throws IOException {
        var exchanges = new Exchanges();
        Thread.ofVirtual().start(() -> passResponses(client, server, exchanges));
        var bytes = new byte[65_536];
        var in = client.getInputStream();
        for (var n = in.read(bytes); n >= 0 && !exchanges.isAnswered; n = in.read(bytes)) {
            server.getOutputStream().write(bytes, 0, n);
        }
    }

    private static void passResponses(Socket client, Socket server, Exchanges exchanges) {
        try {
            var bytes = new byte[65_536];
            var in = server.getInputStream();
            for (var n = in.read(bytes); n >= 0; n = in.read(bytes)) {
                exchanges.isAnswered = true;
                client.getOutputStream().write(bytes, 0, n);
            }
        } catch (IOException e) {
            // The other direction ends as well.
        }
    }
}
