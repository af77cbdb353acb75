package dev.operatorkit.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.reference.database.Archive;
import dev.operatorkit.reference.database.Database;
import dev.operatorkit.wallet.testkit.SignedCallback;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests what the pages of the ledger say about rounds, refused callbacks and the audit. */
class BackOfficeLedgerTest extends StaffedWallet {
    private static final Pattern LINK = Pattern.compile(" href=\"(/[^\"]*)\"");

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
                .contains("409 POST /wallet/debit player-1 round-of-too-much too-much"
                        + " the balance is less than the stake 127.0.0.1 Audit")
                .contains("Only a sample of the successful calls is kept")
                .doesNotContain("message");
        assertThat(text(admin.get("/transactions?id=too-much").body()))
                .contains("Transaction not booked", "Nothing is booked with the id “too-much”.", "409");
        assertThat(text(admin.get("/round?account=player-1&id=round-of-too-much")
                        .body()))
                .contains("Round not opened", "Nothing is booked in this round. The callbacks below say why.", "409");
    }

    @Test
    void the_callbacks_of_a_player_a_round_and_a_transaction_are_one_click_away_and_lead_back() throws Exception {
        start(TestDatabase.H2);
        var admin = admin();
        wallet.send(
                SignedCallback.debit("bet 1").round("r&1").player("player-1").stake("99999999"));
        wallet.send(
                SignedCallback.debit("bet 2").round("r&2").player("player-2").stake("1"));
        var ofPlayer = "/callbacks?account=player-2";
        var ofRound = ofPlayer + "&round=r%262";
        var ofTransaction = "/callbacks?transaction=bet+2";
        assertThat(links(admin, "/player?id=player-2")).contains(ofPlayer, "/audit?account=player-2");
        assertThat(links(admin, "/round?account=player-2&id=r%262"))
                .contains(ofRound, "/audit?account=player-2&round=r%262");
        assertThat(links(admin, "/transactions?id=bet+2"))
                .contains(ofTransaction, "/audit?account=player-2&round=r%262");
        for (var address : List.of(ofPlayer, ofRound, ofTransaction)) {
            assertThat(links(admin, address))
                    .contains(
                            "/player?id=player-2",
                            "/round?account=player-2&id=r%262",
                            "/transactions?id=bet+2",
                            "/audit?account=player-2&round=r%262",
                            address.replace("/callbacks", "/callbacks.csv"))
                    .doesNotContain("/player?id=player-1");
            assertThat(admin.get(address.replace("/callbacks", "/callbacks.csv"))
                            .body()
                            .lines())
                    .hasSize(2)
                    .last()
                    .asString()
                    .contains("200,\"POST /wallet/debit\",\"player-2\",\"r&2\",\"bet 2\",\"\",\"\",\"127.0.0.1\"");
        }
        assertThat(links(admin, "/search?q=bet+2")).contains("/player?id=player-2");
        assertThat(text(admin.get("/callbacks?account=player-3").body()))
                .contains("This node remembers no callback that matches. It forgets old ones");
    }

    @Test
    void the_next_page_of_callbacks_shows_none_twice_although_more_arrive() throws Exception {
        start(TestDatabase.H2);
        var admin = admin();
        refuse(0, 103);
        var first = admin.get("/callbacks?account=player-1").body();
        assertThat(first).contains(">refused-102<", ">refused-3<").doesNotContain(">refused-2<");
        refuse(103, 110);
        var next = links(first).stream()
                .filter(address -> address.contains("skip="))
                .findFirst()
                .orElseThrow();
        assertThat(admin.get(next).body())
                .contains(">refused-2<", ">refused-0<")
                .doesNotContain(">refused-3<", "Next page");
        assertThat(admin.get("/callbacks.csv?account=player-1").body().lines()).hasSize(1 + 110);
        assertThat(admin.get("/callbacks?skip=x").body()).contains("skip must be a whole number, not x");
    }

    private void refuse(int from, int to) {
        for (var i = from; i < to; i++) {
            wallet.send(SignedCallback.debit("refused-" + i).player("player-1").stake("99999999"));
        }
    }

    private static List<String> links(Browser browser, String path) {
        return links(browser.get(path).body());
    }

    private static List<String> links(String page) {
        return LINK.matcher(page)
                .results()
                .map(found -> found.group(1).replace("&amp;", "&"))
                .toList();
    }

    @Test
    void the_audit_of_a_player_or_round_has_its_finding_or_none_and_a_finding_leads_on() throws Exception {
        start(TestDatabase.H2);
        var admin = admin();
        wallet.send(SignedCallback.debit("bet").round("round").player("player-1"));
        assertThat(text(admin.get("/audit?account=player-1").body()))
                .containsPattern("No violations found for account “player-1”. All \\d+ checks passed on")
                .contains("These are the checks of the rows of one account.");
        assertThat(links(admin, "/audit?account=player-1&round=round"))
                .contains("/player?id=player-1", "/round?account=player-1&id=round", "/audit")
                .contains("/callbacks?account=player-1&round=round");
        assertThat(admin.get("/audit?account=nobody").body()).contains("There is no account “nobody”.");
        assertThat(admin.get("/audit?account=player-1&round=x").body()).contains("has no round “x”.");
        assertThat(admin.get("/audit?round=round").body()).contains("Enter the account id as well.");

        change("update rounds set state = 'SETTLED'");
        assertThat(text(admin.get("/audit?account=player-1&round=round").body()))
                .containsPattern("1 of \\d+ checks failed for round “round” of account “player-1” on");
        assertThat(text(admin.get("/audit?account=player-2").body()))
                .contains("No violations found for account “player-2”.");
        assertThat(links(admin, "/audit"))
                .contains("/transactions?id=bet", "/player?id=player-1", "/round?account=player-1&id=round")
                .contains("/callbacks?account=player-1&round=round&transaction=bet");
        change("update rounds set state = 'BET'");
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
        change("update accounts set " + change + " where id = 'player-1'");
    }

    private void change(String statement) throws SQLException {
        try (var connection = DriverManager.getConnection(url);
                var update = connection.createStatement()) {
            update.executeUpdate(statement);
        }
    }
}
