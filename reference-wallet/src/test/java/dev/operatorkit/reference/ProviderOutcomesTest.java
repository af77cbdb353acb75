package dev.operatorkit.reference;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.operatorkit.wallet.testkit.SignedCallback;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what the back office says of a call whose response is lost, late or another's: never that it was refused, unless it was (D-5). */
class ProviderOutcomesTest extends StaffedWallet {
    private static final Map<String, String> BONUS =
            Map.of("campaign", "SPRING", "account", "player-1", "currency", "EUR", "bonus", "B-1");
    private static final String CATALOGUE =
            "{\"data\":[{\"slug\":\"cherry-rush\",\"name\":\"Cherry Rush\",\"available\":true,\"freeRound\":true,"
                    + "\"restrictedCountries\":[]}]}";

    private final Queue<String> responses = new ConcurrentLinkedQueue<>();
    private final Queue<String> launchTokens = new ConcurrentLinkedQueue<>();
    private final AtomicInteger launches = new AtomicInteger();
    private HttpServer provider;

    @BeforeEach
    void begin() throws Exception {
        provider = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        provider.createContext("/", this::respond);
        provider.start();
        start(TestDatabase.H2);
    }

    @AfterEach
    void end() {
        provider.stop(0);
    }

    @Override
    String provider() {
        return "http://127.0.0.1:" + provider.getAddress().getPort();
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
    void only_a_call_that_certainly_changed_nothing_was_refused(String path, String given, String result)
            throws Exception {
        var admin = admin();
        respondWith(given);
        var form = switch (path) {
            case "/campaigns/codes" -> BONUS;
            case "/campaigns/disable" -> Map.of("code", "SPRING");
            default -> Map.of("play", "cherry-rush", "account", "player-1");
        };
        var page = admin.post(path, form);
        assertThat(page.body().contains("Outcome unknown")).isEqualTo(result.equals("unknown"));
        assertThat(admin.get("/trail.csv").body())
                .contains("\"calls the provider", "\"attempted\"", "\"" + result + "\"")
                .doesNotContain(result.equals("unknown") ? "\"refused\"" : "\"unknown\"");
    }

    @Test
    void a_notice_about_what_was_done_is_shown_although_the_campaigns_cannot_be_listed() throws Exception {
        var admin = admin();
        respondWith("204");
        var next = location(admin.post("/campaigns/disable", Map.of("code", "SPRING")));
        var page = admin.get(next);
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).contains("Campaign SPRING disabled.", "The campaigns could not be listed: ");
        assertThat(admin.get(next).body()).contains("Request failed").doesNotContain("SPRING disabled");
    }

    @Test
    void a_link_is_shown_although_the_catalogue_cannot_be_fetched() throws Exception {
        var admin = admin();
        respondWith("200");
        var next = location(admin.post("/catalogue/launch", Map.of("play", "cherry-rush", "account", "player-1")));
        assertThat(admin.get(next).body()).contains("https://game.example/1", "cherry-rush is ready");
        assertThat(admin.get(next).body()).contains("The link to cherry-rush was shown");
    }

    @Test
    void no_session_is_started_for_a_launch_that_is_not_sent() throws Exception {
        var admin = admin();
        var before = countSessions(admin);
        var wrong = Map.of("play", "cherry-rush", "account", "player-1", "lang", "xyz");
        assertThat(admin.post("/catalogue/launch", wrong).body()).contains("lang");
        assertThat(countSessions(admin)).isEqualTo(before);
        assertThat(admin.get("/trail.csv").body()).doesNotContain("calls the provider");
    }

    /** A double click: the provider, which may accept the same code twice (D-6), gets one call. */
    @Test
    void a_form_that_is_sent_twice_at_once_calls_the_provider_once_and_both_get_the_link() throws Exception {
        var admin = admin();
        var form = Map.of("play", "cherry-rush", "account", "player-1");
        respondWith("200 200 200 200");
        Callable<String> click =
                () -> admin.get(location(admin.post("/catalogue/launch", form))).body();
        try (var threads = Executors.newFixedThreadPool(4)) {
            assertThat(threads.invokeAll(Collections.nCopies(4, click)))
                    .extracting(Future::resultNow)
                    .allMatch(page -> page.contains("https://game.example/1"));
        }
        assertThat(launches).hasValue(1);

        clock.forward(Duration.ofSeconds(11));
        respondWith("200");
        location(admin.post("/catalogue/launch", form));
        assertThat(launches).hasValue(2);
    }

    @Test
    void a_form_that_was_not_accepted_may_be_sent_again_at_once() throws Exception {
        var admin = admin();
        respondWith("404 200");
        var form = Map.of("play", "cherry-rush", "account", "player-1");
        assertThat(admin.post("/catalogue/launch", form).body()).contains("Request failed");
        location(admin.post("/catalogue/launch", form));
    }

    @Test
    void a_campaign_without_a_last_day_that_can_be_written_is_not_sent() throws Exception {
        var admin = admin();
        var form = new HashMap<>(Map.of("code", "SPRING", "name", "Spring", "amount", "1", "currency", "EUR"));
        form.putAll(Map.of("games", "cherry-rush", "start", "2100-01-01", "end", "9999-12-31"));
        var page = admin.post("/campaigns", form);
        assertThat(page.statusCode()).isEqualTo(400);
        assertThat(page.body()).contains("endDate must be in the years 0 to 9999");
        assertThat(admin.get("/trail.csv").body()).doesNotContain("calls the provider");
    }

    /** The session's token is known to a provider that does not answer, and its link to nobody. */
    @ParameterizedTest
    @ValueSource(strings = {"cut cut cut cut", "404", "500 500 500 500"})
    void no_session_outlives_a_launch_that_failed(String given) throws Exception {
        var admin = admin();
        respondWith(given);
        var launch = Map.of("play", "cherry-rush", "account", "player-1");
        assertThat(admin.post("/catalogue/launch", launch).statusCode()).isGreaterThanOrEqualTo(400);
        assertThat(launchTokens).isNotEmpty();
        for (var token : launchTokens) {
            assertThat(wallet.send(SignedCallback.player("cherry-rush", token)).status())
                    .isEqualTo(403);
        }
    }

    private static int countSessions(Browser browser) {
        var page = browser.get("/player?id=player-1").body();
        return page.substring(page.indexOf("id=\"sessions\"")).split("Expires \\(UTC\\)", -1).length;
    }

    @Test
    void two_forms_at_once_each_have_their_own_notice() throws Exception {
        var admin = admin();
        respondWith("204 204");
        var one = location(admin.post("/campaigns/disable", Map.of("code", "SPRING")));
        var other = location(admin.post("/campaigns/disable", Map.of("code", "SUMMER")));
        assertThat(admin.get(other).body()).contains("Campaign SUMMER disabled.");
        assertThat(admin.get(one).body()).contains("Campaign SPRING disabled.");
    }
}
