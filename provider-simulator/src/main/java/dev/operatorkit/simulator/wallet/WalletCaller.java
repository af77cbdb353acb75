package dev.operatorkit.simulator.wallet;

import dev.operatorkit.conformance.transport.CallLimits;
import dev.operatorkit.conformance.transport.HttpTransport;
import dev.operatorkit.conformance.transport.Resolver;
import dev.operatorkit.conformance.transport.Sending;
import dev.operatorkit.conformance.transport.Transport;
import dev.operatorkit.conformance.transport.TrustedCertificates;
import dev.operatorkit.conformance.wire.WalletAddress;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.signing.Signer;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/**
 * Calls one operator's wallet: signs each call with a new timestamp (D-33), sends it and returns every byte. It is thread-safe and
 * made for virtual threads.
 */
public final class WalletCaller implements AutoCloseable {
    private final WalletAddress address;
    private final Signer signer;
    private final Clock clock;
    private final Transport transport;
    private final LongAdder resends = new LongAdder();

    /**
     * Creates a caller for one wallet.
     *
     * @param clock the system clock, used for timestamps even if the simulator's clock was moved
     */
    public WalletCaller(
            WalletAddress address,
            SecretKeys keys,
            Clock clock,
            CallLimits limits,
            TargetPolicy policy,
            TrustedCertificates trust) {
        this(address, keys, clock, limits, policy, trust, Resolver.SYSTEM);
    }

    WalletCaller(
            WalletAddress address,
            SecretKeys keys,
            Clock clock,
            CallLimits limits,
            TargetPolicy policy,
            TrustedCertificates trust,
            Resolver resolver) {
        this(address, keys, clock, new HttpTransport(address.endpoint(), limits, trust, policy::refusal, resolver));
    }

    public WalletCaller(WalletAddress address, SecretKeys keys, Clock clock, Transport transport) {
        this.address = address;
        this.signer = new Signer(keys);
        this.clock = clock;
        this.transport = transport;
    }

    public WalletAddress address() {
        return address;
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
    public Exchange call(Callback callback, TransportFault transportFault) {
        return send(() -> sign(callback, transportFault), transportFault.sending());
    }

    /** Sends the same bytes of an earlier call again, including its timestamp and signature (D-43). */
    public Exchange repeat(Callback callback, byte[] bytes, byte[] signed, String timestamp, String signature) {
        return send(() -> new SignedRequest(callback, bytes, signed, timestamp, signature), Sending.ALONE);
    }

    private Exchange send(Supplier<SignedRequest> signing, Sending sending) {
        var sent = transport.send(signing, sending);
        resends.add(sent.resends());
        return Exchange.of(sent);
    }

    private SignedRequest sign(Callback callback, TransportFault transportFault) {
        return SignedRequest.of(address, callback, timestamp(transportFault.timestampShift()), signer, transportFault);
    }

    private String timestamp(Duration shift) {
        return Long.toString(clock.millis() + shift.toMillis());
    }

    @Override
    public void close() {
        transport.close();
    }
}
