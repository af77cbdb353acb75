package dev.operatorkit.reference.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.operatorkit.reference.TestDatabase;
import dev.operatorkit.reference.WalletUnderTest;
import dev.operatorkit.reference.WalletUnderTest.Answer;
import dev.operatorkit.reference.database.Database;
import dev.operatorkit.reference.schema.Tables;
import dev.operatorkit.reference.staff.LedgerQueries;
import dev.operatorkit.wallet.testkit.SignedCallback;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that archived rounds stay closed. With {@code -Dthorough}, everything is tested on PostgreSQL too. */
class ArchiveTest {
    private static final Duration MONTH = Duration.ofDays(30);
    private static final Clock LATER = Clock.offset(Clock.systemUTC(), MONTH.plusDays(1));

    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void t38_an_archived_round_stays_closed_and_replays_get_their_original_responses(TestDatabase kind) {
        var url = kind.freshUrl();
        var bet = SignedCallback.debit("bet").player("player-1").round("won").stake("2");
        var win = SignedCallback.credit("win", "bet")
                .player("player-1")
                .round("won")
                .payout("3");
        var lost =
                SignedCallback.debit("lost").player("player-1").round("undone").stake("2");
        var undo = SignedCallback.rollback("undo", "lost").player("player-1").round("undone");
        var stored = List.of(bet, win, lost, undo);
        List<String> then;
        try (var wallet = WalletUnderTest.on(url)) {
            then = stored.stream().map(wallet::send).map(Answer::body).toList();
        }
        try (var database = Database.open(TestDatabase.address(url))) {
            assertThat(Archive.olderThan(MONTH, database, Clock.systemUTC())).isZero();
            assertThat(Archive.olderThan(MONTH, database, LATER)).isEqualTo(2);
            assertThat(database.reads().fetchCount(Tables.LEDGER)).isZero();
            assertThatThrownBy(() -> Archive.olderThan(Duration.ofDays(3), database, LATER))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        try (var wallet = WalletUnderTest.on(url)) {
            assertThat(wallet.send(SignedCallback.lookup("player-1", "win")).status())
                    .isEqualTo(200);
            for (var round : List.of("won", "undone")) {
                var again = SignedCallback.debit("again-" + round)
                        .player("player-1")
                        .round(round)
                        .stake("1");
                assertThat(wallet.send(again).status()).isEqualTo(422);
                // A tombstone does not change the round, and closes nothing a second time (D-25).
                assertThat(wallet.send(SignedCallback.rollback("undo-" + round, "again-" + round)
                                        .player("player-1")
                                        .round(round))
                                .status())
                        .isEqualTo(200);
                assertThat(wallet.send(again).status()).isEqualTo(422);
            }
            for (var closed : List.of(
                    SignedCallback.credit("win-2", "bet").player("player-1").round("won"),
                    SignedCallback.rollback("undo-2", "bet").player("player-1").round("won"),
                    SignedCallback.credit("win-3", "lost").player("player-1").round("undone"),
                    SignedCallback.rollback("undo-3", "lost").player("player-1").round("undone"))) {
                assertThat(wallet.send(closed).status()).isEqualTo(422);
            }
            assertThat(stored.stream().map(wallet::send).map(Answer::body).toList())
                    .isEqualTo(then);
            // In another account the key is another round (D-51).
            assertThat(wallet.send(SignedCallback.debit("other")
                                    .player("player-2")
                                    .round("won"))
                            .status())
                    .isEqualTo(200);
        }
        assertThat(WalletUnderTest.auditOf(url)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("dev.operatorkit.reference.TestDatabase#h2First")
    void d14_rounds_are_archived_after_a_later_version_added_a_column(TestDatabase kind) {
        var url = kind.freshUrl();
        var debit = SignedCallback.debit("bet").player("player-1").stake("2");
        String first;
        try (var wallet = WalletUnderTest.on(url)) {
            first = wallet.send(debit).body();
            wallet.send(SignedCallback.credit("win", "bet").player("player-1").payout("3"));
        }
        try (var database = Database.open(TestDatabase.address(url))) {
            database.writes().execute("alter table ledger add column later varchar(9)");
            database.writes().execute("alter table rounds add column later varchar(9)");
            assertThat(Archive.olderThan(MONTH, database, LATER)).isEqualTo(1);
        }
        try (var wallet = WalletUnderTest.on(url)) {
            assertThat(wallet.send(debit).body()).isEqualTo(first);
        }
        assertThat(WalletUnderTest.auditOf(url)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("dev.operatorkit.reference.TestDatabase#h2First")
    void the_pages_show_archived_rounds_unchanged(TestDatabase kind) {
        var url = kind.freshUrl();
        try (var wallet = WalletUnderTest.on(url)) {
            for (var round : List.of("won", "undone")) {
                wallet.send(SignedCallback.debit("bet-" + round)
                        .player("player-1")
                        .round(round)
                        .stake("2"));
            }
            wallet.send(SignedCallback.credit("win", "bet-won")
                    .player("player-1")
                    .round("won")
                    .payout("3"));
            wallet.send(SignedCallback.rollback("undo", "bet-undone")
                    .player("player-1")
                    .round("undone"));
            wallet.send(
                    SignedCallback.debit("open").player("player-1").round("on").stake("1"));
        }
        try (var database = Database.open(TestDatabase.address(url))) {
            var before = pages(database);
            assertThat(Archive.olderThan(MONTH, database, LATER)).isEqualTo(2);
            assertThat(pages(database)).isEqualTo(before);
            assertThat(before.toString()).contains("win", "undo", "bet-won", "bet-undone", "open");
        }
    }

    /** Reads what the back office shows of the rounds: entries in full and by page, settlements, open rounds. */
    private static List<Object> pages(Database database) {
        var ledger = new LedgerQueries(database);
        return List.of(
                ledger.entries("player-1", Long.MAX_VALUE, 100),
                ledger.entries("player-1", Long.MAX_VALUE, 2),
                ledger.settlementOf("player-1", "bet-won"),
                ledger.settlementOf("player-1", "bet-undone"),
                ledger.settlementOf("player-1", "open"),
                ledger.openRounds(Instant.now().plusSeconds(60), "player-1", null, 100));
    }
}
