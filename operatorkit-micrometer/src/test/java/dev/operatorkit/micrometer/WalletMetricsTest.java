package dev.operatorkit.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.money.Money;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.wallet.SourceAllowlist;
import dev.operatorkit.wallet.TransactionalWallet;
import dev.operatorkit.wallet.WalletCallbacks;
import dev.operatorkit.wallet.testkit.InMemoryPlayers;
import dev.operatorkit.wallet.testkit.InMemoryWalletStore;
import dev.operatorkit.wallet.testkit.SignedCallback;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import org.junit.jupiter.api.Test;

class WalletMetricsTest {
    private static final SecretKeys PREVIOUS = SecretKeys.of("the-secret-before-it");
    private static final SecretKeys KEYS = SecretKeys.of("a-secret-for-tests").withPrevious(PREVIOUS);
    private static final Clock CLOCK = Clock.systemUTC();

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    @Test
    void callbacks_are_counted_by_endpoint_and_status_and_events_by_kind_and_reason() {
        var store = new InMemoryWalletStore();
        store.openAccount("player", Money.of("2", "EUR"));
        var wallet = TransactionalWallet.builder(store, new InMemoryPlayers(store))
                .clock(CLOCK)
                .listener(new WalletMetrics(registry, "/wallet"))
                .build();
        var callbacks = WalletCallbacks.builder("/wallet", KEYS, SourceAllowlist.any(), wallet)
                .clock(CLOCK)
                .build();
        var debit = SignedCallback.debit("bet-1").player("player").stake("1.50");
        callbacks.handle(debit.sign("/wallet", KEYS, CLOCK));
        callbacks.handle(debit.sign("/wallet", KEYS, CLOCK));
        callbacks.handle(debit.sign("/wallet", SecretKeys.of("another-secret-of-a-stranger"), CLOCK));
        callbacks.handle(
                SignedCallback.debit("bet-2").player("player").stake("1.50").sign("/wallet", PREVIOUS, CLOCK));

        assertThat(callbacks("endpoint", "debit", "status", "200")).isEqualTo(2);
        assertThat(callbacks("endpoint", "debit", "status", "401")).isOne();
        assertThat(callbacks("endpoint", "debit", "status", "409")).isOne();
        assertThat(count("applied", "kind", "debit")).isOne();
        assertThat(count("replayed", "kind", "debit", "differs", "false")).isOne();
        assertThat(count("verified", "secret", "current")).isEqualTo(2);
        assertThat(count("verified", "secret", "previous")).isOne();
        assertThat(count("rejected", "reason", "mismatch")).isOne();
        assertThat(count("refused", "kind", "debit", "reason", "insufficient_funds"))
                .isOne();
        assertThat(registry.get("operatorkit.wallet.batch.size").summary().count())
                .isPositive();
    }

    private long callbacks(String... tags) {
        return registry.get("operatorkit.wallet.callbacks").tags(tags).timer().count();
    }

    private double count(String counter, String... tags) {
        return registry.get("operatorkit.wallet." + counter)
                .tags(tags)
                .counter()
                .count();
    }
}
