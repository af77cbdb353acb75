package dev.operatorkit.wallet.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.CallbackContext;
import dev.operatorkit.wallet.Outcome;
import dev.operatorkit.wallet.Posting;
import dev.operatorkit.wallet.Postings;
import dev.operatorkit.wallet.Round;
import dev.operatorkit.wallet.TransactionalWallet;
import dev.operatorkit.wallet.jdbc.LedgerAudit.Finding;
import dev.operatorkit.wire.Credit;
import dev.operatorkit.wire.Debit;
import dev.operatorkit.wire.Rollback;
import dev.operatorkit.wire.WireAmount;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the audit and the archive on the operator's tables of accounts, on each server. */
class LedgerAuditTest {
    private static final Duration MONTH = Duration.ofDays(30);
    private static final Clock LATER = Clock.offset(Clock.systemUTC(), MONTH.plusDays(1));

    @ParameterizedTest
    @CsvSource({
        "POSTGRESQL, UUID_DECIMAL",
        "POSTGRESQL, TEXT_MINOR",
        "H2, NUMBER_DECIMAL_VERSIONED",
        "MARIADB, UUID_DECIMAL",
        "MARIADB, TEXT_MINOR_VERSIONED"
    })
    void the_ledger_balances_before_and_after_rounds_are_archived_until_it_is_damaged(Server server, Mapping mapping)
            throws SQLException {
        try (var source = mapping.open(server)) {
            var yen = mapping.newAccountId();
            var euro = mapping.newAccountId();
            mapping.openAccount(source, yen, new Money(1_000, CurrencyCode.of("JPY")));
            mapping.openAccount(source, euro, new Money(1_000, CurrencyCode.of("EUR")));
            var store = mapping.store(source);
            play(store, yen, "JPY");
            play(store, euro, "EUR");
            deposit(store, source, euro);

            var audit = LedgerAudit.of(store);
            var later = LedgerArchive.in(source).clock(LATER);
            assertThat(audit.run(source)).hasSize(audit.count()).allMatch(Finding::holds);
            assertThat(later.olderThan(MONTH)).isEqualTo(4);
            assertThat(later.olderThan(MONTH)).isZero();
            play(store, yen, "JPY"); // everything again
            assertThat(audit.runForAccount(source, euro)).allMatch(Finding::holds);
            var findings = LedgerAudit.of(store).run(source);
            var moved = LedgerArchive.in(source).olderThan(Duration.ofDays(30));
            assertThat(findings).allMatch(Finding::holds);
            assertThat(moved).isZero();

            var table = mapping.table;
            Mapping.execute(source, "update wallet_rounds set state = 'SETTLED' where debit_id = 'open " + yen + "'");
            Mapping.execute(
                    source,
                    "update " + table.table + " set " + table.balance + " = " + table.balance + " + 1 where " + table.id
                            + " = '" + euro + "'");
            assertThat(audit.run(source).stream().filter(finding -> !finding.holds()))
                    .extracting(Finding::examples)
                    .containsExactly(List.of(euro), List.of("open " + yen));
            assertThat(audit.runForRound(source, new Round.Key(yen, "open")))
                    .filteredOn(finding -> !finding.holds())
                    .hasSize(1);
            assertThat(audit.runForRound(source, new Round.Key(yen, "won"))).allMatch(Finding::holds);
            assertThat(audit.runForAccount(source, euro))
                    .filteredOn(finding -> !finding.holds())
                    .hasSize(1);
            assertThatThrownBy(() -> audit.runForAccount(source, "' or ''='")).hasMessageContaining("no account");
            assertThatThrownBy(() -> audit.runForRound(source, new Round.Key("open", yen)))
                    .hasMessageContaining("no account");
            assertThatThrownBy(() -> later.olderThan(Duration.ofDays(3))).hasMessageContaining("younger than 7 days");
        }
    }

    @Test
    void a_round_that_the_archive_cannot_take_is_named_and_the_others_are_moved() {
        for (var server : Server.values()) {
            try (var source = Mapping.TEXT_MINOR.open(server)) {
                for (var player : List.of("one", "two")) {
                    Mapping.TEXT_MINOR.openAccount(source, player, new Money(1_000, CurrencyCode.of("EUR")));
                    play(Mapping.TEXT_MINOR.store(source), player, "EUR");
                }
                Mapping.execute(
                        source,
                        "insert into wallet_rounds_archive (" + MovementSql.ROUND + ") select " + MovementSql.ROUND
                                + " from wallet_rounds where debit_id = 'won one'");
                Mapping.execute(source, "alter table wallet_ledger_archive add check (transaction_id <> 'undone two')");
                assertThatThrownBy(() -> LedgerArchive.in(source).clock(LATER).olderThan(MONTH))
                        .as("" + server)
                        .hasMessageContaining("2 rounds were archived, and 2 could not be")
                        .hasMessageContaining("won one");
            }
        }
    }

    /** Plays a round that is won, one that is undone, one that stays open, and a rollback of a debit that never came. */
    private static void play(JdbcWalletStore store, String player, String currency) {
        var amount = WireAmount.of(new Money(10, CurrencyCode.of(currency)));
        try (var wallet =
                TransactionalWallet.builder(store, KilledServerTest.NO_PLAYERS).build()) {
            for (var round : List.of("won", "undone", "open")) {
                var debit = new Debit(round + " " + player, round, player, null, null, amount, "bet", null);
                assertThat(wallet.debit(debit, CallbackContext.ofBody())).isInstanceOf(Outcome.Applied.class);
            }
            wallet.credit(
                    new Credit("win " + player, "won " + player, "won", player, null, amount, "win", null),
                    CallbackContext.ofBody());
            wallet.rollback(
                    new Rollback("undo " + player, "undone " + player, "undone", player, null, null),
                    CallbackContext.ofBody());
            wallet.rollback(
                    new Rollback("early " + player, "never " + player, "never", player, null, null),
                    CallbackContext.ofBody());
        }
    }

    private static void deposit(JdbcWalletStore store, HikariDataSource source, String player) throws SQLException {
        try (var connection = source.getConnection()) {
            connection.setAutoCommit(false);
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            new Postings(store.postings(connection), Clock.systemUTC())
                    .post(new Posting("deposit", player, new Money(500, CurrencyCode.of("EUR"))));
            connection.commit();
        }
    }
}
