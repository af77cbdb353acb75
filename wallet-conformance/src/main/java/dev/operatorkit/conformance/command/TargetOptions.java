package dev.operatorkit.conformance.command;

import dev.operatorkit.conformance.options.ClientCertificateOptions;
import dev.operatorkit.conformance.run.Target;
import dev.operatorkit.conformance.suite.Preconditions;
import dev.operatorkit.conformance.transport.TrustedCertificates;
import dev.operatorkit.conformance.wire.Secret;
import dev.operatorkit.conformance.wire.WalletAddress;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Holds the options that say how to reach the wallet. */
final class TargetOptions {
    @Option(names = "--wallet", paramLabel = "URL", description = "The address of the callbacks, prefix included.")
    @Nullable
    String wallet;

    @Option(
            names = "--secret-file",
            paramLabel = "FILE",
            description = "A file with the operator's secret; a trailing newline is dropped. Default: the environment"
                    + " variable OPERATORKIT_SECRET.")
    @Nullable
    Path secretFile;

    @Option(
            names = "--ca-cert",
            paramLabel = "PEM",
            description = "Trusts this certificate authority instead of the public ones.")
    @Nullable
    Path caCert;

    @Mixin
    ClientCertificateOptions client = new ClientCertificateOptions();

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            description = "The time limit of each call. Default: ${DEFAULT-VALUE}.",
            defaultValue = "10")
    int timeout = 10;

    @Option(
            names = "--pause",
            paramLabel = "MS",
            description = "The pause before each call, for fragile systems. Default: ${DEFAULT-VALUE}.",
            defaultValue = "0")
    int pause;

    @Option(
            names = "--campaign",
            paramLabel = "CODE",
            description = "A campaign that the wallet knows, for wallets that check the campaigns of free rounds.",
            defaultValue = "")
    String campaign = "";

    @Option(
            names = "--max-stake",
            paramLabel = "AMOUNT",
            description = "The largest stake that the wallet accepts, for wallets that limit stakes. Cases that need a"
                    + " larger one are skipped.")
    @Nullable
    BigDecimal maxStake;

    Target target() throws IOException {
        if (wallet == null) {
            throw new IllegalArgumentException("The wallet's address is missing. Give it with --wallet URL.");
        }
        if (timeout < 1 || pause < 0) {
            throw new IllegalArgumentException(
                    "--timeout must be at least 1 second, and --pause must not be negative.");
        }
        if (maxStake != null && maxStake.signum() <= 0) {
            throw new IllegalArgumentException("--max-stake must be more than 0, such as 500.00.");
        }
        var clock = Clock.systemUTC();
        var trust = caCert == null ? TrustedCertificates.system(clock) : TrustedCertificates.only(caCert, clock);
        return new Target(
                WalletAddress.parse(wallet),
                secret(),
                trust.withClient(client.read()),
                Duration.ofSeconds(timeout),
                Duration.ofMillis(pause),
                new Preconditions(campaign, maxStake));
    }

    private Secret secret() throws IOException {
        if (secretFile != null) {
            return Secret.in(secretFile);
        }
        var secret = System.getenv("OPERATORKIT_SECRET");
        if (secret == null || secret.isEmpty()) {
            throw new IllegalArgumentException(
                    "The operator's secret is missing. Give it with --secret-file FILE, or set OPERATORKIT_SECRET.");
        }
        return Secret.of(secret);
    }
}
