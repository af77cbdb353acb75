package dev.operatorkit.http.guard;

import io.helidon.common.socket.SocketOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketOption;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Passes each accepted socket to {@link Connections}, before its handshake and before a thread is started for it. Only the socket
 * options get an accepted socket from Helidon
 * (<a href="../../../../../../../../docs/decisions/0043-slow-clients-are-seen-from-accept-on.md">decision 0043</a>).
 */
final class AcceptedSockets implements SocketOptions {
    private final SocketOptions options =
            SocketOptions.builder().tcpNoDelay(true).build();
    private final Connections connections;

    AcceptedSockets(Connections connections) {
        this.connections = connections;
    }

    /** Throws for a socket that is refused: Helidon closes it, and logs the exception as a trace only. */
    @Override
    public void configureSocket(SocketChannel accepted) {
        try {
            connections.accept(accepted);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        options.configureSocket(accepted);
    }

    @Override
    public Map<SocketOption<?>, Object> socketOptions() {
        return options.socketOptions();
    }

    @Override
    public Duration connectTimeout() {
        return options.connectTimeout();
    }

    @Override
    public Duration readTimeout() {
        return options.readTimeout();
    }

    @Override
    public Optional<Integer> socketReceiveBufferSize() {
        return options.socketReceiveBufferSize();
    }

    @Override
    public Optional<Integer> socketSendBufferSize() {
        return options.socketSendBufferSize();
    }

    @Override
    public boolean socketReuseAddress() {
        return options.socketReuseAddress();
    }

    @Override
    public boolean socketKeepAlive() {
        return options.socketKeepAlive();
    }

    @Override
    public boolean tcpNoDelay() {
        return options.tcpNoDelay();
    }
}
