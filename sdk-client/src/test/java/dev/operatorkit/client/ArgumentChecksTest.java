package dev.operatorkit.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.operatorkit.money.Amount;
import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.wire.BonusCode;
import dev.operatorkit.wire.CampaignSearch;
import dev.operatorkit.wire.NewCampaign;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that wrong arguments are rejected, with the name of the field, before anything is sent: nothing listens at this
 * address.
 */
class ArgumentChecksTest {
    private static final CurrencyCode EUR = CurrencyCode.of("EUR");
    private static final Instant SPRING = Instant.parse("2026-03-01T00:00:00Z");
    private static final Instant SUMMER = Instant.parse("2026-06-01T00:00:00Z");
    private static final CustomerApi API =
            CustomerApi.of(URI.create("https://provider.invalid"), "operator-1", Provider.KEYS);

    static Stream<Arguments> wrong() {
        return Stream.of(
                wrong("currency", () -> CurrencyCode.of("FUN")),
                wrong("gameSlug", () -> demo("", "203.0.113.7", null)),
                wrong("gameSlug", () -> demo("..", "203.0.113.7", null)),
                wrong("gameSlug", () -> demo(".", "203.0.113.7", null)),
                wrong("gameSlug", () -> demo("a\nb", "203.0.113.7", null)),
                wrong("gameSlug", () -> demo("a\ud83c", "203.0.113.7", null)),
                wrong("gameSlug", () -> demo("x".repeat(256), "203.0.113.7", null)),
                wrong("ip must be", () -> demo("slug", "player.example", null)),
                wrong("ip must be", () -> demo("slug", "203.0.113", null)),
                wrong("ip must be", () -> demo("slug", "fe80::1%eth0", null)),
                wrong("lang", () -> demo("slug", "203.0.113.7", "deu")),
                wrong("lang", () -> demo("slug", "203.0.113.7", "DE")),
                wrong("lang", () -> demo("slug", "203.0.113.7", "xx")),
                wrong("token", () -> LaunchRequest.realMoney("slug").token("")),
                wrong("token must not", () -> LaunchRequest.demo("slug").token("token-1")),
                wrong("page", () -> CampaignSearch.all().withPage(0)),
                wrong("perPage", () -> CampaignSearch.all().withPerPage(0)),
                wrong("perPage", () -> CampaignSearch.all().withPerPage(101)),
                wrong(
                        "from",
                        () -> API.searchCampaigns(
                                CampaignSearch.all().withFrom(SUMMER).withTo(SPRING))),
                wrong("endDate", () -> campaign(20, SUMMER, SPRING, List.of("slug"), 1)),
                wrong("endDate", () -> campaign(20, SPRING, SPRING, List.of("slug"), 1)),
                wrong("amount", () -> campaign(0, SPRING, SUMMER, List.of("slug"), 1)),
                wrong("EUR", () -> Amount.parse("0.001").toMoney(EUR)),
                wrong("gameSlugs", () -> campaign(20, SPRING, SUMMER, List.of(), 1)),
                wrong("gameSlugs", () -> campaign(20, SPRING, SUMMER, List.of("a", "a"), 1)),
                wrong("maxRounds", () -> campaign(20, SPRING, SUMMER, List.of("slug"), 0)),
                wrong("maxRounds", () -> code("spring", EUR, 0)),
                wrong("campaignCode", () -> API.disableCampaign("..")),
                wrong(
                        "campaignCode",
                        () -> API.createCampaign(new NewCampaign(
                                "..",
                                "Spring",
                                new Money(20, EUR),
                                List.of("slug"),
                                SPRING,
                                SUMMER,
                                OptionalInt.of(1)))),
                wrong("connectTimeout", () -> builder().connectTimeout(Duration.ZERO)),
                wrong("attemptTimeout", () -> builder().attemptTimeout(Duration.ofNanos(1))),
                wrong("callTimeout", () -> builder().callTimeout(Duration.ofSeconds(Long.MAX_VALUE))),
                wrong("timeout", () -> CallOptions.defaults().withTimeout(Duration.ZERO)),
                wrong("callId", () -> CallOptions.defaults().withCallId("two words")),
                wrong("callId", () -> CallOptions.defaults().withCallId("x".repeat(129))),
                wrong("header", () -> CallOptions.defaults().withHeader("X Brand", "1")),
                wrong("X-Brand", () -> CallOptions.defaults().withHeader("X-Brand", "a\r\nX-Evil: 1")),
                wrong("set by the client", () -> CallOptions.defaults().withHeader("x-svc-timestamp", "1")),
                wrong("set by the client", () -> CallOptions.defaults().withHeader("If-None-Match", "*")),
                wrong("appInfo", () -> builder().appInfo("Casino\n")),
                wrong("maxAttempts", () -> builder().maxAttempts(0)),
                wrong("maxResponseBytes", () -> builder().maxResponseBytes(0)),
                wrong("interval", () -> CatalogueSubscription.Options.defaults().withInterval(Duration.ZERO)),
                wrong("maxAge", () -> CatalogueSubscription.Options.defaults().withMaxAge(Duration.ofMinutes(9))),
                wrong("operator", () -> CustomerApi.builder(URI.create("https://h"), "o\r\nX-Evil: 1", Provider.KEYS)),
                wrong("operator", () -> CustomerApi.builder(URI.create("https://h"), " ", Provider.KEYS)));
    }

    private static Arguments wrong(String field, ThrowingCallable call) {
        return Arguments.of(field, call);
    }

    @ParameterizedTest(name = "{index}: {0}")
    @MethodSource("wrong")
    void the_error_names_the_invalid_argument(String field, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessageContaining(field);
    }

    /** Calls as an operator does who has no null checker. */
    @Test
    @SuppressWarnings("NullAway")
    void a_subscription_without_options_or_listener_is_rejected() {
        assertThatThrownBy(() -> API.watchCatalogue(CatalogueSubscription.Options.defaults(), null))
                .hasMessage("onChange is missing");
        assertThatThrownBy(() -> API.watchCatalogue(null, catalogue -> {})).hasMessage("options is missing");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ftp://h", "h", "", "https://u:p@h", "https://h?q=1", "https://h#f", "https:///p"})
    void an_invalid_base_url_is_rejected(String base) {
        assertThatThrownBy(() -> CustomerApi.of(URI.create(base), "operator-1", Provider.KEYS)
                        .close())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("base");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "🎰", "\"quoted\"", "ü"})
    void an_id_of_255_characters_of_any_kind_is_accepted(String character) {
        assertThat(demo(character.repeat(255 / character.codePointCount(0, character.length())), "::1", "en"))
                .isNotNull();
    }

    @Test
    void the_error_names_the_missing_environment_variable(@TempDir Path dir) throws Exception {
        var secret = Files.writeString(dir.resolve("secret"), "a-secret-for-tests\n");
        var env = Map.of(
                "OPERATORKIT_BASE_URL", "https://provider.example/svc",
                "OPERATORKIT_OPERATOR", "operator-1",
                "OPERATORKIT_SECRET_FILE", secret.toString());
        assertThat(Environment.builder(env)).hasToString("CustomerApi of operator-1 at https://provider.example/svc");
        for (var name : env.keySet()) {
            var less = new HashMap<>(env);
            less.remove(name);
            assertThatThrownBy(() -> Environment.builder(less))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(name.replace("_FILE", ""));
        }
    }

    private static LaunchRequest demo(String slug, String ip, @Nullable String lang) {
        return LaunchRequest.demo(slug).ip(ip).lang(lang).build();
    }

    private static BonusCode code(String campaign, CurrencyCode currency, int maxRounds) {
        return new BonusCode(campaign, "player-1", currency, "CODE-1", OptionalInt.of(maxRounds));
    }

    private static NewCampaign campaign(long minor, Instant start, Instant end, List<String> slugs, int maxRounds) {
        return new NewCampaign("spring", "Spring", new Money(minor, EUR), slugs, start, end, OptionalInt.of(maxRounds));
    }

    private static CustomerApiBuilder builder() {
        return CustomerApi.builder(URI.create("https://provider.invalid"), "operator-1", Provider.KEYS);
    }
}
