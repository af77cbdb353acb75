package dev.operatorkit.conformance;

import dev.operatorkit.conformance.transport.TrustedCertificates;
import dev.operatorkit.conformance.wire.Secret;
import dev.operatorkit.conformance.wire.WalletAddress;
import java.time.Duration;

/**
 * Says how to reach the wallet.
 *
 * @param wallet the address of the callbacks, prefix included
 * @param secret the operator's secret
 * @param trust the trusted certificate authorities (GEN-1)
 * @param timeout the time limit of each call
 * @param pause the pause before each call
 */
public record Target(
        WalletAddress wallet, Secret secret, TrustedCertificates trust, Duration timeout, Duration pause) {
    Target withTrust(TrustedCertificates other) {
        return new Target(wallet, secret, other, timeout, pause);
    }
}
