package dev.operatorkit.reference.backoffice;

import static dev.operatorkit.reference.backoffice.Office.encode;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.operatorkit.reference.TestDatabase;
import dev.operatorkit.reference.WalletUnderTest;
import dev.operatorkit.reference.backoffice.Office.Visitor;
import dev.operatorkit.wallet.testkit.SignedCallback;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Tests the pages about rounds, transactions, callbacks, the search and the audit, on PostgreSQL. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LedgerPagesTest {
    private Office office;
    private WalletUnderTest wallet;
    private Visitor admin;

    @BeforeAll
    void open(@TempDir Path folder) {
        office = new Office(TestDatabase.POSTGRES, folder);
        wallet = office.wallet;
        admin = office.admin();
    }

    @AfterAll
    void close() {
        office.close();
    }

    @Test
    void rounds_show_their_stakes_and_what_was_paid_or_returned_before_and_after_archiving() {
        var player = office.nextPlayer();
        for (var round : List.of("open", "won", "undone")) {
            office.bet(player, round, "1.25");
        }
        wallet.send(SignedCallback.credit("win", "won")
                .round("round-won")
                .player(player)
                .payout("4"));
        wallet.send(
                SignedCallback.rollback("undo", "undone").round("round-undone").player(player));
        assertThat(admin.text("/rounds"))
                .contains("Stake Paid Debit's id")
                .containsPattern(player + " round-open open [-0-9]{10} [:0-9]{8} 1.25 EUR open");
        assertClosedRounds(player);
        assertThat(WalletUnderTest.archive(office.url)).isGreaterThanOrEqualTo(2);
        assertClosedRounds(player);
        assertThat(admin.text("/round?account=" + player + "&id=round-open")).contains("Stake 1.25 EUR");
    }

    private void assertClosedRounds(String player) {
        assertThat(admin.text("/rounds?account=" + player + "&state=settled")).contains("1.25 EUR 4.00 EUR won");
        assertThat(admin.text("/rounds?account=" + player + "&state=reverted"))
                .contains("Stake Returned Debit's id", "1.25 EUR 1.25 EUR undone");
        assertThat(admin.text("/round?account=" + player + "&id=round-won"))
                .contains("Stake 1.25 EUR Paid 4.00 EUR Net for the player +2.75 EUR");
        assertThat(admin.text("/round?account=" + player + "&id=round-undone"))
                .contains("Stake 1.25 EUR Returned 1.25 EUR Net for the player 0.00 EUR");
    }

    @Test
    void rounds_are_found_by_state_account_and_age() {
        var player = office.nextPlayer();
        for (var i = 1; i <= 3; i++) {
            var before = Clock.systemUTC().millis();
            await().until(() -> Clock.systemUTC().millis() > before);
            office.bet(player, "aged-" + i, "10.00");
        }
        for (var i = 1; i <= 2; i++) {
            wallet.send(SignedCallback.credit("aged-win-" + i, "aged-" + i)
                    .round("round-aged-" + i)
                    .player(player)
                    .payout("25.00"));
        }
        assertThat(admin.page("/rounds")).contains("round-aged-3").doesNotContain("round-aged-1", "round-aged-2");
        assertThat(admin.page("/rounds?minutes=60")).contains("No open rounds match.");
        assertThat(admin.page("/rounds?state=settled")).contains("enter its id");
        assertThat(admin.page("/rounds?state=settled&account=" + player))
                .containsSubsequence("round-aged-2", "round-aged-1")
                .doesNotContain("round-aged-3");
        assertThat(admin.page("/rounds.csv?state=settled&minutes=&account=" + player)
                        .lines())
                .hasSize(3)
                .startsWith(
                        "\"account\",\"round\",\"state\",\"opened\",\"stake\",\"currency\",\"paid\",\"currency\",\"debit\"")
                .allMatch(line -> line.matches("\"account\".*|\"" + player
                        + "\",\"round-aged-[12]\",\"settled\",\"[-0-9T:.]+Z\",10.00,EUR,25.00,EUR,\"aged-[12]\""));
        assertThat(admin.page("/rounds.csv"))
                .contains("\"round-aged-3\"", "Z\",10.00,EUR,,,\"aged-3\"")
                .doesNotContain("round-aged-1");
        for (var wrong : List.of("soon", "-1", "999999999999")) {
            var refused = admin.get("/rounds?minutes=" + wrong);
            assertThat(refused.statusCode()).as(wrong).isEqualTo(400);
            assertThat(refused.body()).contains("minutes must be a whole number");
        }
    }

    @Test
    void one_field_finds_players_rounds_transactions_adjustments_and_callbacks() {
        var player = office.nextPlayer();
        wallet.send(SignedCallback.debit("sought").round("a round").player(player));
        wallet.send(SignedCallback.debit("refused").player(player).stake("99999999"));
        admin.adjust(player, "2.25", "payment 17");
        assertThat(admin.page("/search?q=sought"))
                .contains(
                        "/transactions?id=sought",
                        "/round?account=" + player + "&amp;id=a+round",
                        "POST /wallet/debit");
        assertThat(admin.page("/search?q=" + player + "+a+round"))
                .contains("/round?account=" + player + "&amp;id=a+round")
                .containsPattern("open, opened [-0-9]{10} [:0-9]{8} UTC<");
        assertThat(admin.page("/search?q=payment+17")).contains("/player?id=" + player + "&amp;before=4");
        assertThat(admin.page("/search?q=+play")).contains("/player?id=player-1");
        assertThat(admin.page("/search?q=refused")).contains("409");
        for (var nothing : List.of("play%25", "%5F", "%27")) {
            assertThat(admin.page("/search?q=" + nothing)).contains("Nothing was found for “");
        }
        assertThat(admin.page("/search?q=")).contains("Enter an id.").doesNotContain("<table");
    }

    @Test
    void callbacks_transactions_rounds_and_players_lead_to_each_other_whatever_their_ids() {
        var player = office.nextPlayer();
        for (var id : List.of("..", "a/b", "a b&c=d", "new", "<b>")) {
            wallet.send(SignedCallback.debit("bet " + id).round(id).player(player));
            var transaction = "/transactions?id=" + encode("bet " + id);
            var round = "/round?account=" + player + "&id=" + encode(id);
            assertThat(admin.links("/player?id=" + player)).contains(round, transaction);
            assertThat(admin.links(transaction)).contains(round, "/player?id=" + player);
            assertThat(admin.links(round)).contains(transaction, "/player?id=" + player);
        }
        assertThat(admin.page("/player?id=" + player)).doesNotContain("<b>").contains("&lt;b&gt;");
    }

    @Test
    void a_callback_that_is_refused_or_rejected_is_listed_and_its_transaction_says_that_nothing_is_booked() {
        var player = office.nextPlayer();
        wallet.send(SignedCallback.debit("too-much").player(player).stake("99999999"));
        assertThat(admin.text("/callbacks"))
                .contains("409 POST /wallet/debit " + player + " round-of-too-much too-much"
                        + " the balance is less than the stake 127.0.0.1 Audit")
                .contains("Only a sample of the successful calls is kept")
                .doesNotContain("message");
        assertThat(admin.text("/transactions?id=too-much"))
                .contains("Transaction not booked", "Nothing is booked with the id “too-much”.", "409");
        assertThat(admin.text("/round?account=" + player + "&id=round-of-too-much"))
                .contains("Round not opened", "Nothing is booked in this round. The callbacks below say why.", "409");
        var unsigned = HttpRequest.newBuilder(URI.create(wallet.address() + "/player?token=a&gameId=b"));
        assertThat(wallet.send(unsigned.build()).status()).isEqualTo(401);
        assertThat(admin.page("/callbacks")).contains("GET /wallet/player", "401");
        assertThat(admin.text("/callbacks?account=" + office.nextPlayer()))
                .contains("This node remembers no callback that matches. It forgets old ones");
    }

    @Test
    void the_callbacks_of_a_player_a_round_and_a_transaction_are_one_click_away_and_lead_back(@TempDir Path other) {
        // A new wallet remembers its first successful callback, and later only a sample.
        try (var own = new Office(TestDatabase.H2, other)) {
            assertCallbacksAreOneClickAway(own, own.admin(), own.nextPlayer());
        }
    }

    private static void assertCallbacksAreOneClickAway(Office office, Visitor admin, String player) {
        office.bet(office.nextPlayer(), "bet 1", "99999999");
        office.wallet.send(
                SignedCallback.debit("bet 2").round("r&2").player(player).stake("1"));
        var ofPlayer = "/callbacks?account=" + player;
        var ofRound = ofPlayer + "&round=r%262";
        var ofTransaction = "/callbacks?transaction=bet+2";
        var audit = "/audit?account=" + player;
        assertThat(admin.links("/player?id=" + player)).contains(ofPlayer, audit);
        assertThat(admin.links("/round?account=" + player + "&id=r%262")).contains(ofRound, audit + "&round=r%262");
        assertThat(admin.links("/transactions?id=bet+2")).contains(ofTransaction, audit + "&round=r%262");
        for (var address : List.of(ofPlayer, ofRound, ofTransaction)) {
            var file = address.replace("/callbacks", "/callbacks.csv");
            assertThat(admin.links(address))
                    .contains(
                            "/player?id=" + player,
                            "/round?account=" + player + "&id=r%262",
                            "/transactions?id=bet+2",
                            audit + "&round=r%262",
                            file)
                    .doesNotContain("/transactions?id=bet+1");
            assertThat(admin.page(file).lines())
                    .hasSize(2)
                    .last()
                    .asString()
                    .contains(
                            "200,\"POST /wallet/debit\",\"" + player + "\",\"r&2\",\"bet 2\",\"\",\"\",\"127.0.0.1\"");
        }
    }

    @Test
    void the_next_page_of_callbacks_shows_none_twice_although_more_arrive() {
        var player = office.nextPlayer();
        refuse(player, 0, 103);
        var ofPlayer = "/callbacks?account=" + player;
        var next = admin.links(ofPlayer).stream()
                .filter(address -> address.contains("skip="))
                .findFirst()
                .orElseThrow();
        assertThat(admin.page(ofPlayer))
                .contains(">refused-102<", ">refused-3<")
                .doesNotContain(">refused-2<");
        refuse(player, 103, 110);
        assertThat(admin.page(next)).contains(">refused-2<", ">refused-0<").doesNotContain(">refused-3<", "Next page");
        assertThat(admin.page("/callbacks.csv?account=" + player).lines()).hasSize(1 + 110);
        assertThat(admin.page("/callbacks?skip=x")).contains("skip must be a whole number, not x");
    }

    private void refuse(String player, int from, int to) {
        for (var i = from; i < to; i++) {
            office.bet(player, "refused-" + i, "99999999");
        }
    }

    @Test
    void the_audit_of_a_player_or_round_has_its_finding_or_none_and_a_finding_leads_on() {
        var player = office.nextPlayer();
        var other = office.nextPlayer();
        office.bet(player, "audited", "1");
        assertThat(admin.text("/audit?account=" + player))
                .containsPattern("No violations found for account “" + player + "”. All \\d+ checks passed on")
                .contains("These are the checks of the rows of one account.");
        var round = "account=" + player + "&round=round-audited";
        assertThat(admin.links("/audit?" + round))
                .contains("/player?id=" + player, "/round?account=" + player + "&id=round-audited", "/audit")
                .contains("/callbacks?" + round);
        assertThat(admin.page("/audit?account=absent")).contains("There is no account “absent”.");
        assertThat(admin.page("/audit?account=" + player + "&round=x")).contains("has no round “x”.");
        assertThat(admin.page("/audit?round=round")).contains("Enter the account id as well.");

        office.execute("update rounds set state = 'SETTLED' where account_id = '" + player + "'");
        assertThat(admin.text("/audit?" + round))
                .containsPattern("1 of \\d+ checks failed for round “round-audited” of account “" + player + "” on");
        assertThat(admin.text("/audit?account=" + other)).contains("No violations found for account “" + other + "”.");
        assertThat(admin.links("/audit"))
                .contains("/transactions?id=audited", "/player?id=" + player)
                .contains("/round?account=" + player + "&id=round-audited")
                .contains("/callbacks?" + round + "&transaction=audited");
        office.execute("update rounds set state = 'BET' where account_id = '" + player + "'");
    }

    @Test
    void the_audit_says_how_many_checks_passed_and_lists_violations_only_where_there_are_some() {
        var damaged = "where id = '" + office.nextPlayer() + "'";
        assertThat(admin.text("/audit"))
                .containsPattern("The ledger balances. All \\d+ checks passed on [-0-9]{10} [:0-9]{8} UTC.")
                .doesNotContain("Violation");
        office.execute("update accounts set balance = balance + 1 " + damaged);
        assertThat(admin.text("/audit"))
                .containsPattern("THE LEDGER DOES NOT BALANCE. 1 of \\d+ checks failed on")
                .contains("Violation", "BROKEN: 1");
        office.execute("update accounts set balance = balance - 1 " + damaged);
    }
}
