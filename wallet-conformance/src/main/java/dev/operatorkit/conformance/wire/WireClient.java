package dev.operatorkit.conformance.wire;

import dev.operatorkit.conformance.transport.CallLimits;
import dev.operatorkit.conformance.transport.HttpTransport;
import dev.operatorkit.conformance.transport.Resolver;
import dev.operatorkit.conformance.transport.Sending;
import dev.operatorkit.conformance.transport.TrustedCertificates;
import dev.operatorkit.conformance.transport.WireResult;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Sends exactly what a case wrote over HTTP/1.1: doubled headers, odd paths, false lengths. Connections are reused. */
public final class WireClient implements AutoCloseable {
    private static final Duration IN_PIECES = Duration.ofMillis(24);
    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final int MAX_HEAD_BYTES = 1 << 16;
    private static final int MAX_BODY_BYTES = 1 << 20;

    /** The note of an exchange whose request was sent twice. */
    static final String SENT_AGAIN = "sent again: the wallet had closed the idle connection";

    private final WalletAddress address;
    private final Secret secret;
    private final Duration pause;
    private final Clock clock;
    private final HttpTransport transport;

    /** Creates a client that calls {@code address}, each call within {@code timeout} and after {@code pause}. */
    public WireClient(
            WalletAddress address,
            Secret secret,
            TrustedCertificates trust,
            Duration timeout,
            Duration pause,
            Clock clock) {
        this.address = address;
        this.secret = secret;
        this.pause = pause;
        this.clock = clock;
        this.transport = new HttpTransport(
                address.endpoint(),
                new CallLimits(CONNECT, timeout, MAX_HEAD_BYTES, MAX_BODY_BYTES),
                trust,
                anyAddress -> Optional.empty(),
                Resolver.SYSTEM);
    }

    /** Returns the address of the wallet. */
    public WalletAddress address() {
        return address;
    }

    /** Returns the current time in milliseconds, by the clock that makes the timestamps. */
    public long millis() {
        return clock.millis();
    }

    /** Signs and sends a request; throws {@link NoResponse} when no readable response arrived in time. */
    public WalletResponse send(Request request) {
        return send(request, () -> true);
    }

    /**
     * Signs and sends a request.
     *
     * @param maySendAgain asked when the wallet closed a kept connection without a response: false when it was not merely idle, so
     *     that the request has no response
     */
    public WalletResponse send(Request request, BooleanSupplier maySendAgain) {
        pauseBeforeCall();
        var at = clock.instant();
        var sent = transport.send(
                () -> SignedRequest.of(request, address, secret, clock.millis()), sending(request), maySendAgain);
        var result = sent.result();
        var note = sent.resends() == 0 ? "" : SENT_AGAIN;
        if (result instanceof WireResult.NoResponse silence) {
            note = (note + " " + silence.detail()).strip();
        }
        var signed = sent.request();
        var exchange = new Exchange(at, signed, signed.bytes(), result.raw(), sent.nanos() / 1000, note);
        return switch (result) {
            case WireResult.Answered answered -> new WalletResponse(answered, exchange);
            case WireResult.NoResponse silence -> throw new NoResponse(silence, exchange);
        };
    }

    private static Sending sending(Request request) {
        if (request.pieces) {
            return new Sending(true, IN_PIECES, Sending.Cut.NONE);
        }
        return request.fresh ? Sending.ALONE : Sending.USUAL;
    }

    private void pauseBeforeCall() {
        if (pause.isPositive()) {
            try {
                Thread.sleep(pause);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void close() {
        transport.close();
    }
}
