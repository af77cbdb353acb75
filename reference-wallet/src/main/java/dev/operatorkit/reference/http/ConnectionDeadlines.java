package dev.operatorkit.reference.http;

import io.helidon.common.buffers.BufferData;
import io.helidon.http.Headers;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http1.Http1ConnectionListener;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.util.Set;

/**
 * Tells how far each connection got, so that {@link Connections} can cut those whose request takes too long to arrive.
 *
 * <p>The server's own time-outs are for one read each: who sends a byte every few seconds could hold a connection for
 * ever (fault matrix H2). This one is for the whole request, from its first byte to the beginning of its answer.
 */
final class ConnectionDeadlines implements ServerConnectionSelector {
    private final ServerConnectionSelector http;
    private final Connections connections;
    private final Runnable done;

    /** Calls {@code done} after each request. */
    ConnectionDeadlines(ServerConnectionSelector http, Connections connections, Runnable done) {
        this.http = http;
        this.connections = connections;
        this.done = done;
    }

    /** To be told when an answer begins, and whether it is a connection's last. */
    static Http1ConnectionListener answers() {
        return new Http1ConnectionListener() {
            @Override
            public void headers(ConnectionContext context, Headers headers) {
                if (context instanceof WatchedConnection watched) {
                    watched.answered(headers);
                }
            }

            @Override
            public void data(ConnectionContext context, BufferData answer) {
                if (context instanceof WatchedConnection watched) {
                    watched.closesAsItSaid();
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
        var open = connections
                .find(ends)
                .orElseThrow(() -> new CloseConnectionException("it was cut before its first byte was read"));
        return new WatchedConnection(context, open, connections, http, done);
    }
}
