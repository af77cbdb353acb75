package dev.operatorkit.reference.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.operatorkit.reference.TestDatabase;
import dev.operatorkit.reference.WalletUnderTest;
import dev.operatorkit.wallet.testkit.SignedCallback;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ArchiveTest {
    private static final Duration MONTH = Duration.ofDays(30);

    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void closed_rounds_leave_the_hot_tables_and_their_ids_still_count(TestDatabase kind) {
        var url = kind.freshUrl();
        var debit = SignedCallback.debit("bet").player("player-1").stake("2");
        var credit = SignedCallback.credit("win", "bet").player("player-1").payout("3");
        String first;
        try (var wallet = WalletUnderTest.on(url)) {
            first = wallet.send(debit).body();
            wallet.send(credit);
            wallet.send(SignedCallback.debit("open").player("player-1").stake("1"));
        }
        try (var database = Database.open(TestDatabase.address(url))) {
            var later = Clock.offset(Clock.systemUTC(), MONTH.plusDays(1));
            assertThat(new Archive(database, Clock.systemUTC()).olderThan(MONTH))
                    .isZero();
            assertThat(new Archive(database, later).olderThan(MONTH)).isEqualTo(1);
            assertThat(database.reads().fetchCount(dev.operatorkit.reference.schema.Tables.LEDGER))
                    .isEqualTo(1);
            assertThatThrownBy(() -> new Archive(database, later).olderThan(Duration.ofDays(3)))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        try (var wallet = WalletUnderTest.on(url)) {
            assertThat(wallet.send(debit).body()).isEqualTo(first);
            assertThat(wallet.send(SignedCallback.credit("again", "bet")
                                    .player("player-1")
                                    .payout("3"))
                            .status())
                    .isEqualTo(422);
            assertThat(wallet.send(SignedCallback.lookup("player-1", "win")).status())
                    .isEqualTo(200);
        }
        assertThat(WalletUnderTest.auditOf(url)).isEmpty();
    }
}
