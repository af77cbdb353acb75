package dev.operatorkit.simulator.operator;

import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.simulator.wallet.WalletAddress;
import org.jspecify.annotations.Nullable;

/**
 * Holds one onboarded operator.
 *
 * @param id the value of {@code X-Operator}
 * @param keys the key set that signs callbacks and verifies Customer API calls (D-42)
 * @param wallet the base address of its callbacks (SIG-3); null while unknown
 * @param allowlist the sources that may call the Customer API as this operator (NET-1)
 * @param settings the settings in which operators may differ
 * @param secret the signing secret for the conformance suite, which also signs incorrectly; null if unknown
 */
public record Operator(
        String id,
        SecretKeys keys,
        @Nullable WalletAddress wallet,
        Allowlist allowlist,
        OperatorSettings settings,
        @Nullable SigningSecret secret) {
    /** Rejects an id that cannot be a header value. */
    public Operator {
        if (!id.matches("[\\x21-\\x7e]{1,255}")) {
            throw new IllegalArgumentException(
                    "An operator id must have 1 to 255 visible ASCII characters, not '" + id + "'.");
        }
    }

    /** Returns an operator that allows any source, with default settings. */
    public static Operator of(String id, SecretKeys keys, @Nullable WalletAddress wallet) {
        return new Operator(id, keys, wallet, Allowlist.OPEN, OperatorSettings.DEFAULT, null);
    }

    /** Returns a copy with another wallet address. */
    public Operator withWallet(@Nullable WalletAddress newWallet) {
        return new Operator(id, keys, newWallet, allowlist, settings, secret);
    }

    /** Returns a copy with another allowlist. */
    public Operator withAllowlist(Allowlist newAllowlist) {
        return new Operator(id, keys, wallet, newAllowlist, settings, secret);
    }

    /** Returns a copy with other settings. */
    public Operator withSettings(OperatorSettings newSettings) {
        return new Operator(id, keys, wallet, allowlist, newSettings, secret);
    }

    /** Returns a copy with the secret that the conformance suite needs. */
    public Operator withSecret(@Nullable SigningSecret newSecret) {
        return new Operator(id, keys, wallet, allowlist, settings, newSecret);
    }
}
