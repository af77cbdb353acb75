package dev.operatorkit.reference.backoffice;

import static dev.operatorkit.reference.backoffice.Office.location;
import static dev.operatorkit.reference.backoffice.Office.requested;
import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.reference.TestDatabase;
import dev.operatorkit.reference.backoffice.Office.Visitor;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Tests which adjustments need a second person, and what becomes of their requests, on PostgreSQL. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SecondPersonTest {
    private Office office;
    private Visitor admin;
    private Visitor anna;
    private Visitor carl;
    private String cashier = "";
    private int cashiers;

    @BeforeAll
    void open(@TempDir Path folder) {
        office = new Office(TestDatabase.POSTGRES, folder);
        admin = office.admin();
        anna = office.add("anna", "approver");
    }

    @AfterAll
    void close() {
        office.close();
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
        assertThat(anna.page("/request?id=" + id)).contains("Balance after approval", "999\u202f400.00 EUR");

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

    @Test
    void the_page_of_a_player_says_how_much_the_person_may_still_adjust_today() {
        var player = office.nextPlayer();
        carl.adjust(player, "-60", "1 " + player);
        admin.adjust(player, "70", "2 " + player);
        assertThat(carl.page("/player?id=" + player))
                .contains(
                        "You may adjust 100.00 EUR per day (UTC) without a second person, and 40.00 EUR of it is left");
        setAmount("50");
        assertThat(carl.page("/player?id=" + player)).contains("and 0.00 EUR of it is left today");
        carl.post("/players", Map.of("id", "yen", "currency", "JPY", "opening", "0"));
        assertThat(carl.page("/player?id=yen"))
                .as("a currency without an amount")
                .contains("Every adjustment in JPY needs a second person");
        office.execute("delete from approval_amounts");
        assertThat(carl.page("/player?id=" + player)).contains("No amount is set that needs a second person.");
    }

    @Test
    void a_request_is_shown_to_its_author_and_on_the_page_of_its_player_and_is_not_done_in_the_trail() {
        var player = office.nextPlayer();
        var other = office.nextPlayer();
        var id = requested(carl.adjust(player, "-1500", "1 " + player));
        var notice = "\u22121\u202f500.00 EUR is requested and not booked yet: <a href=\"/request?id=" + id + "\">";
        assertThat(carl.page("/player?id=" + player))
                .contains(notice, "<a href=\"/requests?account=" + player + "&amp;state=all\">");
        assertThat(carl.page("/player?id=" + other)).doesNotContain("not booked yet");
        assertThat(carl.page("/requests?account=" + player)).contains("/request?id=" + id);
        assertThat(carl.page("/requests?account=" + other)).contains("Nothing waits for approval for “" + other + "”.");
        var waiting = "/requests.csv?account=" + player + "&state=waiting";
        assertThat(carl.page(waiting).lines()).hasSize(2);
        assertThat(carl.page("/requests.csv?account=" + other).lines()).hasSize(1);
        assertThat(carl.page("/request?id=" + id))
                .contains("You made this request", "Cancel this request")
                .containsPattern("decide about it before [-0-9]{10} [:0-9]{8} UTC. After that it expires.");
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
                .anyMatch(line -> line.contains("\"ADJUSTMENT\",1234567.89,EUR,2234567.89,EUR"));
        var trail = admin.page("/trail.csv");
        assertThat(trail).contains("applied adjustment", "set approval amount", "100.00 EUR", "add person", "log in");
        assertThat(trail.lines().findFirst())
                .hasValue("\"number\",\"time\",\"person\",\"action\",\"on\",\"details\",\"result\",\"from\"");
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
    void a_request_fails_if_its_reference_was_used_or_the_balance_fell_below_zero_and_an_old_one_expires() {
        var player = office.nextPlayer();
        var taken = requested(carl.adjust(player, "100.01", "payment-1"));
        setAmount("1000");
        assertThat(location(carl.adjust(player, "100.01", "payment-1"))).contains("done=adjusted");
        anna.decide("approve", taken);
        assertThat(anna.page("/request?id=" + taken)).contains("failed", "The reference was already used");
        assertThat(office.balance(player)).isEqualTo(100_010_001);

        var tooMuch = requested(carl.adjust(office.nextPlayer(), "-2000000", "payment-2"));
        anna.decide("approve", tooMuch);
        assertThat(anna.page("/request?id=" + tooMuch)).contains("failed", "cannot go below zero");
        assertThat(admin.page("/trail.csv"))
                .as("a sum of the rows that are done counts nothing that was not booked")
                .containsPattern("\"request adjustment\".*\"requested\"")
                .containsPattern("\"failed adjustment\".*\"failed\"");

        var patient = office.nextPlayer();
        var late = requested(carl.adjust(patient, "5000", "payment-3"));
        office.clock.forward(Duration.ofDays(7).plusMinutes(1));
        assertThat(anna.logIn("anna", Office.NEW_PASSWORD)).isEqualTo(303);
        assertThat(admin.logIn("admin", Office.NEW_PASSWORD)).isEqualTo(303);
        assertThat(anna.page("/requests?account=" + patient)).contains("Nothing waits for approval");
        assertThat(anna.page("/requests?state=all&account=" + patient)).contains("expired");
        anna.decide("approve", late);
        assertThat(anna.page("/request?id=" + late)).contains("expired");
        assertThat(office.balance(patient)).isEqualTo(Office.OPENING_BALANCE);
    }
}
