package dev.operatorkit.conformance;

import dev.operatorkit.conformance.wire.Secret;
import dev.operatorkit.conformance.wire.WalletAddress;
import java.time.Duration;
import javax.net.ssl.SSLSocketFactory;

/**
 * Says how to reach the wallet.
 *
 * @param wallet the address of the callbacks, prefix included
 * @param secret the operator's secret
 * @param tls creates TLS sockets that trust the right certificate authorities
 * @param timeout the time limit of each call
 * @param pause the pause before each call
 */
public record Target(WalletAddress wallet, Secret secret, SSLSocketFactory tls, Duration timeout, Duration pause) {
    Target withTls(SSLSocketFactory sockets) {
        return new Target(wallet, secret, sockets, timeout, pause);
    }
}
