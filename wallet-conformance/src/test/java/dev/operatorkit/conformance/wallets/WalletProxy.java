package dev.operatorkit.conformance.wallets;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;

/** Stands in front of a wallet, and keeps its address while the wallet is replaced, as happens when a wallet is fixed. */
public final class WalletProxy implements AutoCloseable {
    private final ServerSocket listener;
    private final Relay relay;
    private volatile URI wallet;

    /** Passes on what one connection carries, until one of the two ends it. */
    public interface Relay {
        void relay(Socket client, Socket server) throws IOException;
    }

    public WalletProxy(String wallet, Relay relay) {
        this.wallet = URI.create(wallet);
        this.relay = relay;
        try {
            listener = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::accept);
    }

    /** Creates a proxy that changes nothing. */
    public static WalletProxy of(ConfigurableWallet wallet) {
        return new WalletProxy(wallet.address(), WalletProxy::copy);
    }

    /** Passes new connections on to this wallet. */
    public void switchTo(ConfigurableWallet other) {
        wallet = URI.create(other.address());
    }

    public String address() {
        return "http://127.0.0.1:" + listener.getLocalPort() + wallet.getPath();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                var client = listener.accept();
                Thread.ofVirtual().start(() -> pass(client));
            } catch (IOException e) {
                return; // closed
            }
        }
    }

    private void pass(Socket client) {
        try (client;
                var server = new Socket(wallet.getHost(), wallet.getPort())) {
            relay.relay(client, server);
        } catch (IOException e) {
            // One of the two closed its connection, and so is the other closed.
        }
    }

    private static void copy(Socket client, Socket server) throws IOException {
        Thread.ofVirtual().start(() -> copyRequests(client, server));
        server.getInputStream().transferTo(client.getOutputStream());
    }

    private static void copyRequests(Socket client, Socket server) {
        try {
            client.getInputStream().transferTo(server.getOutputStream());
            server.shutdownOutput();
        } catch (IOException e) {
            // The other direction ends as well.
        }
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
