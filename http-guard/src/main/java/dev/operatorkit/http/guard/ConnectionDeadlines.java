package dev.operatorkit.http.guard;

import io.helidon.common.buffers.BufferData;
import io.helidon.http.Headers;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http1.Http1ConnectionListener;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Wraps each socket in a {@link WatchedConnection}, so that {@link Connections} can close those whose request takes too
 * long.
 *
 * <p>The server's own timeouts apply to a single read: a caller that sends a byte every few seconds could hold a
 * connection forever (fault matrix H2). This one applies to the whole request, from its first byte to the beginning of
 * its response.
 */
final class ConnectionDeadlines implements ServerConnectionSelector {
    private final ServerConnectionSelector http;
    private final ServerBounds bounds;
    private final Supplier<RequestFraming> framing;

    ConnectionDeadlines(ServerConnectionSelector http, ServerBounds bounds, Supplier<RequestFraming> framing) {
        this.http = http;
        this.bounds = bounds;
        this.framing = framing;
    }

    /** Returns a listener that adjusts the headers of a request before it is routed. */
    static Http1ConnectionListener requests() {
        return new Http1ConnectionListener() {
            @Override
            public void headers(ConnectionContext context, Headers headers) {
                if (context instanceof WatchedConnection watched) {
                    watched.beginRequest(headers);
                }
            }
        };
    }

    /** Returns a listener that records when a response begins, and whether it is the last of its connection. */
    static Http1ConnectionListener responses() {
        return new Http1ConnectionListener() {
            @Override
            public void headers(ConnectionContext context, Headers headers) {
                if (context instanceof WatchedConnection watched) {
                    watched.beginResponse(headers);
                }
            }

            @Override
            public void data(ConnectionContext context, BufferData response) {
                if (context instanceof WatchedConnection watched) {
                    watched.closeAsAnnounced();
                }
            }
        };
    }

    @Override
    public int bytesToIdentifyConnection() {
        return http.bytesToIdentifyConnection();
    }

    @Override
    public Support supports(BufferData data) {
        return http.supports(data);
    }

    @Override
    public Set<String> supportedApplicationProtocols() {
        return http.supportedApplicationProtocols();
    }

    @Override
    public ServerConnection connection(ConnectionContext context) {
        var ends = new OpenConnection.Ends(
                context.remotePeer().address(), context.localPeer().address());
        var open = bounds.connections()
                .find(ends)
                .orElseThrow(
                        () -> new CloseConnectionException("the connection was closed before its first byte was read"));
        return new WatchedConnection(context, open, bounds, framing.get(), http);
    }
}
