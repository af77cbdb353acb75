package dev.operatorkit.simulator.operator;

import dev.operatorkit.signing.SecretKeys;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * One operator as it was onboarded.
 *
 * @param id what {@code X-Operator} says
 * @param keys signs the callbacks, verifies its Customer API calls (D-42)
 * @param wallet where its callbacks are mounted, prefix included and without a trailing slash (SIG-3); null while unknown
 * @param allowlist who may call the Customer API in its name (NET-1)
 * @param settings where operators, or our reading of the specification, may differ
 */
public record Operator(
        String id, SecretKeys keys, @Nullable URI wallet, Allowlist allowlist, OperatorSettings settings) {
    /** Refuses an id that cannot be a header value, and a wallet that is not an address of the web. */
    public Operator {
        if (!id.matches("[\\x21-\\x7e]{1,255}")) {
            throw new IllegalArgumentException("an operator id is 1 to 255 visible ASCII characters, not '" + id + "'");
        }
        wallet = wallet == null ? null : requireWallet(wallet);
    }

    /** An operator that anybody may call for, with the settings of the decisions. */
    public static Operator of(String id, SecretKeys keys, @Nullable URI wallet) {
        return new Operator(id, keys, wallet, Allowlist.open(), OperatorSettings.DEFAULT);
    }

    /** The same operator with its wallet elsewhere. */
    public Operator withWallet(@Nullable URI newWallet) {
        return new Operator(id, keys, newWallet, allowlist, settings);
    }

    /** The same operator with another allowlist. */
    public Operator withAllowlist(Allowlist newAllowlist) {
        return new Operator(id, keys, wallet, newAllowlist, settings);
    }

    /** The same operator with other settings. */
    public Operator withSettings(OperatorSettings newSettings) {
        return new Operator(id, keys, wallet, allowlist, newSettings);
    }

    private static URI requireWallet(URI wallet) {
        var web = "http".equals(wallet.getScheme()) || "https".equals(wallet.getScheme());
        if (!web || wallet.getHost() == null || wallet.getRawQuery() != null || wallet.getRawFragment() != null) {
            throw new IllegalArgumentException(
                    "a wallet's address is http(s)://host[:port][/prefix] with no query, not '" + wallet + "'");
        }
        if (wallet.getRawUserInfo() != null) {
            throw new IllegalArgumentException("a wallet's address must not hold a user or password");
        }
        var text = wallet.toString();
        return text.endsWith("/") ? URI.create(text.substring(0, text.length() - 1)) : wallet;
    }
}
