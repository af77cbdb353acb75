package dev.operatorkit.conformance.transport;

import dev.operatorkit.conformance.transport.Sending.Cut;
import dev.operatorkit.conformance.transport.WireResult.Cause;
import dev.operatorkit.conformance.transport.WireResult.NoResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Calls one server over HTTP/1.1: sends bytes as they are, with a fault on purpose if asked, and returns every byte received. It
 * follows no redirects, decodes nothing but chunks, and limits responses in size and time. It is thread-safe and made for virtual
 * threads.
 */
public final class HttpTransport implements Transport {
    // Shorter than the idle timeout of usual servers, so that a kept connection is rarely closed.
    private static final Duration MAX_IDLE = Duration.ofSeconds(2);
    private static final byte[] NOTHING = {};

    private final CallLimits limits;
    private final Connector connector;
    private final ConcurrentLinkedDeque<Connection> idle = new ConcurrentLinkedDeque<>();
    private volatile boolean closed;

    /**
     * Creates a transport to one server.
     *
     * @param refusal returns why an address must not be called, or empty if it may
     */
    public HttpTransport(
            Endpoint endpoint,
            CallLimits limits,
            TrustedCertificates trust,
            Function<InetAddress, Optional<String>> refusal,
            Resolver resolver) {
        this.limits = limits;
        this.connector = new Connector(endpoint, limits, trust, refusal, resolver);
    }

    @Override
    public <R extends RawRequest> Transmission<R> send(Supplier<R> signing, Sending sending) {
        return send(signing, sending, () -> true);
    }

    /**
     * Sends a request and returns its result.
     *
     * @param maySendAgain asked when a kept connection ended before the first byte of a response: false ends the call without one
     */
    public <R extends RawRequest> Transmission<R> send(
            Supplier<R> signing, Sending sending, BooleanSupplier maySendAgain) {
        var start = System.nanoTime();
        var request = signing.get();
        if (sending.cut() == Cut.BEFORE_SEND) {
            var dropped = new NoResponse(Cause.CUT, "dropped before it was sent", NOTHING);
            return new Transmission<>(request, dropped, System.nanoTime() - start, 0);
        }
        var deadline = new Deadline(limits.call().plus(sending.slowness()));
        Connection kept = null;
        WireResult result;
        try {
            kept = sending.alone() ? null : takeIdle();
            result = exchange(kept, request.bytes(), sending, deadline);
        } catch (CallException e) {
            result = noResponse(e, NOTHING);
        }
        var nanos = System.nanoTime() - start;
        // A kept connection that ends before the first byte of a response proves nothing about the server. Sending
        // again is safe, since every movement is idempotent (IDM-1), and it is reported.
        if (kept == null || !isEndedWithoutResponse(result) || !maySendAgain.getAsBoolean()) {
            return new Transmission<>(request, result, nanos, 0);
        }
        request = signing.get();
        // The time that the question took does not count.
        var rest = new Deadline(limits.call().plus(sending.slowness()).minusNanos(nanos));
        result = afterSending(exchange(null, request.bytes(), sending, rest));
        return new Transmission<>(request, result, System.nanoTime() - start, 1);
    }

    /** Returns the result of sending again. Without a connection it is not known that nothing was sent: the first request may have arrived. */
    private static WireResult afterSending(WireResult again) {
        return again instanceof NoResponse silence && silence.cause().isBeforeSend()
                ? new NoResponse(
                        Cause.CLOSED,
                        "the connection was closed, and the request could not be sent again: " + silence.detail(),
                        silence.raw(),
                        silence.exception())
                : again;
    }

    private static boolean isEndedWithoutResponse(WireResult result) {
        return result instanceof NoResponse silence && silence.cause() == Cause.CLOSED && silence.raw().length == 0;
    }

    /** Sends a request on a kept connection, or on a new one if that is null. */
    private WireResult exchange(@Nullable Connection kept, byte[] request, Sending sending, Deadline deadline) {
        try {
            return exchangeOn(kept == null ? connector.connect(deadline) : kept, request, sending, deadline);
        } catch (CallException e) {
            return noResponse(e, NOTHING);
        }
    }

    private WireResult exchangeOn(Connection connection, byte[] request, Sending sending, Deadline deadline) {
        var reader = new ResponseReader(connection, limits);
        var keep = false;
        try {
            connection.begin(deadline);
            if (sending.cut() == Cut.MIDWAY) {
                connection.resetMidway(request);
                return new NoResponse(Cause.CUT, "reset after half of the request", NOTHING);
            }
            if (sending.cut() == Cut.AFTER_SEND) {
                connection.sendAll(request);
                return new NoResponse(Cause.CUT, "closed after the request", NOTHING);
            }
            if (sending.slowness().isZero()) {
                connection.send(request);
            } else {
                connection.trickle(request, sending.slowness());
            }
            var answer = reader.read(isHead(request));
            if (sending.cut() == Cut.AFTER_ANSWER) {
                return NoResponse.dropping(answer);
            }
            keep = reader.isReusable() && connection.isSent() && !sending.alone() && !closed;
            return answer;
        } catch (SocketTimeoutException e) {
            return new NoResponse(Cause.TIMEOUT, "the response was not complete in time", reader.raw(), e);
        } catch (CallException e) {
            return noResponse(e, reader.raw());
        } catch (IOException e) {
            var message = e.getMessage();
            var detail = message == null ? e.getClass().getSimpleName() : message;
            return new NoResponse(Cause.CLOSED, detail, reader.raw(), e);
        } finally {
            if (keep) {
                connection.markIdle();
                idle.push(connection);
            } else {
                connection.close();
            }
        }
    }

    private static boolean isHead(byte[] request) {
        return new String(request, 0, Math.min(5, request.length), StandardCharsets.US_ASCII).equals("HEAD ");
    }

    private static NoResponse noResponse(CallException e, byte[] raw) {
        return new NoResponse(e.cause(), String.valueOf(e.getMessage()), raw, e.getCause());
    }

    /** Returns a kept connection; throws when the server sent unrequested bytes on one that are not an HTTP response. */
    private @Nullable Connection takeIdle() throws CallException {
        for (var connection = idle.poll(); connection != null; connection = idle.poll()) {
            if (!connection.isIdleLongerThan(MAX_IDLE) && !connection.isStale()) {
                return connection;
            }
            var unsolicited = connection.drainUnsolicited().strip();
            connection.close();
            if (!unsolicited.isEmpty() && !unsolicited.startsWith("HTTP/")) {
                throw new CallException(Cause.NOT_HTTP, "after its last response the server sent more: " + unsolicited);
            }
        }
        return null;
    }

    @Override
    public void close() {
        closed = true;
        for (var connection = idle.poll(); connection != null; connection = idle.poll()) {
            connection.close();
        }
    }
}
