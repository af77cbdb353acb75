package dev.operatorkit.reference.backoffice;

import static dev.operatorkit.reference.backoffice.Office.location;
import static dev.operatorkit.reference.backoffice.Office.with;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.operatorkit.reference.TestDatabase;
import dev.operatorkit.wallet.testkit.SignedCallback;
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
import java.util.regex.Pattern;
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
    private static final String CATALOGUE =
            "{\"data\":[{\"slug\":\"cherry-rush\",\"name\":\"Cherry Rush\",\"available\":true,\"freeRound\":true,"
                    + "\"restrictedCountries\":[\"SE\"]}]}";
    private static final Duration DOUBLE_CLICK = Duration.ofSeconds(11);
    private static final String GAME_LINK = "https://game.example/1";

    private final Queue<String> responses = new ConcurrentLinkedQueue<>();
    private final Queue<String> launches = new ConcurrentLinkedQueue<>();
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
        launches.clear();
        responses.clear();
        office.clock.forward(DOUBLE_CLICK);
    }

    /** Sends the next status, {@code cut} for none, and then 200; its body repeats what was sent, as a creation does. */
    private void respond(HttpExchange exchange) throws IOException {
        try (exchange) {
            var sent = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            var path = exchange.getRequestURI().getPath();
            if (path.startsWith("/api/v1/games/")) {
                launches.add(exchange.getRequestURI().getRawQuery());
                sent = "{\"url\":\"" + GAME_LINK + "\"}";
            }
            var next = responses.poll();
            if ("cut".equals(next)) {
                return;
            }
            var status = next == null ? 200 : Integer.parseInt(next);
            if (status == 404) {
                sent = "null,\"message\":\"there is no such campaign or game\"";
            }
            var body =
                    (path.endsWith("/games") ? CATALOGUE : "{\"data\":" + sent + "}").getBytes(StandardCharsets.UTF_8);
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

    private Map<String, String> launch() {
        return Map.of("game", "cherry-rush", "account", player);
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
        "/campaigns/disable, 500 429 429 429 429, unknown",
        "/catalogue/launch, 404, refused",
        "/catalogue/launch, cut cut cut cut, refused"
    })
    void only_a_call_that_certainly_changed_nothing_was_refused(String path, String given, String result) {
        respondWith(given);
        var campaign = "of-" + player;
        var form = switch (path) {
            case "/campaigns/codes" -> bonus();
            case "/campaigns/disable" -> Map.of("code", campaign);
            default -> launch();
        };
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
    void a_form_that_is_sent_twice_calls_the_provider_once_and_both_get_the_link_once() throws InterruptedException {
        var form = launch();
        Callable<String> click = () -> location(admin.post("/catalogue/launch", form));
        try (var threads = Executors.newFixedThreadPool(4)) {
            assertThat(threads.invokeAll(Collections.nCopies(4, click)))
                    .extracting(Future::resultNow)
                    .allSatisfy(next -> {
                        assertThat(admin.page(next)).contains(GAME_LINK, "real money of " + player);
                        assertThat(admin.page(next)).contains("The link to cherry-rush was shown");
                    });
        }
        assertThat(launches).hasSize(1);
        office.clock.forward(DOUBLE_CLICK);
        respondWith("404 200");
        assertThat(admin.post("/catalogue/launch", form).body()).contains("Request failed");
        assertThat(admin.page(location(admin.post("/catalogue/launch", form)))).contains(GAME_LINK);
        assertThat(launches).hasSize(3);
        assertThat(admin.page(location(admin.post("/catalogue/launch", with(form, "demo", "on")))))
                .contains("This is a demo");
        assertThat(admin.page("/catalogue?q=RUSH")).contains("<option>cherry-rush</option>", "<span>SE</span>");
    }

    @Test
    void no_session_outlives_a_launch_that_failed() {
        for (var given : List.of("cut cut cut cut", "404", "500 500 500 500")) {
            respondWith(given);
            assertThat(admin.post("/catalogue/launch", launch()).statusCode()).isGreaterThanOrEqualTo(400);
        }
        assertThat(launches).hasSizeGreaterThanOrEqualTo(3).allSatisfy(query -> {
            var token = Pattern.compile("token=([^&]+)").matcher(query);
            assertThat(token.find()).isTrue();
            assertThat(wallet.send(SignedCallback.player("cherry-rush", token.group(1)))
                            .status())
                    .isEqualTo(403);
        });
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
        assertThat(admin.post("/catalogue/launch", with(launch(), "lang", "xyz"))
                        .body())
                .contains("lang");
        assertThat(admin.page("/player?id=" + player)).contains("No entries.");
        for (var subject : List.of(player, "for-" + player)) {
            assertThat(admin.page("/trail.csv?subject=" + subject)).doesNotContain("calls the provider");
        }
    }
}
