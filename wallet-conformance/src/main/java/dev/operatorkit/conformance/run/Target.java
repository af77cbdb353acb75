package dev.operatorkit.conformance.run;

import dev.operatorkit.conformance.suite.Preconditions;
import dev.operatorkit.conformance.transport.TrustedCertificates;
import dev.operatorkit.conformance.wire.Secret;
import dev.operatorkit.conformance.wire.WalletAddress;
import java.time.Duration;

/**
 * Defines how the wallet is reached.
 *
 * @param wallet the address of the callbacks, prefix included
 * @param secret the operator's secret
 * @param trust the trusted certificate authorities (GEN-1)
 * @param timeout the time limit of each call
 * @param pause the pause before each call
 * @param preconditions what the wallet checks beyond the specification
 */
public record Target(
        WalletAddress wallet,
        Secret secret,
        TrustedCertificates trust,
        Duration timeout,
        Duration pause,
        Preconditions preconditions) {

    /** Creates a target with ten seconds per call and no pauses, that neither checks campaigns nor limits stakes. */
    public Target(WalletAddress wallet, Secret secret, TrustedCertificates trust) {
        this(wallet, secret, trust, Duration.ofSeconds(10), Duration.ZERO, Preconditions.none());
    }

    /** Returns a copy with this time limit of each call, for a wallet that checks this. */
    public Target with(Duration otherTimeout, Preconditions other) {
        return new Target(wallet, secret, trust, otherTimeout, pause, other);
    }

    /** Returns a copy with this pause before each call. */
    public Target withPause(Duration other) {
        return new Target(wallet, secret, trust, timeout, other, preconditions);
    }

    /** Returns a copy with these certificates. */
    public Target withTrust(TrustedCertificates other) {
        return new Target(wallet, secret, other, timeout, pause, preconditions);
    }
}
