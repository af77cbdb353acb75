package dev.operatorkit.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.money.Money;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.wallet.SourceAllowlist;
import dev.operatorkit.wallet.TransactionalWallet;
import dev.operatorkit.wallet.WalletCallbacks;
import dev.operatorkit.wallet.testkit.InMemoryPlayers;
import dev.operatorkit.wallet.testkit.InMemoryWalletStore;
import dev.operatorkit.wallet.testkit.SignedCallback;
import java.time.Clock;
import org.junit.jupiter.api.Test;

/** Tests callbacks without a server or a database. */
class CallbacksTest {
    private static final SecretKeys KEYS = SecretKeys.of("a-secret-for-tests");
    private static final Clock CLOCK = Clock.systemUTC();

    @Test
    void a_replayed_debit_is_applied_once() {
        var store = new InMemoryWalletStore();
        store.openAccount("player", Money.of("100", "EUR"));
        var wallet = TransactionalWallet.builder(store, new InMemoryPlayers(store))
                .clock(CLOCK)
                .build();
        var callbacks = WalletCallbacks.builder("/wallet", KEYS, SourceAllowlist.any(), wallet)
                .clock(CLOCK)
                .build();

        var debit = SignedCallback.debit("bet-1").player("player").stake("1.50");
        assertThat(callbacks.handle(debit.sign("/wallet", KEYS, CLOCK)).status())
                .isEqualTo(200);
        assertThat(callbacks.handle(debit.sign("/wallet", KEYS, CLOCK)).status())
                .isEqualTo(200);
        assertThat(store.account("player").orElseThrow().balance()).isEqualTo(Money.of("98.50", "EUR"));
    }
}
