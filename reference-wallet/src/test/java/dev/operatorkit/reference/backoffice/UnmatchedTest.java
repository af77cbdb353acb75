package dev.operatorkit.reference.backoffice;

import static dev.operatorkit.reference.backoffice.Office.location;
import static dev.operatorkit.reference.backoffice.Office.requested;
import static dev.operatorkit.reference.backoffice.Office.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.operatorkit.reference.TestDatabase;
import dev.operatorkit.reference.WalletUnderTest;
import dev.operatorkit.reference.backoffice.Office.Visitor;
import dev.operatorkit.wallet.testkit.SignedCallback;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests that the wins of bets that a restored database lacks are paid once, by the provider or by a person, on PostgreSQL. */
class UnmatchedTest extends OfficeTest {
    private Visitor anna;
    private Visitor carl;

    UnmatchedTest() {
        super(TestDatabase.POSTGRES);
    }

    @BeforeAll
    void restore() {
        anna = office.add("anna", "approver");
        carl = office.add("carl", "cashier");
        location(admin.post("/people/amount", Map.of("currency", "EUR", "amount", "100")));
        assertThat(WalletUnderTest.run("restored", "--to", "2026-03-01T09:30:00Z", "--db", office.url))
                .isZero();
        await().until(() -> {
            credit("stranger", "first", "5");
            return !paid("stranger").contains("No entries");
        });
    }

    /** Sends the credit of the one round of a player, with the id {@code PLAYER-NAME}. */
    private int credit(String player, String name, String payout) {
        return wallet.send(SignedCallback.credit(player + "-" + name, "bet-" + player)
                        .player(player)
                        .round("round-bet-" + player)
                        .payout(payout))
                .status();
    }

    private void bet(String player) {
        office.bet(player, "bet-" + player, "1");
    }

    /** Returns the text of the page about a player. */
    private String paid(String player) {
        return carl.text("/unmatched?account=" + player);
    }

    /** Adjusts a balance after a look at the page of the player. */
    private String pay(String player, String amount, String reference) {
        var seen = Office.SEEN.matcher(carl.page("/player?id=" + player));
        assertThat(seen.find()).isTrue();
        var form = Map.of("id", player, "amount", amount, "reference", reference, "reason", "test");
        var response = carl.post("/player/adjust", with(form, "seen", seen.group(1)));
        return response.statusCode() == 303 ? location(response) : response.body();
    }

    @Test
    void a_credit_paid_by_hand_and_then_by_the_provider_is_subtracted_once() {
        var player = office.nextPlayer();
        assertThat(credit(player, "win", "40")).isEqualTo(422);
        assertThat(paid(player)).contains("40 ", "no: the payout less the stake is due");
        assertThat(carl.adjust(player, "39", player + "-win").body())
                .contains("payout to " + player + " is 40", "tick the box");
        assertThat(pay(player, "39", player + "-win")).contains("done=adjusted");
        assertThat(paid(player)).contains("by hand: 39.00 EUR");
        bet(player);
        assertThat(paid(player)).contains("by hand: 39.00 EUR. Its bet has come since");
        assertThat(credit(player, "win", "40")).isEqualTo(200);
        assertThat(paid(player)).contains("paid by hand, and by the provider: SUBTRACT 39.00 EUR");
        var form = carl.links("/unmatched?account=" + player).stream()
                .filter(link -> link.contains("reference=subtract"))
                .findFirst()
                .orElseThrow();
        assertThat(carl.page(form)).contains("value=\"-39.00\"", "value=\"subtract " + player + "-win\"");
        assertThat(pay(player, "-38", "subtract " + player + "-win")).contains("subtracts all that was paid by hand");
        assertThat(pay(player, "-39", "subtract " + player + "-win")).contains("done=adjusted");
        assertThat(paid(player)).contains("subtracted again");
        assertThat(office.balance(player)).isEqualTo(Office.OPENING_BALANCE + 3_900);
    }

    @Test
    void a_credit_that_was_paid_under_the_id_of_its_bet_is_not_due() {
        var player = office.nextPlayer();
        assertThat(pay(player, "5", "bet-" + player)).contains("done=adjusted");
        credit(player, "win", "6");
        assertThat(paid(player)).contains("by hand: 5.00 EUR (reference bet-" + player + ")");
        assertThat(pay(player, "6", player + "-win")).contains("(reference bet-" + player + ")");
        assertThat(pay(player, "6", "round-bet-" + player)).contains("Use another reference");
        bet(player);
        assertThat(credit(player, "win", "6")).isEqualTo(200);
        assertThat(paid(player)).contains("and by the provider: SUBTRACT 5.00 EUR");
    }

    @Test
    void the_id_of_a_credit_pays_it_to_its_player_up_to_its_payout_while_it_is_due() {
        var player = office.nextPlayer();
        var other = office.nextPlayer();
        credit(player, "win", "6");
        credit(player, "again", "6");
        assertThat(paid(player)).contains("only one credit can be due");
        assertThat(pay(other, "6", player + "-win")).contains("payout to " + player);
        assertThat(pay(player, "-0.02", player + "-win")).contains("at most the payout");
        assertThat(pay(player, "6.01", player + "-win")).contains("at most the payout");
        assertThat(pay(player, "600", player + "-win")).as("a request").contains("at most the payout");
        assertThat(pay(player, "6", player + "-win")).contains("done=adjusted");
        assertThat(paid(player)).contains("nothing due: credit " + player + "-win of the same bet was paid by hand");
        assertThat(pay(player, "6", player + "-again")).contains("nothing due: credit " + player + "-win");
        assertThat(pay(player, "6", player + "-win")).contains("done=repeated");
        bet(player);
        assertThat(credit(player, "again", "6")).isEqualTo(200);
        assertThat(paid(player))
                .contains("paid by hand, and " + player + "-again is booked for its round: SUBTRACT 6.00 EUR");

        var lost = office.nextPlayer();
        credit(lost, "loss", "0");
        assertThat(paid(lost)).contains("nothing due: the payout is 0");
        assertThat(paid("stranger")).contains("create the player with the same id first");

        var undone = office.nextPlayer();
        credit(undone, "win", "8");
        wallet.send(SignedCallback.rollback("undo-" + undone, "bet-" + undone)
                .player(undone)
                .round("round-bet-" + undone));
        assertThat(paid(undone)).contains("nothing due: undo-" + undone + " is booked for its round");
        assertThat(pay(undone, "8", undone + "-win")).contains(" is booked for its round");
        assertThat(office.balance(undone)).isEqualTo(Office.OPENING_BALANCE);
    }

    @Test
    void what_the_provider_pays_while_a_request_waits_is_named_and_not_paid_again() {
        var player = office.nextPlayer();
        credit(player, "win", "400");
        var id = requested(carl.adjust(player, "399", player + "-win"));
        assertThat(anna.text("/request?id=" + id)).contains("payout to " + player + " is 400");
        bet(player);
        assertThat(anna.text("/request?id=" + id)).contains("the provider may still pay it");
        credit(player, "win", "400");
        var balance = office.balance(player);
        assertThat(anna.text("/request?id=" + id)).contains("The provider has paid " + player + "-win");
        assertThat(anna.decide("approve", id).body()).contains("The provider has paid " + player + "-win");
        assertThat(pay(player, "3", player + "-win")).contains("The provider has paid " + player + "-win");
        assertThat(pay(player, "3", "bet-" + player)).contains("is the id of a debit in the ledger");
        assertThat(office.balance(player)).isEqualTo(balance);
    }

    @Test
    void one_person_ticks_an_adjustment_that_names_a_round_and_sees_its_old_settlement() {
        var player = office.nextPlayer();
        bet(player);
        var form = Map.of("id", player, "amount", "3", "reference", "r-" + player, "reason", "test");
        var named = with(form, "round", "round-bet-" + player);
        assertThat(carl.post("/player/adjust", named).body()).contains("the provider may still settle it");
        credit(player, "loss", "0");
        assertThat(carl.post("/player/adjust", named).body()).contains("is settled, so nothing more is due");
        assertThat(location(carl.post("/player/adjust", with(named, "seen", "3"))))
                .contains("done=adjusted");
        office.execute(
                "update ledger set created_at = created_at - interval '3 days' where account_id = '" + player + "'");
        var id = requested(carl.post("/player/adjust", with(with(named, "amount", "300"), "reference", "q-" + player)));
        assertThat(anna.text("/request?id=" + id)).contains("The movements of the round", player + "-loss");
    }
}
