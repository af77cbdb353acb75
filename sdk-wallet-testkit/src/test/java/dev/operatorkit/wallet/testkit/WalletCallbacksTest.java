package dev.operatorkit.wallet.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.signing.Verifier;
import dev.operatorkit.wallet.TransactionalWallet;
import dev.operatorkit.wallet.WalletCallbacks;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class WalletCallbacksTest {
    private static final SecretKeys KEYS = SecretKeys.of("a-secret-for-tests");
    private static final Clock CLOCK = Clock.fixed(Instant.ofEpochMilli(1_760_000_000_000L), ZoneOffset.UTC);

    private final InMemoryWalletStore store = new InMemoryWalletStore();
    private final WalletCallbacks callbacks = new WalletCallbacks(
            "/wallet", new Verifier(KEYS, CLOCK), new TransactionalWallet(store, new InMemoryPlayers(store), CLOCK));

    @Test
    void a_round_is_debited_and_credited() {
        store.open("player-1", new Money(10_000, CurrencyCode.of("EUR")));
        assertThat(answer(SignedCallback.debit("tx-1").player("player-1").stake("1.50")))
                .startsWith("200 {")
                .contains("\"amount\":98.50", "\"currency\":\"EUR\"");
        assertThat(answer(
                        SignedCallback.credit("tx-2", "tx-1").player("player-1").payout("3")))
                .startsWith("200 {")
                .contains("\"amount\":101.50");
        assertThat(answer(SignedCallback.rollback("tx-3", "tx-1").player("player-1")))
                .startsWith("422 {");
        assertThat(answer(SignedCallback.lookup("player-1", "tx-1"))).contains("\"amount\":98.50");
    }

    private String answer(SignedCallback callback) {
        var response = callbacks.handle(callback.signed("/wallet", KEYS, CLOCK));
        return response.status() + " " + new String(response.body(), StandardCharsets.UTF_8);
    }
}
