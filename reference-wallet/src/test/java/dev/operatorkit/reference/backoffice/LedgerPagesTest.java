package dev.operatorkit.reference.backoffice;

import static dev.operatorkit.reference.backoffice.Office.encode;
import static dev.operatorkit.reference.backoffice.Office.location;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.operatorkit.reference.TestDatabase;
import dev.operatorkit.reference.WalletUnderTest;
import dev.operatorkit.wallet.testkit.SignedCallback;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the pages about rounds, transactions, callbacks, the search and the audit, on PostgreSQL. */
class LedgerPagesTest extends OfficeTest {
    LedgerPagesTest() {
        super(TestDatabase.POSTGRES);
    }

    @Test
    void a_round_shows_its_movements_before_and_after_archiving() {
        var player = office.nextPlayer();
        office.bet(player, "won", "1.25");
        office.bet(player, "undone", "1.25");
        wallet.send(SignedCallback.credit("win", "won")
                .round("round-won")
                .player(player)
                .payout("4"));
        wallet.send(
                SignedCallback.rollback("undo", "undone").round("round-undone").player(player));
        assertClosedRounds(player);
        assertThat(WalletUnderTest.archive(office.url)).isGreaterThanOrEqualTo(2);
        assertClosedRounds(player);
    }

    private void assertClosedRounds(String player) {
        assertThat(admin.text("/round?account=" + player + "&id=round-won"))
                .contains("State settled", "DEBIT \u22121.25 EUR", "CREDIT +4.00 EUR");
        assertThat(admin.text("/round?account=" + player + "&id=round-undone"))
                .contains("State reverted", "ROLLBACK +1.25 EUR");
        assertThat(admin.text("/transactions?id=win")).contains("Settles the debit won");
    }

    @Test
    void open_rounds_are_found_by_account_and_age() {
        var player = office.nextPlayer();
        for (var i = 1; i <= 3; i++) {
            var before = Clock.systemUTC().millis();
            await().until(() -> Clock.systemUTC().millis() > before);
            office.bet(player, "aged-" + i, "10.00");
        }
        wallet.send(SignedCallback.rollback("aged-undo", "aged-2")
                .round("round-aged-2")
                .player(player));
        assertThat(admin.page("/rounds?account=" + player))
                .containsSubsequence("round-aged-1", "round-aged-3")
                .doesNotContain("round-aged-2");
        assertThat(admin.page("/rounds?minutes=60")).contains("No entries match.");
        assertThat(admin.page("/rounds.csv?account=" + player).lines())
                .hasSize(3)
                .startsWith("\"Account\",\"Round\",\"Opened (UTC)\",\"Debit's id\"")
                .last()
                .asString()
                .matches("\"" + player + "\",\"round-aged-3\",\"[-0-9T:.]+Z\",\"aged-3\"");
        for (var wrong : List.of("soon", "-1", "9999999999999999999")) {
            var refused = admin.get("/rounds?minutes=" + wrong);
            assertThat(refused.statusCode()).as(wrong).isEqualTo(400);
            assertThat(refused.body()).contains("minutes must be a whole number");
        }
        assertThat(admin.get("/rounds?after=x").statusCode()).isEqualTo(400);
    }

    @Test
    void one_field_finds_transactions_adjustments_and_players() {
        var player = office.nextPlayer();
        office.bet(player, "sought", "1");
        office.bet(player, "refused", "99999999");
        admin.adjust(player, "2.25", "payment 17");
        for (var id : List.of("sought", "refused")) {
            assertThat(location(admin.get("/search?q=" + id))).isEqualTo("/transactions?id=" + id);
        }
        var entry = location(admin.get("/search?q=payment+17"));
        assertThat(entry).startsWith("/player?id=" + player + "&after=");
        assertThat(admin.text(entry)).contains("+2.25 EUR");
        assertThat(location(admin.get("/search?q=+play"))).isEqualTo("/players?id=play");
        for (var nothing : List.of("play%25", "%5F", "%27")) {
            assertThat(admin.page(location(admin.get("/search?q=" + nothing)))).contains("No entries match.");
        }
        assertThat(location(admin.get("/search?q="))).isEqualTo("/players");
    }

    @Test
    void callbacks_transactions_rounds_and_players_with_any_ids_lead_to_each_other() {
        var player = office.nextPlayer();
        for (var id : List.of("..", "a/b", "a b&c=d", "new", "<b>")) {
            wallet.send(SignedCallback.debit("bet " + id).round(id).player(player));
            var transaction = "/transactions?id=" + encode("bet " + id);
            var round = "/round?account=" + player + "&id=" + encode(id);
            assertThat(admin.links("/player?id=" + player)).contains(round, transaction);
            assertThat(admin.links(transaction)).contains(round, "/player?id=" + player);
            assertThat(admin.links(round))
                    .contains(transaction, "/player?id=" + player)
                    .contains("/callbacks?account=" + player + "&round=" + encode(id));
        }
        assertThat(admin.page("/player?id=" + player)).doesNotContain("<b>").contains("&lt;b&gt;");
    }

    @Test
    void a_callback_that_is_refused_or_rejected_is_listed_and_its_transaction_says_that_nothing_is_booked() {
        var player = office.nextPlayer();
        wallet.send(SignedCallback.debit("too-much").player(player).stake("99999999"));
        assertThat(admin.text("/callbacks?kind=refused&transaction=too-much"))
                .contains("409 POST /wallet/debit " + player + " round-of-too-much too-much"
                        + " the balance is less than the stake 127.0.0.1")
                .doesNotContain("message");
        assertThat(admin.text("/transactions?id=too-much"))
                .contains("Nothing is booked with the id “too-much”. The callbacks below say why.", "409");
        assertThat(admin.text("/round?account=" + player + "&id=round-of-too-much"))
                .contains("Round not opened", "Nothing is booked in this round. The callbacks below say why.", "409");
        var unsigned = HttpRequest.newBuilder(URI.create(wallet.address() + "/player?token=a&gameId=b"));
        assertThat(wallet.send(unsigned.build()).status()).isEqualTo(401);
        assertThat(admin.page("/callbacks?kind=unverified"))
                .contains("GET /wallet/player", "401")
                .doesNotContain("too-much");
        assertThat(admin.text("/callbacks?account=" + office.nextPlayer())).contains("No entries match.");
    }

    @Test
    void the_next_page_of_callbacks_shows_none_twice_although_more_arrive() {
        var player = office.nextPlayer();
        refuse(player, 0, 103);
        var ofPlayer = "/callbacks?account=" + player;
        var next = admin.links(ofPlayer).stream()
                .filter(address -> address.contains("after="))
                .findFirst()
                .orElseThrow();
        assertThat(admin.page(ofPlayer))
                .contains(">refused-102<", ">refused-3<")
                .doesNotContain(">refused-2<");
        refuse(player, 103, 110);
        assertThat(admin.page(next)).contains(">refused-2<", ">refused-0<").doesNotContain(">refused-3<", "Next page");
        assertThat(admin.page("/callbacks.csv?account=" + player).lines()).hasSize(1 + 110);
        assertThat(admin.page("/callbacks?after=x")).contains("after must be a whole number, not x");
    }

    private void refuse(String player, int from, int to) {
        for (var i = from; i < to; i++) {
            office.bet(player, "refused-" + i, "99999999");
        }
    }

    @Test
    void the_audit_says_how_many_checks_passed_and_names_violations() {
        var damaged = office.nextPlayer();
        assertThat(admin.audit())
                .containsPattern("The ledger balances. All \\d+ checks passed on +[-0-9]{10} [:0-9]{8} UTC *\\.");
        office.execute("update accounts set balance = balance + 1 where id = '" + damaged + "'");
        assertThat(admin.audit())
                .containsPattern("THE LEDGER DOES NOT BALANCE. 1 of \\d+ checks failed on")
                .containsPattern("BROKEN: 1 .* " + damaged);
        office.execute("update accounts set balance = balance - 1 where id = '" + damaged + "'");
    }
}
