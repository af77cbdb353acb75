package dev.operatorkit.reference.backoffice;

import static dev.operatorkit.reference.backoffice.Office.location;
import static dev.operatorkit.reference.backoffice.Office.with;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.operatorkit.reference.TestDatabase;
import dev.operatorkit.reference.backoffice.Office.Visitor;
import dev.operatorkit.wallet.testkit.SignedCallback;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
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
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests the pages about a call to a scripted provider whose response is lost, late or another's: a call is shown as refused only
 * if it was (D-5).
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ProviderOutcomesTest {
    private static final String CATALOGUE =
            "{\"data\":[{\"slug\":\"cherry-rush\",\"name\":\"Cherry Rush\",\"available\":true,\"freeRound\":true,"
                    + "\"restrictedCountries\":[]}]}";
    private static final Duration DOUBLE_CLICK = Duration.ofSeconds(11);

    private final Queue<String> responses = new ConcurrentLinkedQueue<>();
    private final Queue<String> launchTokens = new ConcurrentLinkedQueue<>();
    private final AtomicInteger launches = new AtomicInteger();
    private HttpServer provider;
    private Office office;
    private Visitor admin;
    private String player = "";

    @BeforeAll
    void open(@TempDir Path folder) throws IOException {
        provider = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        provider.createContext("/", this::respond);
        provider.start();
        var address = "http://127.0.0.1:" + provider.getAddress().getPort();
        office = new Office(TestDatabase.H2.freshUrl(), folder, address);
        admin = office.admin();
    }

    @AfterAll
    void close() {
        office.close();
        provider.stop(0);
    }

    @BeforeEach
    void nextPlayer() {
        player = office.nextPlayer();
        launches.set(0);
        launchTokens.clear();
        office.clock.forward(DOUBLE_CLICK);
    }

    private Map<String, String> launch() {
        return Map.of("play", "cherry-rush", "account", player);
    }

    private Map<String, String> bonus() {
        return Map.of("campaign", "SPRING", "account", player, "currency", "EUR", "bonus", "B-1");
    }

    /** Sends the next response, {@code cut} for none; afterwards 500. */
    private void respond(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            var isLaunch = exchange.getRequestURI().getPath().startsWith("/api/v1/games/");
            if (isLaunch) {
                launches.incrementAndGet();
                Pattern.compile("token=([^&]+)")
                        .matcher(exchange.getRequestURI().getRawQuery())
                        .results()
                        .forEach(found -> launchTokens.add(found.group(1)));
            }
            var next = responses.poll();
            if ("cut".equals(next)) {
                return;
            }
            var status = next == null ? 500 : Integer.parseInt(next);
            var body = (isLaunch ? "{\"data\":{\"url\":\"https://game.example/1\"}}" : CATALOGUE)
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.getResponseHeaders().add("Cache-Control", "no-store");
            exchange.sendResponseHeaders(status, status == 204 ? -1 : body.length);
            if (status != 204) {
                exchange.getResponseBody().write(body);
            }
        }
    }

    private void respondWith(String all) {
        responses.clear();
        responses.addAll(Arrays.asList(all.split(" ")));
    }

    @ParameterizedTest
    @CsvSource({
        "/campaigns/codes, 400, refused",
        "/campaigns/codes, 404, refused",
        "/campaigns/codes, 408, unknown",
        "/campaigns/codes, 500, unknown",
        "/campaigns/codes, cut, unknown",
        "/campaigns/disable, 401, refused",
        "/campaigns/disable, 404, unknown",
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
        var campaign = admin.post("/campaigns", campaign("2100-01-31"));
        assertThat(campaign.statusCode()).isEqualTo(502);
        assertThat(campaign.body())
                .contains("Outcome unknown", "may have processed it anyway", "Look at the campaigns before");
        respondWith("500");
        assertThat(admin.post("/campaigns/codes", bonus()).body())
                .contains("Outcome unknown", "ask the provider whether the code exists");
        assertThat(admin.page("/trail.csv?subject=" + player))
                .contains("\"was not confirmed by the provider: ", "\"unknown\"");
    }

    private Map<String, String> campaign(String end) {
        var form = new HashMap<>(Map.of("code", "for-" + player, "name", "Spring", "amount", "1", "currency", "EUR"));
        form.putAll(Map.of("games", "cherry-rush", "start", "2100-01-01", "end", end));
        return form;
    }

    @Test
    void a_notice_about_what_was_done_is_shown_although_the_campaigns_cannot_be_listed() {
        respondWith("204");
        var next = location(admin.post("/campaigns/disable", Map.of("code", "SPRING")));
        var page = admin.get(next);
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).contains("Campaign SPRING disabled.", "The campaigns could not be listed: ");
        assertThat(admin.page(next)).contains("Request failed").doesNotContain("SPRING disabled");
    }

    @Test
    void a_link_is_shown_although_the_catalogue_cannot_be_fetched() {
        respondWith("200");
        var next = location(admin.post("/catalogue/launch", launch()));
        assertThat(admin.page(next)).contains("https://game.example/1", "cherry-rush is ready");
        assertThat(admin.page(next)).contains("The link to cherry-rush was shown");
    }

    @Test
    void no_session_is_started_for_a_launch_that_is_not_sent() {
        var before = countSessions();
        assertThat(admin.post("/catalogue/launch", with(launch(), "lang", "xyz"))
                        .body())
                .contains("lang");
        assertThat(countSessions()).isEqualTo(before);
        assertThat(admin.page("/trail.csv?subject=" + player)).doesNotContain("calls the provider");
    }

    /** A double click: the provider, which may accept the same code twice (D-6), gets one call. */
    @Test
    void a_form_that_is_sent_twice_at_once_calls_the_provider_once_and_both_get_the_link() throws InterruptedException {
        var form = launch();
        respondWith("200 200 200 200");
        Callable<String> click = () -> admin.page(location(admin.post("/catalogue/launch", form)));
        try (var threads = Executors.newFixedThreadPool(4)) {
            assertThat(threads.invokeAll(Collections.nCopies(4, click)))
                    .extracting(Future::resultNow)
                    .allMatch(page -> page.contains("https://game.example/1"));
        }
        assertThat(launches).hasValue(1);

        office.clock.forward(DOUBLE_CLICK);
        respondWith("200");
        location(admin.post("/catalogue/launch", form));
        assertThat(launches).hasValue(2);
    }

    @Test
    void a_form_that_was_not_accepted_may_be_sent_again_at_once() {
        respondWith("404 200");
        var form = launch();
        assertThat(admin.post("/catalogue/launch", form).body()).contains("Request failed");
        location(admin.post("/catalogue/launch", form));
    }

    @Test
    void a_campaign_without_a_last_day_that_can_be_written_is_not_sent() {
        var page = admin.post("/campaigns", campaign("9999-12-31"));
        assertThat(page.statusCode()).isEqualTo(400);
        assertThat(page.body()).contains("endDate must be in the years 0 to 9999");
        assertThat(admin.page("/trail.csv?subject=for-" + player)).doesNotContain("calls the provider");
    }

    /** The session's token is known to a provider that does not answer, and its link is lost. */
    @Test
    void no_session_outlives_a_launch_that_failed() {
        for (var given : List.of("cut cut cut cut", "404", "500 500 500 500")) {
            respondWith(given);
            assertThat(admin.post("/catalogue/launch", launch()).statusCode()).isGreaterThanOrEqualTo(400);
        }
        assertThat(launchTokens).hasSizeGreaterThanOrEqualTo(3);
        for (var token : launchTokens) {
            assertThat(office.wallet
                            .send(SignedCallback.player("cherry-rush", token))
                            .status())
                    .isEqualTo(403);
        }
    }

    private int countSessions() {
        var page = admin.page("/player?id=" + player);
        return page.substring(page.indexOf("id=\"sessions\"")).split("Expires \\(UTC\\)", -1).length;
    }

    @Test
    void two_forms_at_once_each_have_their_own_notice() {
        respondWith("204 204");
        var one = location(admin.post("/campaigns/disable", Map.of("code", "SPRING")));
        var other = location(admin.post("/campaigns/disable", Map.of("code", "SUMMER")));
        assertThat(admin.page(other)).contains("Campaign SUMMER disabled.");
        assertThat(admin.page(one)).contains("Campaign SPRING disabled.");
    }
}
