package dev.operatorkit.conformance.options;

import dev.operatorkit.conformance.transport.ClientCertificate;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Holds the options that name the certificate of the caller, for wallets that ask for one. */
public final class ClientCertificateOptions {
    @Option(
            names = "--client-cert",
            paramLabel = "PEM",
            description = "Identifies the caller with this certificate, to wallets that ask for one.")
    @Nullable
    Path certificate;

    @Option(names = "--client-key", paramLabel = "PEM", description = "Its PKCS#8 key.")
    @Nullable
    Path key;

    /** Creates the options; picocli sets them. */
    public ClientCertificateOptions() {}

    /** Returns the file of the key, if one is given. */
    public Optional<Path> keyFile() {
        return Optional.ofNullable(key);
    }

    /** Reads both files, or returns null if neither is given. Throws an IllegalArgumentException if one cannot be read. */
    public @Nullable ClientCertificate read() {
        return ClientCertificate.read(certificate, key);
    }
}
