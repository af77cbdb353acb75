package dev.operatorkit.simulator.wallet;

import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.signing.Signer;
import dev.operatorkit.simulator.wallet.Connector.TlsException;
import dev.operatorkit.simulator.wallet.TransportFault.Cut;
import dev.operatorkit.simulator.wallet.WireResult.Cause;
import dev.operatorkit.simulator.wallet.WireResult.NoResponse;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Calls one operator's wallet: signs each call with a new timestamp (D-33), sends it and returns every byte. It follows no
 * redirects, decodes nothing, and limits responses in size and time. It is thread-safe and made for virtual threads.
 */
public final class WalletCaller implements AutoCloseable {
    // Shorter than the idle timeout of usual servers, so that a kept connection is rarely closed.
    private static final Duration LONGEST_IDLE = Duration.ofSeconds(2);
    private static final byte[] NOTHING = {};

    private final WalletAddress address;
    private final Signer signer;
    private final Clock clock;
    private final CallLimits limits;
    private final Connector connector;
    private final ConcurrentLinkedDeque<Connection> idle = new ConcurrentLinkedDeque<>();
    private final LongAdder resends = new LongAdder();
    private volatile TlsVerdict tls;
    private volatile boolean closed;

    /**
     * Creates a caller for one wallet.
     *
     * @param clock the system clock, used for timestamps even if the simulator's clock was moved
     */
    public WalletCaller(
            WalletAddress address, SecretKeys keys, Clock clock, CallLimits limits, TargetPolicy policy, Trust trust) {
        this(address, keys, clock, limits, policy, trust, Resolver.SYSTEM);
    }

    WalletCaller(
            WalletAddress address,
            SecretKeys keys,
            Clock clock,
            CallLimits limits,
            TargetPolicy policy,
            Trust trust,
            Resolver resolver) {
        this.address = address;
        this.signer = new Signer(keys);
        this.clock = clock;
        this.limits = limits;
        this.connector = new Connector(address, policy, trust, resolver, limits);
        this.tls = address.tls() ? TlsVerdict.UNREACHABLE : TlsVerdict.PLAIN_HTTP;
    }

    /** Returns the address of the wallet. */
    public WalletAddress address() {
        return address;
    }

    /** Returns the certificate verdict of the newest connection (GEN-1). */
    public TlsVerdict tlsVerdict() {
        return tls;
    }

    /** Returns the number of calls sent again because a kept connection was closed. */
    public long resends() {
        return resends.sum();
    }

    /** Sends a callback without faults. */
    public Exchange call(Callback callback) {
        return call(callback, TransportFault.PLAIN);
    }

    /** Sends a callback with a transport fault. Never throws for wallet errors. */
    public Exchange call(Callback callback, TransportFault manner) {
        var start = System.nanoTime();
        var request = sign(callback, manner);
        if (manner.cut() == Cut.BEFORE_SEND) {
            return request.exchange(new NoResponse(Cause.CUT, "dropped before it was sent", NOTHING), start, 0);
        }
        var deadline = new Deadline(limits.call().plus(manner.slowBody()));
        var kept = takeIdle();
        if (kept != null) {
            var reception = exchangeOn(kept, request, manner, deadline);
            // A kept connection that ends before the first byte of a response proves nothing about the wallet. Sending
            // again is safe, since every movement is idempotent (IDM-1), and it is counted.
            if (!isStaleConnection(reception)) {
                return request.exchange(reception, start, 0);
            }
            resends.increment();
            request = sign(callback, manner);
        }
        return request.exchange(onNewConnection(request, manner, deadline), start, kept == null ? 0 : 1);
    }

    /** Sends the same bytes of an earlier call again, including its timestamp and signature (D-43). */
    public Exchange repeat(Callback callback, byte[] bytes, byte[] signed, String timestamp, String signature) {
        var start = System.nanoTime();
        var request = new SignedRequest(callback, bytes, signed, timestamp, signature);
        return request.exchange(onNewConnection(request, TransportFault.PLAIN, new Deadline(limits.call())), start, 0);
    }

    /** Connects without sending a callback and checks the certificate. Returns the failure, or empty. */
    @SuppressWarnings("try") // the connection is only closed
    public Optional<String> probe() {
        try (var connection = connector.connect(new Deadline(limits.connect()))) {
            tls = address.tls() ? TlsVerdict.VALID : TlsVerdict.PLAIN_HTTP;
            return Optional.empty();
        } catch (TlsException e) {
            tls = e.verdict();
            return Optional.of(e.verdict().describe());
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /** Sends a callback without timestamp and signature on its own connection, which the wallet must reject. */
    public Exchange callUnsigned(Callback callback) {
        var start = System.nanoTime();
        var request = SignedRequest.unsigned(address, callback);
        return request.exchange(onNewConnection(request, TransportFault.PLAIN, new Deadline(limits.call())), start, 0);
    }

    private static boolean isStaleConnection(WireResult reception) {
        return reception instanceof NoResponse silence && silence.cause() == Cause.CLOSED && silence.raw().length == 0;
    }

    private WireResult onNewConnection(SignedRequest request, TransportFault manner, Deadline deadline) {
        try {
            var connection = connector.connect(deadline);
            tls = address.tls() ? TlsVerdict.VALID : TlsVerdict.PLAIN_HTTP;
            return exchangeOn(connection, request, manner, deadline);
        } catch (TlsException e) {
            tls = e.verdict();
            return noResponse(Cause.TLS, e, NOTHING);
        } catch (CallException e) {
            return noResponse(e.cause(), e, NOTHING);
        } catch (IOException e) {
            return noResponse(Cause.NO_CONNECTION, e, NOTHING);
        }
    }

    private WireResult exchangeOn(
            Connection connection, SignedRequest request, TransportFault manner, Deadline deadline) {
        var reader = connection.reader(limits, deadline);
        var keep = false;
        try {
            if (manner.cut() == Cut.MIDWAY) {
                connection.resetMidway(request.bytes());
                return new NoResponse(Cause.CUT, "reset after half of the request", NOTHING);
            }
            if (manner.slowBody().isZero()) {
                connection.send(request.bytes());
            } else {
                connection.trickle(request.bytes(), manner.slowBody());
            }
            if (manner.cut() == Cut.AFTER_SEND) {
                return new NoResponse(Cause.CUT, "closed after the request", NOTHING);
            }
            var answer = reader.read();
            if (manner.cut() == Cut.AFTER_ANSWER) {
                return new NoResponse(Cause.CUT, "the response was dropped", answer.raw());
            }
            keep = reader.isReusable() && !closed;
            return answer;
        } catch (CallException e) {
            return noResponse(e.cause(), e, reader.raw());
        } catch (IOException e) {
            return noResponse(Cause.CLOSED, e, reader.raw());
        } finally {
            if (keep) {
                connection.markIdle();
                idle.push(connection);
            } else {
                connection.close();
            }
        }
    }

    private static NoResponse noResponse(Cause trouble, IOException e, byte[] raw) {
        var message = e.getMessage();
        return new NoResponse(trouble, message == null ? e.getClass().getSimpleName() : message, raw);
    }

    private @Nullable Connection takeIdle() {
        for (var connection = idle.poll(); connection != null; connection = idle.poll()) {
            if (!connection.idleLongerThan(LONGEST_IDLE)) {
                return connection;
            }
            connection.close();
        }
        return null;
    }

    private SignedRequest sign(Callback callback, TransportFault manner) {
        var timestamp = Long.toString(clock.millis() + manner.timestampShift().toMillis());
        return SignedRequest.of(address, callback, timestamp, signer, manner);
    }

    @Override
    public void close() {
        closed = true;
        for (var connection = idle.poll(); connection != null; connection = idle.poll()) {
            connection.close();
        }
    }
}
