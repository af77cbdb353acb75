package dev.operatorkit.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.reference.store.Archive;
import dev.operatorkit.reference.store.Database;
import dev.operatorkit.wallet.testkit.SignedCallback;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests what the pages of the ledger say about rounds, refused callbacks and the audit. */
class BackOfficeLedgerTest extends StaffedWallet {
    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void rounds_show_their_stakes_and_what_was_paid_or_returned_before_and_after_archiving(TestDatabase kind)
            throws Exception {
        start(kind);
        var admin = admin();
        for (var round : new String[] {"open", "won", "undone"}) {
            wallet.send(SignedCallback.debit("bet-" + round)
                    .round(round)
                    .player("player-1")
                    .stake("1.25"));
        }
        wallet.send(SignedCallback.credit("win", "bet-won")
                .round("won")
                .player("player-1")
                .payout("4"));
        wallet.send(
                SignedCallback.rollback("undo", "bet-undone").round("undone").player("player-1"));
        assertThat(text(admin.get("/rounds").body()))
                .contains("Stake Paid Debit's id")
                .containsPattern("player-1 open open [-0-9]{10} [:0-9]{8} 1.25 EUR bet-open");
        assertClosedRounds(admin);

        try (var database = Database.open(TestDatabase.address(url))) {
            var later = Clock.offset(Clock.systemUTC(), Duration.ofDays(40));
            assertThat(new Archive(database, later).olderThan(Duration.ofDays(30)))
                    .isEqualTo(2);
        }
        assertClosedRounds(admin);
        assertThat(text(admin.get("/round?account=player-1&id=open").body())).contains("Stake 1.25 EUR");
    }

    private static void assertClosedRounds(Browser admin) {
        assertThat(text(admin.get("/rounds?account=player-1&state=settled").body()))
                .contains("1.25 EUR 4.00 EUR bet-won");
        assertThat(text(admin.get("/rounds?account=player-1&state=reverted").body()))
                .contains("Stake Returned Debit's id", "1.25 EUR 1.25 EUR bet-undone");
        assertThat(text(admin.get("/round?account=player-1&id=won").body()))
                .contains("Stake 1.25 EUR Paid 4.00 EUR Net for the player +2.75 EUR");
        assertThat(text(admin.get("/round?account=player-1&id=undone").body()))
                .contains("Stake 1.25 EUR Returned 1.25 EUR Net for the player 0.00 EUR");
    }

    /** Returns the text of a page without its tags. */
    private static String text(String page) {
        return page.replaceAll("<[^>]*>", " ").replace("&#39;", "'").replaceAll("\\s+", " ");
    }

    @Test
    void a_refused_callback_shows_its_message_and_its_transaction_says_that_nothing_is_booked() throws Exception {
        start(TestDatabase.H2);
        var admin = admin();
        wallet.send(SignedCallback.debit("too-much").player("player-1").stake("99999999"));
        var callbacks = text(admin.get("/callbacks").body());
        assertThat(callbacks)
                .contains("409 POST /wallet/debit too-much the balance is less than the stake 127.0.0.1")
                .contains("Only a sample of the successful calls is kept")
                .doesNotContain("message");
        assertThat(text(admin.get("/transactions?id=too-much").body()))
                .contains("Transaction not booked", "Nothing is booked with the id “too-much”.", "409");
    }

    @Test
    void the_audit_says_how_many_checks_passed_and_lists_violations_only_where_there_are_some() throws Exception {
        start(TestDatabase.H2);
        var admin = admin();
        assertThat(text(admin.get("/audit").body()))
                .containsPattern("The ledger balances. All \\d+ checks passed on [-0-9]{10} [:0-9]{8} UTC.")
                .doesNotContain("Violation");
        damage("balance = balance + 1");
        assertThat(text(admin.get("/audit").body()))
                .containsPattern("THE LEDGER DOES NOT BALANCE. 1 of \\d+ checks failed on")
                .contains("Violation", "BROKEN: 1");
        damage("balance = balance - 1");
    }

    private void damage(String change) throws SQLException {
        try (var connection = DriverManager.getConnection(url);
                var update = connection.createStatement()) {
            update.executeUpdate("update accounts set " + change + " where id = 'player-1'");
        }
    }
}
