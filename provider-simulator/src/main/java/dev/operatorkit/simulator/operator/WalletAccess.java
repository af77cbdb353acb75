package dev.operatorkit.simulator.operator;

import dev.operatorkit.conformance.options.ClientCertificateOptions;
import dev.operatorkit.conformance.transport.TrustedCertificates;
import dev.operatorkit.files.PrivateFiles;
import dev.operatorkit.net.IpRange;
import dev.operatorkit.simulator.wallet.TargetPolicy;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Defines the options that say which wallets a command may call and which certificates it trusts. */
public final class WalletAccess {
    @Option(
            names = "--ca-cert",
            paramLabel = "PEM",
            description = "Also trust this CA when calling the wallet over HTTPS.")
    @Nullable
    Path authority;

    @Mixin
    ClientCertificateOptions client = new ClientCertificateOptions();

    @Option(
            names = "--allow-private-addresses",
            description =
                    "Also allows wallets in private networks. Public addresses and this machine are always allowed.")
    boolean privateAddresses;

    @Option(
            names = "--allow-target",
            paramLabel = "CIDR",
            split = ",",
            description = "Also allows wallets at these addresses, private or not. May be repeated.")
    List<String> targets = new ArrayList<>();

    /** Returns the policy on the addresses of wallets, or throws an IllegalArgumentException if a range is none. */
    public TargetPolicy targets() {
        return new TargetPolicy(
                true, privateAddresses, targets.stream().map(IpRange::parse).toList());
    }

    /** Returns the trusted certificates, and our own, or throws an IllegalArgumentException if a file has none. */
    public TrustedCertificates trust(Clock clock) {
        client.keyFile().ifPresent(PrivateFiles::warnIfExposed);
        var authorities =
                authority == null ? TrustedCertificates.system(clock) : TrustedCertificates.systemAnd(authority, clock);
        return authorities.withClient(client.read());
    }
}
