package dev.operatorkit.wallet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.money.Money;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.wallet.testkit.FaultyStore;
import dev.operatorkit.wallet.testkit.FaultyStore.Fault;
import dev.operatorkit.wallet.testkit.FaultyStore.Step;
import dev.operatorkit.wallet.testkit.InMemoryPlayers;
import dev.operatorkit.wallet.testkit.InMemoryWalletStore;
import dev.operatorkit.wallet.testkit.SignedCallback;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests rows T19 and T32 of the fault matrix: three days of retries, and a clock that jumps. */
class EnduranceTest {
    private static final SecretKeys KEYS = SecretKeys.of("a-secret-for-tests");

    private final InMemoryWalletStore memory = new InMemoryWalletStore();
    private final FaultyStore store = new FaultyStore(memory);
    private Instant now = WalletFixture.NOW;
    private final Clock clock = ((InstantSource) () -> now).withZone(ZoneOffset.UTC);
    private final WalletCallbacks callbacks = WalletCallbacks.builder(
                    "/wallet",
                    KEYS,
                    SourceAllowlist.any(),
                    TransactionalWallet.builder(store, new InMemoryPlayers(memory))
                            .clock(clock)
                            .build())
            .clock(clock)
            .build();

    @Test
    void t19_a_rollback_retried_for_three_days_while_the_store_is_down_returns_the_stake_once() {
        open(1_000);
        assertThat(status(SignedCallback.debit("bet").player("player").stake("3")))
                .isEqualTo(200);
        var undo = SignedCallback.rollback("undo", "bet").player("player");
        var steps = List.of(Step.values());
        for (var hour = 0; hour < 72; hour++) {
            store.inject(steps.get(hour % steps.size()), Fault.ROLLED_BACK);
            // Signed again each time, with the current timestamp of that time.
            assertThat(status(undo)).isEqualTo(503);
            assertThat(cents()).isEqualTo(700);
            now = now.plus(Duration.ofHours(1));
        }
        assertThat(status(undo)).isEqualTo(200);
        assertThat(status(undo)).isEqualTo(200);
        assertThat(cents()).isEqualTo(1_000);
        assertThat(version()).isEqualTo(2);
    }

    @Test
    void t32_clock_jumps_change_neither_the_order_of_movements_nor_the_balance() {
        open(1_000);
        var jumps = List.of(Duration.ofHours(-1), Duration.ofHours(2), Duration.ofHours(-1), Duration.ofDays(-400));
        var stale = SignedCallback.debit("early").player("player").stake("1").sign("/wallet", KEYS, clock);
        for (var i = 0; i < jumps.size(); i++) {
            assertThat(status(SignedCallback.debit("bet-" + i).player("player").stake("1")))
                    .isEqualTo(200);
            now = now.plus(jumps.get(i));
            assertThat(status(SignedCallback.credit("win-" + i, "bet-" + i)
                            .player("player")
                            .payout("2")))
                    .isEqualTo(200);
            assertThat(status(SignedCallback.debit("bet-" + i).player("player").stake("1")))
                    .isEqualTo(200);
            var bet = memory.findTransaction("bet-" + i).orElseThrow();
            var win = memory.findTransaction("win-" + i).orElseThrow();
            assertThat(bet.accountVersion()).isEqualTo(2L * i + 1);
            assertThat(win.accountVersion()).isEqualTo(2L * i + 2);
            assertThat(win.balanceAfter().minorUnits())
                    .isEqualTo(bet.balanceAfter().minorUnits() + 200);
        }
        assertThat(cents()).isEqualTo(1_000 + 100L * jumps.size());
        // Signed with the old time, and verified with the new time (SIG-10).
        assertThat(callbacks.handle(stale).status()).isEqualTo(401);
        assertThat(memory.findTransaction("early")).isEmpty();
    }

    private void open(long cents) {
        memory.openAccount("player", new Money(cents, WalletFixture.EUR));
    }

    private int status(SignedCallback callback) {
        return callbacks.handle(callback.sign("/wallet", KEYS, clock)).status();
    }

    private long cents() {
        return memory.account("player").orElseThrow().balance().minorUnits();
    }

    private long version() {
        return memory.account("player").orElseThrow().version();
    }
}
