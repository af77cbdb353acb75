package dev.operatorkit.simulator.http;

import dev.operatorkit.http.guard.WatchedConnection;
import io.helidon.common.uri.UriQuery;
import io.helidon.http.Header;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.http.ServerResponseTrailers;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.function.UnaryOperator;

/**
 * Responds to HEAD with what the handler of GET sends: the same status and headers, including the length of the body if
 * it has one, but no body. Helidon would send the body, and the client would read it as the beginning of the next response.
 */
final class HeadResponse implements ServerResponse {
    private static final byte[] NOTHING = {};

    private final ServerResponse response;

    HeadResponse(ServerResponse response) {
        this.response = response;
    }

    @Override
    public ServerResponse status(Status status) {
        response.status(status);
        return this;
    }

    @Override
    public Status status() {
        return response.status();
    }

    @Override
    public ServerResponse header(Header header) {
        response.header(header);
        return this;
    }

    @Override
    public void send() {
        response.send();
    }

    @Override
    public void send(byte[] bytes) {
        if (bytes.length > 0) {
            response.headers().contentLength(bytes.length);
        }
        response.send(NOTHING);
    }

    @Override
    public void send(byte[] bytes, int position, int length) {
        send(Arrays.copyOfRange(bytes, position, position + length));
    }

    @Override
    public void send(Object entity) {
        throw new UnsupportedOperationException("Routes send bytes, whose number a HEAD can tell");
    }

    @Override
    public boolean isSent() {
        return response.isSent();
    }

    /** Sends the headers of a stream; writing to the stream then fails as if the client had disconnected. */
    @Override
    public OutputStream outputStream() {
        WatchedConnection.current().ifPresent(WatchedConnection::omitLength);
        response.send(NOTHING);
        return new OutputStream() {
            @Override
            public void write(int octet) throws IOException {
                throw new IOException("A HEAD reads no body");
            }
        };
    }

    @Override
    public long bytesWritten() {
        return response.bytesWritten();
    }

    @Override
    public ServerResponse whenSent(Runnable listener) {
        response.whenSent(listener);
        return this;
    }

    @Override
    public ServerResponse reroute(String newPath) {
        response.reroute(newPath);
        return this;
    }

    @Override
    public ServerResponse reroute(String path, UriQuery query) {
        response.reroute(path, query);
        return this;
    }

    @Override
    public ServerResponse next() {
        response.next();
        return this;
    }

    @Override
    public ServerResponseHeaders headers() {
        return response.headers();
    }

    @Override
    public ServerResponseTrailers trailers() {
        return response.trailers();
    }

    @Override
    public void streamResult(String result) {
        response.streamResult(result);
    }

    @Override
    public void streamFilter(UnaryOperator<OutputStream> filterFunction) {
        response.streamFilter(filterFunction);
    }
}
