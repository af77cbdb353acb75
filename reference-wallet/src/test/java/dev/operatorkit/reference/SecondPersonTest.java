package dev.operatorkit.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests which adjustments need a second person, and what becomes of their requests. */
class SecondPersonTest extends StaffedWallet {
    @SuppressWarnings("NullAway.Init") // startWithCashier sets it
    private Browser admin;

    @SuppressWarnings("NullAway.Init") // startWithCashier sets it
    private Browser carl;

    /** Starts a wallet with a cashier, carl, in which one person may adjust 100 EUR on a day. */
    private void startWithCashier() throws Exception {
        start(TestDatabase.H2);
        admin = admin();
        carl = add(admin, "carl", "cashier");
        admin.post("/people/amount", Map.of("currency", "EUR", "amount", "100"));
    }

    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void an_adjustment_above_the_amount_is_applied_once_when_another_person_approves_it(TestDatabase kind)
            throws Exception {
        start(kind);
        var admin = admin();
        var carl = add(admin, "carl", "cashier");
        var both = add(admin, "both", "cashier", "approver");
        var anna = add(admin, "anna", "approver");
        var amount = Map.of("currency", "EUR", "amount", "100");
        assertThat(location(admin.post("/people/amount", amount))).contains("done=amount");

        assertThat(location(carl.adjust("player-1", "\u2212100", "just")))
                .as("the minus sign of the pages")
                .contains("done=adjusted");
        assertThat(balance(1)).isEqualTo(99_990_000);
        var id = requested(carl.adjust("player-1", "-500", "more"));
        assertThat(requested(carl.adjust("player-1", "-500", "more")))
                .as("the form again")
                .isEqualTo(id);
        assertThat(balance(1)).isEqualTo(99_990_000);
        assertThat(carl.decide("approve", id).statusCode())
                .as("without the role")
                .isEqualTo(403);

        assertThat(anna.get("/request?id=" + id).body()).contains("Balance after approval", "999\u202f400.00 EUR");

        var own = requested(both.adjust("player-1", "500", "own"));
        assertThat(both.decide("approve", own).body()).contains("is your own");
        assertThat(both.get("/request?id=" + own).body()).doesNotContain("/request/approve");
        assertThat(location(both.decide("withdraw", own))).isEqualTo("/request?id=" + own);

        var decisions = IntStream.range(0, 8)
                .mapToObj(i -> CompletableFuture.supplyAsync(() -> (i % 2 == 0 ? anna : both)
                        .decide(i % 4 < 2 ? "approve" : "reject", id)
                        .statusCode()))
                .toList();
        assertThat(decisions.stream().map(CompletableFuture::join).filter(status -> status == 303))
                .hasSize(1);
        var page = anna.get("/request?id=" + id).body();
        assertThat(balance(1)).isEqualTo(page.contains("applied") ? 99_940_000 : 99_990_000);
        assertThat(anna.decide("approve", id).body()).contains("was already");
        assertThat(admin.get("/trail").body()).contains("request adjustment", "is your own", "withdrawn adjustment");
    }

    @Test
    void the_page_of_a_player_says_what_the_person_may_still_adjust_today() throws Exception {
        start(TestDatabase.H2);
        var admin = admin();
        var carl = add(admin, "carl", "cashier");
        assertThat(carl.get("/player?id=player-1").body()).contains("No amount is set that needs a second person.");
        admin.post("/people/amount", Map.of("currency", "EUR", "amount", "100"));
        carl.adjust("player-2", "-60", "1");
        admin.adjust("player-2", "70", "2");
        assertThat(carl.get("/player?id=player-1").body())
                .contains(
                        "You may adjust 100.00 EUR per day (UTC) without a second person, and 40.00 EUR of it is left");
        admin.post("/people/amount", Map.of("currency", "EUR", "amount", "50"));
        assertThat(carl.get("/player?id=player-1").body()).contains("and 0.00 EUR of it is left today");
        carl.post("/players", Map.of("id", "yen", "currency", "JPY", "opening", "0"));
        assertThat(carl.get("/player?id=yen").body())
                .as("a currency without an amount")
                .contains("Every adjustment in JPY needs a second person");
    }

    @Test
    void a_request_is_shown_to_its_author_and_on_the_page_of_its_player_and_is_not_done_in_the_trail()
            throws Exception {
        startWithCashier();
        var id = requested(carl.adjust("player-1", "-1500", "1"));
        var notice = "\u22121\u202f500.00 EUR is requested and not booked yet: <a href=\"/request?id=" + id + "\">";
        assertThat(carl.get("/player?id=player-1").body())
                .contains(notice, "<a href=\"/requests?account=player-1&amp;state=all\">");
        assertThat(carl.get("/player?id=player-2").body()).doesNotContain("not booked yet");
        assertThat(carl.get("/requests?account=player-1").body()).contains("/request?id=" + id);
        assertThat(carl.get("/requests?account=player-2").body())
                .contains("Nothing waits for approval for “player-2”.");
        assertThat(carl.get("/requests.csv?account=player-1&state=waiting")
                        .body()
                        .lines())
                .hasSize(2);
        assertThat(carl.get("/requests.csv?account=player-2").body().lines()).hasSize(1);
        assertThat(carl.get("/request?id=" + id).body())
                .contains("You made this request", "Cancel this request")
                .containsPattern("decide about it before [-0-9]{10} [:0-9]{8} UTC. After that it expires.");
        assertThat(admin.get("/trail?person=carl&subject=player-1").body())
                .contains("<span>requested</span>")
                .doesNotContain("<span>done</span>");

        carl.decide("withdraw", id);
        assertThat(carl.get("/request?id=" + id).body()).contains("<span>cancelled</span>");
        assertThat(carl.get("/player?id=player-1").body()).doesNotContain("not booked yet");
        assertThat(carl.get("/requests.csv?account=player-1&state=waiting")
                        .body()
                        .lines())
                .hasSize(1);
    }

    @Test
    void the_entry_names_author_and_approver_and_the_trail_has_every_step() throws Exception {
        startWithCashier();
        var anna = add(admin, "anna", "approver");
        anna.decide("approve", requested(carl.adjust("player-2", "1234567.89", "payment-17")));

        assertThat(carl.get("/player?id=player-2").body())
                .contains("carl, approved by anna: test", "2\u202f234\u202f567.89 EUR");
        assertThat(carl.get("/player.csv?id=player-2").body().lines())
                .anyMatch(line -> line.contains("\"ADJUSTMENT\",1234567.89,EUR,2234567.89,EUR"));
        assertThat(admin.get("/trail").body())
                .contains("applied adjustment", "set approval amount", "none → 100.00 EUR", "add person", "log in");
        assertThat(admin.get("/trail.csv").body().lines().findFirst())
                .hasValue("\"number\",\"time\",\"person\",\"action\",\"on\",\"details\",\"result\",\"from\"");
    }

    @Test
    void several_adjustments_of_a_day_and_the_smallest_number_need_a_second_person() throws Exception {
        startWithCashier();
        assertThat(location(carl.adjust("player-1", "60", "1"))).contains("done=adjusted");
        requested(carl.adjust("player-2", "-40.01", "2"));
        assertThat(location(carl.adjust("player-3", "-40.00", "3"))).contains("done=adjusted");
        requested(carl.adjust("player-4", "0.01", "4"));
        requested(carl.adjust("player-4", "-92233720368547758.08", "5"));
        for (var wrong : List.of("0", "100.001", "1,000", "٣٠", "-92233720368547758.09")) {
            assertThat(carl.adjust("player-4", wrong, "6").statusCode())
                    .as(wrong)
                    .isEqualTo(400);
        }
        var opening = Map.of("id", "new", "currency", "EUR", "opening", "1");
        assertThat(carl.post("/players", opening).body()).contains("needs a second person");
        var yen = Map.of("id", "yen", "currency", "JPY", "opening", "1");
        assertThat(carl.post("/players", yen).body())
                .as("a currency without an amount")
                .contains("second person");
        assertThat(location(carl.post("/players", Map.of("id", "zero", "currency", "JPY", "opening", "0"))))
                .contains("done=created");
    }

    @Test
    void a_request_whose_reference_was_used_meanwhile_fails_and_so_does_one_below_zero_and_an_old_one_expires()
            throws Exception {
        startWithCashier();
        var anna = add(admin, "anna", "approver");
        var taken = requested(carl.adjust("player-1", "100.01", "payment-1"));
        admin.post("/people/amount", Map.of("currency", "EUR", "amount", "1000"));
        assertThat(location(carl.adjust("player-1", "100.01", "payment-1"))).contains("done=adjusted");
        anna.decide("approve", taken);
        assertThat(anna.get("/request?id=" + taken).body()).contains("failed", "The reference was already used");
        assertThat(balance(1)).isEqualTo(100_010_001);

        var tooMuch = requested(carl.adjust("player-2", "-2000000", "payment-2"));
        anna.decide("approve", tooMuch);
        assertThat(anna.get("/request?id=" + tooMuch).body()).contains("failed", "cannot go below zero");
        assertThat(admin.get("/trail.csv").body())
                .as("whoever adds up what is done counts nothing that was not booked")
                .containsPattern("\"request adjustment\".*\"requested\"")
                .containsPattern("\"failed adjustment\".*\"failed\"");

        var late = requested(carl.adjust("player-3", "5000", "payment-3"));
        clock.forward(Duration.ofDays(7).plusMinutes(1));
        assertThat(anna.logIn("anna", NEW_PASSWORD)).isEqualTo(303);
        assertThat(anna.get("/requests").body()).contains("Nothing waits for approval.");
        assertThat(anna.get("/requests?state=all").body()).contains("expired");
        anna.decide("approve", late);
        assertThat(anna.get("/request?id=" + late).body()).contains("expired");
        assertThat(balance(3)).isEqualTo(100_000_000);
    }
}
