package dev.operatorkit.simulator.operator;

import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.simulator.wallet.WalletAddress;
import org.jspecify.annotations.Nullable;

/**
 * One operator as it was onboarded.
 *
 * @param id what {@code X-Operator} says
 * @param keys signs the callbacks, verifies its Customer API calls (D-42)
 * @param wallet where its callbacks are mounted (SIG-3); null while unknown
 * @param allowlist who may call the Customer API in its name (NET-1)
 * @param settings where operators, or our reading of the specification, may differ
 * @param secret the signing secret as text, for the conformance suite, which also signs in wrong ways; null where only the keys
 *     are known
 */
public record Operator(
        String id,
        SecretKeys keys,
        @Nullable WalletAddress wallet,
        Allowlist allowlist,
        OperatorSettings settings,
        @Nullable SigningSecret secret) {
    /** Refuses an id that cannot be a header value. */
    public Operator {
        if (!id.matches("[\\x21-\\x7e]{1,255}")) {
            throw new IllegalArgumentException("an operator id is 1 to 255 visible ASCII characters, not '" + id + "'");
        }
    }

    /** An operator that anybody may call for, with the settings of the decisions. */
    public static Operator of(String id, SecretKeys keys, @Nullable WalletAddress wallet) {
        return new Operator(id, keys, wallet, Allowlist.OPEN, OperatorSettings.DEFAULT, null);
    }

    /** The same operator with its wallet elsewhere. */
    public Operator withWallet(@Nullable WalletAddress newWallet) {
        return new Operator(id, keys, newWallet, allowlist, settings, secret);
    }

    /** The same operator with another allowlist. */
    public Operator withAllowlist(Allowlist newAllowlist) {
        return new Operator(id, keys, wallet, newAllowlist, settings, secret);
    }

    /** The same operator with other settings. */
    public Operator withSettings(OperatorSettings newSettings) {
        return new Operator(id, keys, wallet, allowlist, newSettings, secret);
    }

    /** The same operator, against whose wallet the conformance suite can be run. */
    public Operator withSecret(@Nullable SigningSecret newSecret) {
        return new Operator(id, keys, wallet, allowlist, settings, newSecret);
    }
}
