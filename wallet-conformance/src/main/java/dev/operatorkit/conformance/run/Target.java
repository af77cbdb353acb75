package dev.operatorkit.conformance.run;

import dev.operatorkit.conformance.suite.Preconditions;
import dev.operatorkit.conformance.transport.TrustedCertificates;
import dev.operatorkit.conformance.wire.Secret;
import dev.operatorkit.conformance.wire.WalletAddress;
import java.math.BigDecimal;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

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

    /** Creates a target that neither checks campaigns nor limits stakes. */
    public Target(WalletAddress wallet, Secret secret, TrustedCertificates trust, Duration timeout, Duration pause) {
        this(wallet, secret, trust, timeout, pause, Preconditions.none());
    }

    /** Returns a copy with a campaign that the wallet knows and the largest stake that it accepts; either may be missing. */
    public Target withPreconditions(String campaign, @Nullable BigDecimal maxStake) {
        return new Target(wallet, secret, trust, timeout, pause, new Preconditions(campaign, maxStake));
    }

    Target withTrust(TrustedCertificates other) {
        return new Target(wallet, secret, other, timeout, pause, preconditions);
    }
}
