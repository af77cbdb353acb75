package dev.operatorkit.simulator.wallet;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.signing.SecretKeys;
import java.util.Map;

/**
 * Holds what a {@link WalletProber} asks a wallet about.
 *
 * @param isTokenGiven false if no token was entered, and it is that of the demo
 * @param currency the currency of the launch (WAL-2)
 * @param otherSecrets keys that a wallet uses by mistake, by the description of the mistake
 */
public record ProbeRequest(
        String token, boolean isTokenGiven, String game, CurrencyCode currency, Map<String, SecretKeys> otherSecrets) {
    public ProbeRequest {
        otherSecrets = Map.copyOf(otherSecrets);
    }
}
