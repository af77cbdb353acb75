package dev.operatorkit.client;

import static dev.operatorkit.client.Provider.EMPTY_PAGE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.raw.RawServer;
import dev.operatorkit.wire.BonusCode;
import dev.operatorkit.wire.CampaignSearch;
import dev.operatorkit.wire.NewCampaign;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.OptionalInt;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * Compares each endpoint's request, byte for byte, with files that {@code openssl} signed: {@code golden/check.sh}
 * checks them without Java. Only the port, the id of the call and the versions change, and none of them is signed.
 */
class GoldenRequestTest {
    private static final CurrencyCode EUR = CurrencyCode.of("EUR");
    private static final Instant SPRING = Instant.parse("2026-03-01T00:00:00Z");
    private static final Instant SUMMER = Instant.parse("2026-06-01T00:00:00Z");

    @Test
    void catalogue() {
        assertGolden("catalogue", "", "{\"data\":[]}", CustomerApi::fetchCatalogue);
    }

    @Test
    void catalogue_by_etag() {
        assertGolden("catalogue-by-etag", "ETag: W/\"7\"\r\nLast-Modified: Sat, 21 Nov 2026 09:00:00 GMT\r\n");
    }

    @Test
    void catalogue_by_date() {
        assertGolden("catalogue-by-date", "Last-Modified: Sat, 21 Nov 2026 09:00:00 GMT\r\n");
    }

    private static void assertGolden(String name, String headers) {
        assertGolden(name, headers, "{\"data\":[]}", api -> {
            api.fetchCatalogue();
            api.fetchCatalogue();
        });
    }

    @Test
    void launch_for_real_money() {
        var launch = LaunchRequest.realMoney("golden-orchard").currency(EUR).token("token-1");
        launch("launch-real-money", launch.ip("203.0.113.7").lang("de"));
    }

    @Test
    void launch_of_a_demo() {
        launch("launch-demo", LaunchRequest.demo("golden-orchard").ip("2001:db8::7"));
    }

    @Test
    void launch_with_reserved_and_non_ascii_characters() {
        var launch = LaunchRequest.realMoney("a/b?c#d%e ü+🎰").currency(EUR).token("t&=+%/ 🎰;~'");
        launch("launch-reserved", launch.ip("203.0.113.7"));
    }

    private static void launch(String name, LaunchRequest.Builder launch) {
        assertGolden(
                name, "", "{\"data\":{\"url\":\"https://play.example/\"}}", api -> api.createLaunchUrl(launch.build()));
    }

    @Test
    void create_campaign() {
        var campaign = new NewCampaign(
                "spring-2026",
                "Frühling",
                new Money(20, EUR),
                List.of("golden-orchard"),
                SPRING,
                SUMMER,
                OptionalInt.of(10));
        assertGolden("create-campaign", "", "", api -> api.createCampaign(campaign));
    }

    @Test
    void search_without_filters() {
        assertGolden("search-everything", "", EMPTY_PAGE, api -> api.searchCampaigns(CampaignSearch.all()));
    }

    @Test
    void search_with_every_filter() {
        var search = CampaignSearch.all()
                .withPage(2)
                .withPerPage(100)
                .withCurrency(CurrencyCode.of("EUR"))
                .withCampaignCode("spring")
                .withCampaignName("Früh")
                .withFrom(SPRING)
                .withTo(SUMMER);
        var second = EMPTY_PAGE.replace("\"page\":1,\"perPage\":20", "\"page\":2,\"perPage\":100");
        assertGolden("search-every-filter", "", second, api -> api.searchCampaigns(search));
    }

    @Test
    void disable_campaign() {
        assertGolden("disable-campaign", "", "", api -> api.disableCampaign("spring/2026 ü"));
    }

    @Test
    void create_bonus_code() {
        var code = new BonusCode("spring-2026", "player-1", EUR, "SPRING-PLAYER-1", OptionalInt.of(20));
        assertGolden("create-bonus-code", "", "", api -> api.createBonusCode(code));
    }

    private static void assertGolden(String name, String headers, String answer, Consumer<CustomerApi> call) {
        assertThat(lastRequest(headers, answer, call).replace("\r\n", "\n")).isEqualTo(golden(name));
    }

    private static String lastRequest(String headers, String answer, Consumer<CustomerApi> call) {
        Queue<String> requests = new ConcurrentLinkedQueue<>();
        var clock = Clock.fixed(Instant.ofEpochMilli(1_760_000_000_000L), ZoneOffset.UTC);
        try (var server = new RawServer((request, socket) -> {
                    requests.add(request.text());
                    RawServer.write(socket, RawServer.response(200, answer, headers));
                });
                var api = CustomerApi.builder(URI.create(server.base() + "svc"), "operator-1", Provider.KEYS)
                        .clock(clock)
                        .appInfo("Golden/1")
                        .build()) {
            call.accept(api);
            var port = String.valueOf(server.base().getPort());
            return List.copyOf(requests)
                    .get(requests.size() - 1)
                    .replace("127.0.0.1:" + port, "127.0.0.1:PORT")
                    .replaceFirst("X-Request-Id: " + LoggingTest.ID, "X-Request-Id: ID")
                    .replaceFirst("OperatorKit/[^ ]+ \\(Java \\d+\\)", "OperatorKit/VERSION");
        }
    }

    private static String golden(String name) {
        try (var file = GoldenRequestTest.class.getResourceAsStream("/golden/" + name + ".http")) {
            return file == null ? "no such file" : new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
