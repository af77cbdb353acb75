package dev.operatorkit.simulator.operator;

import dev.operatorkit.conformance.wire.Secret;
import dev.operatorkit.conformance.wire.WalletAddress;
import dev.operatorkit.signing.SecretKeys;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Holds one onboarded operator.
 *
 * @param keys the key set that signs callbacks and verifies Customer API calls (D-42)
 * @param wallet the base address of its callbacks (SIG-3); null while unknown
 * @param allowlist the sources that may call the Customer API as this operator (NET-1)
 * @param secret the signing secret for the conformance suite, which also signs incorrectly; null if unknown
 * @param secretFile the file of the signing secret; null if it was read from elsewhere
 */
public record Operator(
        String id,
        SecretKeys keys,
        @Nullable WalletAddress wallet,
        Allowlist allowlist,
        OperatorSettings settings,
        @Nullable Secret secret,
        @Nullable Path secretFile) {
    /** Rejects an id that cannot be a header value and a wallet on the port of another service, and makes the path of the file absolute. */
    public Operator {
        if (!id.matches("[\\x21-\\x7e]{1,255}")) {
            throw new IllegalArgumentException(
                    "An operator id must have 1 to 255 visible ASCII characters, not '" + id + "'.");
        }
        wallet = wallet == null ? null : wallet.requireWebPort();
        secretFile = secretFile == null ? null : secretFile.toAbsolutePath().normalize();
    }

    /** Returns an operator that allows any source, with default settings. */
    public static Operator of(String id, SecretKeys keys, @Nullable WalletAddress wallet) {
        return new Operator(id, keys, wallet, Allowlist.OPEN, OperatorSettings.DEFAULT, null, null);
    }

    public Operator withWallet(@Nullable WalletAddress newWallet) {
        return new Operator(id, keys, newWallet, allowlist, settings, secret, secretFile);
    }

    public Operator withAllowlist(Allowlist newAllowlist) {
        return new Operator(id, keys, wallet, newAllowlist, settings, secret, secretFile);
    }

    public Operator withSettings(OperatorSettings newSettings) {
        return new Operator(id, keys, wallet, allowlist, newSettings, secret, secretFile);
    }

    /** Returns where the signing secret comes from, in words for pages (SIG-17). */
    public String secretSource() {
        if (secretFile != null) {
            return "the file " + secretFile;
        }
        var variable = System.getenv(SecretKeys.ENVIRONMENT_VARIABLE);
        return secret != null && variable != null && !variable.isEmpty() && secret.isSame(Secret.of(variable))
                ? "the environment variable " + SecretKeys.ENVIRONMENT_VARIABLE
                : "the program that started the simulator";
    }

    /** Returns a copy that signs with the secret of a file, or throws an IllegalArgumentException if it has none. */
    public Operator withSecretOf(Path file) {
        var read = SecretFile.read(file);
        return new Operator(id, read.keys(), wallet, allowlist, settings, read.secret(), read.path());
    }
}
