package dev.operatorkit.reference.backoffice;

import static dev.operatorkit.reference.backoffice.Office.location;
import static dev.operatorkit.reference.backoffice.Office.with;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.operatorkit.reference.TestDatabase;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests the pages that call the provider, which is scripted: each form is sent once, and a call is shown as refused only if it certainly
 * changed nothing (D-5).
 */
class ProviderPagesTest extends OfficeTest {
    private static final Duration DOUBLE_CLICK = Duration.ofSeconds(11);

    private final Queue<String> responses = new ConcurrentLinkedQueue<>();
    private final AtomicInteger codes = new AtomicInteger();
    private final HttpServer provider;
    private String player = "";

    ProviderPagesTest() throws IOException {
        super(TestDatabase.H2);
        provider = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    }

    @Override
    String provider() {
        provider.createContext("/", this::respond);
        provider.start();
        return "http://127.0.0.1:" + provider.getAddress().getPort();
    }

    @AfterAll
    void stop() {
        provider.stop(0);
    }

    @BeforeEach
    void nextPlayer() {
        player = office.nextPlayer();
        codes.set(0);
        responses.clear();
        office.clock.forward(DOUBLE_CLICK);
    }

    /** Sends the next status, {@code cut} for none, and then 200; its body repeats what was sent, as a creation does. */
    private void respond(HttpExchange exchange) throws IOException {
        try (exchange) {
            var sent = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            var path = exchange.getRequestURI().getPath();
            if (path.endsWith("/codes")) {
                codes.incrementAndGet();
            }
            var next = responses.poll();
            if ("cut".equals(next)) {
                return;
            }
            var status = next == null ? 200 : Integer.parseInt(next);
            if (status == 404) {
                sent = "null,\"message\":\"there is no such campaign\"";
            }
            var body = ("{\"data\":" + sent + "}").getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.getResponseHeaders().add("Cache-Control", "no-store");
            exchange.sendResponseHeaders(status, status == 204 ? -1 : body.length);
            if (status != 204) {
                exchange.getResponseBody().write(body);
            }
        }
    }

    private void respondWith(String statuses) {
        responses.clear();
        responses.addAll(Arrays.asList(statuses.split(" ")));
    }

    private Map<String, String> bonus() {
        return Map.of("campaign", "SPRING", "account", player, "bonus", "B-1", "rounds", "5");
    }

    private Map<String, String> campaign() {
        var form = new HashMap<>(Map.of("code", "for-" + player, "name", "Spring", "amount", "1", "currency", "EUR"));
        form.putAll(Map.of("games", "cherry-rush", "start", "2100-01-01", "end", "2100-01-31"));
        return form;
    }

    @ParameterizedTest
    @CsvSource({
        "/campaigns/codes, 400, refused",
        "/campaigns/codes, 404, refused",
        "/campaigns/codes, 408, unknown",
        "/campaigns/codes, 500, unknown",
        "/campaigns/codes, cut, unknown",
        "/campaigns/disable, 401, refused",
        "/campaigns/disable, 404, refused",
        "/campaigns/disable, 500 404, unknown",
        "/campaigns/disable, cut 404, unknown",
        "/campaigns/disable, 500 429 429 429 429, unknown"
    })
    void only_a_call_that_certainly_changed_nothing_was_refused(String path, String given, String result) {
        respondWith(given);
        var campaign = "of-" + player;
        var form = path.equals("/campaigns/codes") ? bonus() : Map.of("code", campaign);
        var page = admin.post(path, form);
        assertThat(page.body().contains("Outcome unknown")).isEqualTo(result.equals("unknown"));
        var subject = path.equals("/campaigns/disable") ? campaign : player;
        assertThat(admin.page("/trail.csv?subject=" + subject))
                .contains("\"calls the provider", "\"attempted\"", "\"" + result + "\"")
                .doesNotContain(result.equals("unknown") ? "\"refused\"" : "\"unknown\"");
    }

    /** A refusal makes an operator send another code, and the player gets both (D-5). */
    @Test
    void an_unknown_outcome_says_where_to_look_before_the_form_is_sent_again() {
        respondWith("500");
        var campaign = admin.post("/campaigns", campaign());
        assertThat(campaign.statusCode()).isEqualTo(502);
        assertThat(campaign.body())
                .contains("Outcome unknown", "may have processed it anyway", "Look at the campaigns before");
        respondWith("500");
        assertThat(admin.post("/campaigns/codes", bonus()).body())
                .contains("Outcome unknown", "ask the provider whether the code exists");
        assertThat(admin.page("/trail.csv?subject=" + player))
                .contains("\"was not confirmed by the provider: ", "\"unknown\"");
    }

    @Test
    void each_form_has_a_notice_of_its_own_once_even_if_the_campaigns_cannot_be_listed() {
        respondWith("204 204 401");
        var one = location(admin.post("/campaigns/disable", Map.of("code", "SPRING")));
        var other = location(admin.post("/campaigns/disable", Map.of("code", "SUMMER")));
        assertThat(admin.page(other)).contains("Campaign SUMMER disabled.", "The campaigns could not be listed: ");
        assertThat(admin.page(one)).contains("Campaign SPRING disabled.");
        assertThat(admin.page(one)).doesNotContain("SPRING disabled");
        var code = location(admin.post("/campaigns/codes", bonus()));
        assertThat(admin.page(code)).contains("Bonus code B-1 created.");
        assertThat(admin.page("/trail.csv?subject=" + player))
                .contains(
                        "\"was accepted by the provider: bonus code B-1 of campaign SPRING, EUR, 5 rounds\",\"done\"");
    }

    /** A double click: the provider, which may accept the same code twice (D-6), gets one call. */
    @Test
    void a_form_that_is_sent_twice_calls_the_provider_once_and_both_get_the_notice() throws InterruptedException {
        Callable<String> click = () -> admin.page(location(admin.post("/campaigns/codes", bonus())));
        try (var threads = Executors.newFixedThreadPool(4)) {
            assertThat(threads.invokeAll(Collections.nCopies(4, click)))
                    .extracting(Future::resultNow)
                    .allSatisfy(page -> assertThat(page).contains("Bonus code B-1 created."));
        }
        assertThat(codes).hasValue(1);
        office.clock.forward(DOUBLE_CLICK);
        respondWith("404 200");
        assertThat(admin.post("/campaigns/codes", bonus()).body()).contains("was rejected: 404");
        assertThat(admin.page(location(admin.post("/campaigns/codes", bonus()))))
                .contains("B-1 created.");
        assertThat(codes).hasValue(3);
    }

    @Test
    void a_form_that_the_provider_could_not_accept_is_not_sent() {
        assertThat(admin.post("/campaigns", with(campaign(), "end", "9999-12-31"))
                        .body())
                .contains("endDate must be in the years 0 to 9999");
        assertThat(admin.post("/campaigns", with(campaign(), "start", "someday"))
                        .body())
                .contains("start must be a date such as 2030-01-31");
        assertThat(admin.post("/campaigns", with(campaign(), "code", "..")).body())
                .contains("which a path cannot contain");
        assertThat(admin.post("/campaigns/codes", with(bonus(), "account", "absent"))
                        .body())
                .contains("There is no account");
        for (var subject : List.of(player, "for-" + player)) {
            assertThat(admin.page("/trail.csv?subject=" + subject)).doesNotContain("calls the provider");
        }
    }
}
