package dev.operatorkit.reference.backoffice;

import static dev.operatorkit.reference.backoffice.Office.location;
import static dev.operatorkit.reference.backoffice.Office.requested;
import static dev.operatorkit.reference.backoffice.Office.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.reference.TestDatabase;
import dev.operatorkit.reference.backoffice.Office.Visitor;
import dev.operatorkit.wallet.testkit.SignedCallback;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which adjustments need a second person, and how their requests end, on PostgreSQL. */
class SecondPersonTest extends OfficeTest {
    private Visitor anna;
    private Visitor carl;
    private String cashier = "";
    private int cashiers;

    SecondPersonTest() {
        super(TestDatabase.POSTGRES);
    }

    @BeforeAll
    void addApprover() {
        anna = office.add("anna", "approver");
    }

    /** Adds a cashier who has adjusted nothing today; one person may adjust 100 EUR on a day. */
    @BeforeEach
    void addCashier() {
        cashier = "carl" + ++cashiers;
        carl = office.add(cashier, "cashier");
        setAmount("100");
    }

    private void setAmount(String amount) {
        assertThat(location(admin.post("/people/amount", Map.of("currency", "EUR", "amount", amount))))
                .contains("done=amount");
    }

    @Test
    void an_adjustment_above_the_amount_is_applied_once_when_another_person_approves_it() {
        var player = office.nextPlayer();
        var both = office.add("both", "cashier", "approver");
        assertThat(location(carl.adjust(player, "\u2212100", "just")))
                .as("the minus sign of the pages")
                .contains("done=adjusted");
        assertThat(office.balance(player)).isEqualTo(99_990_000);
        var id = requested(carl.adjust(player, "-500", "more"));
        assertThat(requested(carl.adjust(player, "-500", "more")))
                .as("the form again")
                .isEqualTo(id);
        assertThat(office.balance(player)).isEqualTo(99_990_000);
        assertThat(carl.decide("approve", id).statusCode())
                .as("without the role")
                .isEqualTo(403);

        var own = requested(both.adjust(player, "500", "own"));
        assertThat(both.decide("approve", own).body()).contains("is your own");
        assertThat(both.page("/request?id=" + own)).doesNotContain("/request/approve");
        assertThat(location(both.decide("withdraw", own))).isEqualTo("/request?id=" + own);

        var decisions = IntStream.range(0, 8)
                .mapToObj(i -> CompletableFuture.supplyAsync(() -> (i % 2 == 0 ? anna : both)
                        .decide(i % 4 < 2 ? "approve" : "reject", id)
                        .statusCode()))
                .toList();
        assertThat(decisions.stream().map(CompletableFuture::join).filter(status -> status == 303))
                .hasSize(1);
        var page = anna.page("/request?id=" + id);
        assertThat(office.balance(player)).isEqualTo(page.contains("applied") ? 99_940_000 : 99_990_000);
        assertThat(anna.decide("approve", id).body()).contains("was already");
        assertThat(admin.page("/trail.csv")).contains("request adjustment", "is your own", "withdrawn adjustment");
    }

    /** A win is lost on the way, its amount is requested by hand, and then the provider's retry arrives. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_request_of_what_was_paid_is_approved_only_by_one_who_has_seen_the_payment(boolean paidBefore) {
        var player = office.nextPlayer();
        var win = SignedCallback.credit("win-" + player, "bet-" + player)
                .player(player)
                .payout("500");
        office.wallet.send(SignedCallback.debit("bet-" + player).player(player).stake("10"));
        if (paidBefore) {
            office.wallet.send(win);
        }
        var id = requested(carl.adjust(player, "500", "the win of bet-" + player));
        if (!paidBefore) {
            assertThat(anna.page("/request?id=" + id)).contains("Open rounds: 1");
            office.wallet.send(win);
        }
        var balance = office.balance(player);
        assertThat(anna.page("/request?id=" + id))
                .contains("win-" + player, "+500.00 EUR", "Open rounds: none")
                .matches(page -> page.contains("has changed by +500.00 EUR since the request") != paidBefore);
        assertThat(anna.post("/request/approve", Map.of("id", id, "reason", "not seen"))
                        .body())
                .contains("Look at the latest movements", "tick the box");
        assertThat(office.balance(player)).isEqualTo(balance);
        assertThat(anna.decide("approve", id).statusCode()).isEqualTo(303);
        assertThat(office.balance(player)).isEqualTo(balance + 50_000);
    }

    @Test
    void a_request_names_a_round_of_its_player_and_needs_a_tick_when_that_is_closed() {
        var player = office.nextPlayer();
        office.bet(player, "lost-" + player, "10");
        var form = Map.of("id", player, "amount", "500", "reference", "r-" + player, "reason", "test");
        assertThat(carl.post("/player/adjust", with(form, "round", "round-lost-player-0"))
                        .body())
                .contains("has no round 'round-lost-player-0'");
        var early = requested(carl.post(
                "/player/adjust", with(with(form, "reference", "e-" + player), "round", "round-lost-" + player)));
        assertThat(anna.page("/request?id=" + early)).contains("is open, and the provider may still settle it");
        office.wallet.send(SignedCallback.credit("loss-" + player, "lost-" + player)
                .round("round-lost-" + player)
                .player(player)
                .payout("0"));
        var id = requested(carl.post("/player/adjust", with(form, "round", "round-lost-" + player)));
        assertThat(anna.page("/request?id=" + id)).contains("is settled, so nothing more is due", "loss-" + player);
        assertThat(anna.decide("approve", id).statusCode()).isEqualTo(303);
        assertThat(admin.page("/trail.csv")).contains("round round-lost-" + player);
    }

    @Test
    void a_request_of_a_person_who_may_not_adjust_any_more_is_not_applied() {
        var player = office.nextPlayer();
        var id = requested(carl.adjust(player, "500", "r-" + player));
        location(admin.post("/person", Map.of("name", cashier, "seen", "2")));
        assertThat(anna.decide("approve", id).body()).contains("may not adjust balances any more");
        assertThat(office.balance(player)).isEqualTo(Office.OPENING_BALANCE);
        assertThat(location(anna.decide("reject", id))).isEqualTo("/request?id=" + id);
    }

    @Test
    void a_request_is_shown_to_its_author_and_on_the_page_of_its_player_and_is_not_done_in_the_trail() {
        var player = office.nextPlayer();
        var other = office.nextPlayer();
        var id = requested(carl.adjust(player, "-1500", "1 " + player));
        var notice = "\u22121\u202f500.00 EUR is requested and not booked yet: <a href=\"/request?id=" + id + "\">";
        assertThat(carl.page("/player?id=" + player)).contains(notice);
        assertThat(carl.page("/player?id=" + other)).doesNotContain("not booked yet");
        assertThat(carl.page("/requests?account=" + player)).contains("/request?id=" + id);
        var waiting = "/requests.csv?account=" + player;
        assertThat(carl.page(waiting).lines()).hasSize(2);
        assertThat(carl.page("/requests.csv?account=" + other).lines()).hasSize(1);
        assertThat(carl.page("/request?id=" + id)).contains("You made this request", "Cancel this request");
        assertThat(admin.page("/trail?person=" + cashier + "&subject=" + player))
                .contains("<span>requested</span>")
                .doesNotContain("<span>done</span>");

        carl.decide("withdraw", id);
        assertThat(carl.page("/request?id=" + id)).contains("<span>cancelled</span>");
        assertThat(carl.page("/player?id=" + player)).doesNotContain("not booked yet");
        assertThat(carl.page(waiting).lines()).hasSize(1);
    }

    @Test
    void the_entry_names_author_and_approver_and_the_trail_has_every_step() {
        var player = office.nextPlayer();
        anna.decide("approve", requested(carl.adjust(player, "1234567.89", "payment-17")));
        assertThat(carl.page("/player?id=" + player))
                .contains(cashier + ", approved by anna: test", "2\u202f234\u202f567.89 EUR");
        assertThat(carl.page("/player.csv?id=" + player).lines())
                .anyMatch(line -> line.contains("\"ADJUSTMENT\",1234567.89,\"EUR\",2234567.89,\"EUR\""));
        assertThat(admin.page("/trail.csv"))
                .contains("applied adjustment", "set approval amount", "100.00 EUR", "log in");
    }

    @Test
    void several_adjustments_of_a_day_and_the_smallest_number_need_a_second_person() {
        var player = office.nextPlayer();
        assertThat(location(carl.adjust(player, "60", "a"))).contains("done=adjusted");
        requested(carl.adjust(office.nextPlayer(), "-40.01", "b"));
        assertThat(location(carl.adjust(office.nextPlayer(), "-40.00", "c"))).contains("done=adjusted");
        requested(carl.adjust(player, "0.01", "d"));
        requested(carl.adjust(player, "-92233720368547758.08", "e"));
        for (var wrong : List.of("0", "100.001", "1,000", "٣٠", "-92233720368547758.09")) {
            assertThat(carl.adjust(player, wrong, "f").statusCode()).as(wrong).isEqualTo(400);
        }
        for (var currency : List.of("EUR", "JPY")) {
            var opening = Map.of("id", "new " + currency, "currency", currency, "opening", "1");
            assertThat(carl.post("/players", opening).body()).contains("needs a second person");
        }
        assertThat(location(carl.post("/players", Map.of("id", "zero", "currency", "JPY", "opening", "0"))))
                .contains("done=created");
    }

    @Test
    void a_request_whose_reference_was_used_or_whose_balance_fell_is_not_applied() {
        var player = office.nextPlayer();
        var taken = requested(carl.adjust(player, "100.01", "payment-1"));
        setAmount("1000");
        assertThat(location(carl.adjust(player, "100.01", "payment-1"))).contains("done=adjusted");
        assertThat(anna.decide("approve", taken).body()).contains("The reference was already used");
        assertThat(office.balance(player)).isEqualTo(100_010_001);
        var tooMuch = requested(carl.adjust(office.nextPlayer(), "-2000000", "payment-2"));
        assertThat(anna.decide("approve", tooMuch).body()).contains("cannot go below zero");
        assertThat(admin.page("/trail.csv?person=anna")).contains("\"approve\"", "\"refused\"");
        assertThat(location(anna.decide("reject", tooMuch))).contains(tooMuch);
        assertThat(anna.page("/request?id=" + tooMuch)).contains("rejected");
    }
}
