package dev.operatorkit.simulator.wallet;

import dev.operatorkit.conformance.transport.ClientCertificate;
import dev.operatorkit.conformance.transport.TrustedCertificates;
import java.nio.file.Path;
import java.time.Clock;
import org.jspecify.annotations.Nullable;

/** Defines the trusted certificate authorities, Java's and a private one if given, and our own certificate (GEN-1). */
public final class Trust {
    private final TrustedCertificates certificates;

    private Trust(TrustedCertificates certificates) {
        this.certificates = certificates;
    }

    /** Returns the certificates, for calls to a wallet. */
    public TrustedCertificates certificates() {
        return certificates;
    }

    /** Returns a copy with our own certificate, for wallets that ask for one; null for none. */
    public Trust withClient(@Nullable ClientCertificate client) {
        return new Trust(certificates.withClient(client));
    }

    /** Trusts Java's authorities. */
    public static Trust system(Clock clock) {
        return new Trust(TrustedCertificates.system(clock));
    }

    /** Trusts Java's authorities and those of a PEM file, or throws an IllegalArgumentException if it has none. */
    public static Trust withAuthority(Path pem, Clock clock) {
        return new Trust(TrustedCertificates.systemAnd(pem, clock));
    }

    /** Trusts Java's authorities, and those of {@code pem} if it is not null. */
    public static Trust of(@Nullable Path pem, Clock clock) {
        return pem == null ? system(clock) : withAuthority(pem, clock);
    }
}
