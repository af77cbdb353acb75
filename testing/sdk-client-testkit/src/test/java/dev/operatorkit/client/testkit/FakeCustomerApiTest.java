package dev.operatorkit.client.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.operatorkit.client.CustomerApi;
import dev.operatorkit.client.ErrorCode;
import dev.operatorkit.client.ErrorResponseException;
import dev.operatorkit.client.LaunchRequest;
import dev.operatorkit.client.NoResponseException;
import dev.operatorkit.client.Operation;
import dev.operatorkit.client.UnexpectedResponseException;
import dev.operatorkit.money.Amount;
import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.signing.Verification.Accepted;
import dev.operatorkit.signing.Verification.Reason;
import dev.operatorkit.signing.Verification.Rejected;
import dev.operatorkit.wire.BonusCode;
import dev.operatorkit.wire.Campaign;
import dev.operatorkit.wire.CampaignSearch;
import dev.operatorkit.wire.Game;
import dev.operatorkit.wire.NewCampaign;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FakeCustomerApiTest {
    private static final CurrencyCode EUR = CurrencyCode.of("EUR");
    private static final Game GAME =
            new Game("golden-orchard", true, true, List.of("US"), Map.of("name", "Golden Orchard"));
    private static final LaunchRequest LAUNCH = LaunchRequest.realMoney("golden-orchard")
            .ip("203.0.113.7")
            .currency(EUR)
            .token("token-1")
            .build();

    private final FakeCustomerApi service = FakeCustomerApi.start();
    private final CustomerApi api = service.client().build();

    @AfterEach
    void stop() {
        api.close();
        service.close();
    }

    @Test
    void the_catalogue_contains_the_games_of_the_test_and_changes_only_when_it_adds_more() {
        service.games(GAME);
        var first = api.fetchCatalogue();
        assertThat(first.games()).containsExactly(GAME);
        assertThat(api.fetchCatalogue()).isSameAs(first);
        service.games(new Game("blue-reef", false, false, List.of(), Map.of()));
        assertThat(api.fetchCatalogue().games()).extracting(Game::slug).containsExactly("golden-orchard", "blue-reef");
    }

    @Test
    void a_known_game_is_launched_and_the_request_is_recorded() {
        service.games(GAME);
        assertThat(api.createLaunchUrl(LAUNCH)).hasScheme("https");
        assertThat(service.received(Operation.LAUNCH)).singleElement().satisfies(request -> {
            assertThat(request.path()).isEqualTo("/api/v1/games/golden-orchard");
            assertThat(request.query())
                    .isEqualTo(Map.of(
                            "ipAddress", "203.0.113.7", "freeToPlay", "false", "currency", "EUR", "token", "token-1"));
            assertThat(request.body()).isEmpty();
            assertThat(request.verification()).isEqualTo(new Accepted(0));
        });
    }

    @Test
    void an_unknown_or_unavailable_game_is_refused() {
        service.games(new Game("golden-orchard", false, false, List.of(), Map.of()));
        assertThat(catchThrowableOfType(ErrorResponseException.class, () -> api.createLaunchUrl(LAUNCH))
                        .status())
                .isEqualTo(404);
    }

    @Test
    void a_signature_made_with_another_secret_is_refused() {
        var stranger = SecretKeys.of("another-secret-of-a-stranger");
        try (var other = CustomerApi.of(service.baseUrl(), service.operator(), stranger)) {
            assertThat(catchThrowableOfType(ErrorResponseException.class, other::fetchCatalogue)
                            .status())
                    .isEqualTo(401);
        }
        // More than one on a machine so slow that the client has tried again.
        assertThat(service.received())
                .isNotEmpty()
                .allSatisfy(request -> assertThat(request.verification())
                        .isInstanceOfSatisfying(
                                Rejected.class,
                                rejected -> assertThat(rejected.reason()).isEqualTo(Reason.MISMATCH)));
    }

    @Test
    void another_operator_is_refused() {
        try (var other = CustomerApi.of(service.baseUrl(), "operator-2", service.keys())) {
            assertThat(catchThrowableOfType(ErrorResponseException.class, other::fetchCatalogue))
                    .hasMessageContaining("X-Operator");
        }
    }

    @Test
    void campaigns_are_created_found_and_disabled() {
        service.games(GAME);
        var spring = Instant.parse("2026-03-01T00:00:00Z");
        for (var code : List.of("spring-a", "spring-b", "other")) {
            var campaign = new NewCampaign(
                    code,
                    "Name of " + code,
                    new Money(20, EUR),
                    List.of("golden-orchard"),
                    spring,
                    spring.plusSeconds(60),
                    OptionalInt.of(5));
            assertThat(api.createCampaign(campaign).echo()).isPresent();
            assertThat(catchThrowableOfType(ErrorResponseException.class, () -> api.createCampaign(campaign)))
                    .hasMessageContaining("already exists");
        }
        var search = CampaignSearch.all()
                .withCampaignCode("spring")
                .withCampaignName("Name")
                .withCurrency(CurrencyCode.of("EUR"))
                .withFrom(spring)
                .withTo(spring.plusSeconds(60))
                .withPerPage(1);
        assertThat(api.searchAllCampaigns(search).map(Campaign::campaignCode)).containsExactly("spring-a", "spring-b");
        assertThat(api.searchCampaigns(search.withFrom(spring.plusMillis(1))).list())
                .isEmpty();
        for (var again = 0; again < 2; again++) {
            api.disableCampaign("spring-a");
            assertThat(api.searchAllCampaigns(search).map(Campaign::campaignCode))
                    .containsExactly("spring-b");
        }
        assertThat(catchThrowableOfType(ErrorResponseException.class, () -> api.disableCampaign("unknown"))
                        .status())
                .isEqualTo(404);
    }

    @Test
    void what_the_provider_refuses_is_refused_with_a_reason() {
        service.games(GAME, new Game("blue-reef", true, false, List.of(), Map.of()));
        var campaign = NewCampaign.builder()
                .campaignCode("spring")
                .campaignName("Spring")
                .amount(new Money(20, EUR))
                .startDate(Instant.parse("2026-03-01T00:00:00Z"))
                .endDate(Instant.parse("2026-04-01T00:00:00Z"));
        var code = BonusCode.builder().campaignCode("spring").userId("player-1").bonusCode("CODE-1");
        var dollars = CurrencyCode.of("USD");
        var refused = new LinkedHashMap<String, Runnable>();
        refused.put(
                "no free rounds",
                () -> api.createCampaign(
                        campaign.gameSlugs(List.of("blue-reef")).build()));
        refused.put(
                "no game 'red-hill'",
                () -> api.createCampaign(campaign.gameSlugs(List.of("red-hill")).build()));
        refused.put("maxRounds", () -> {
            api.createCampaign(campaign.gameSlugs(List.of("golden-orchard")).build());
            api.createBonusCode(code.currencyCode(EUR).build());
        });
        refused.put(
                "in EUR",
                () -> api.createBonusCode(
                        code.maxRounds(5).currencyCode(dollars).build()));
        refused.put("no such campaign", () -> {
            api.disableCampaign("spring");
            api.createBonusCode(code.currencyCode(EUR).build());
        });
        refused.forEach((reason, call) -> assertThat(catchThrowableOfType(ErrorResponseException.class, call::run))
                .as(reason)
                .hasMessageContaining(reason));
    }

    @Test
    void a_plan_that_is_no_plan_is_refused() {
        var next = service.next(Operation.LAUNCH);
        for (var status : List.of(0, 99, 200, 204, 399, 600)) {
            assertThatIllegalArgumentException().isThrownBy(() -> next.refuse(status, "no"));
        }
        assertThatIllegalArgumentException().isThrownBy(() -> next.respond(199, ""));
        assertThatIllegalArgumentException().isThrownBy(() -> next.delay(Duration.ofNanos(-1)));
        assertThatIllegalArgumentException().isThrownBy(() -> next.limit(Duration.ofNanos(-1)));
        assertThatIllegalArgumentException().isThrownBy(() -> next.times(10_001));
    }

    @Test
    void a_client_whose_clock_is_wrong_is_told_and_its_headers_are_recorded() {
        var fast = Clock.offset(Clock.systemUTC(), Duration.ofHours(1));
        try (var client = service.client().clock(fast).build()) {
            assertThat(catchThrowableOfType(ErrorResponseException.class, () -> client.fetchCatalogue())
                            .clockSkew())
                    .hasValueSatisfying(skew -> assertThat(skew).isGreaterThan(Duration.ofMinutes(59)));
        }
        assertThat(service.received()).allSatisfy(call -> {
            assertThat(call.header("X-OPERATOR")).contains("operator-1");
            assertThat(call.header("X-Other")).isEmpty();
        });
    }

    @Test
    void a_bonus_code_requires_its_campaign_and_is_created_once() {
        var code = new BonusCode("spring", "player-1", EUR, "CODE-1", OptionalInt.of(5));
        assertThat(catchThrowableOfType(ErrorResponseException.class, () -> api.createBonusCode(code))
                        .status())
                .isEqualTo(404);
        var spring = Instant.parse("2026-03-01T00:00:00Z");
        service.campaigns(new Campaign(
                "spring",
                "Spring",
                Amount.parse("1"),
                "EUR",
                List.of("g"),
                spring,
                spring.plusSeconds(60),
                OptionalInt.empty(),
                spring,
                false));
        service.next(Operation.CREATE_BONUS_CODE).loseResponse();
        assertThat(catchThrowableOfType(NoResponseException.class, () -> api.createBonusCode(code)))
                .isNotNull();
        assertThat(catchThrowableOfType(ErrorResponseException.class, () -> api.createBonusCode(code))
                        .status())
                .isEqualTo(400);
    }

    @Test
    void the_next_calls_get_the_planned_responses_and_later_calls_the_default_one() {
        service.games(GAME)
                .next(Operation.LAUNCH)
                .refuse(400, "not today")
                .next(Operation.LAUNCH)
                .respond(200, "{\"data\":{}}")
                .next(Operation.CREATE_BONUS_CODE)
                .drop();
        assertThat(catchThrowableOfType(ErrorResponseException.class, () -> api.createLaunchUrl(LAUNCH))
                        .errorMessage())
                .isEqualTo("not today");
        assertThat(catchThrowableOfType(UnexpectedResponseException.class, () -> api.createLaunchUrl(LAUNCH)))
                .isNotNull();
        assertThat(api.createLaunchUrl(LAUNCH)).isNotNull();
        var code = new BonusCode("spring", "player-1", EUR, "CODE-1", OptionalInt.of(5));
        assertThat(catchThrowableOfType(NoResponseException.class, () -> api.createBonusCode(code))
                        .isSafeToRetry())
                .isFalse();
        assertThat(service.received(Operation.CREATE_BONUS_CODE))
                .singleElement()
                .satisfies(request -> assertThat(request.body()).contains("CODE-1"));
    }

    @Test
    void a_plan_holds_for_a_number_of_requests_and_may_limit_or_delay_them() {
        service.next(Operation.CATALOGUE).times(2).limit(Duration.ofMillis(59_001));
        for (var request = 1; request <= 2; request++) {
            assertThat(catchThrowableOfType(ErrorResponseException.class, api::fetchCatalogue)
                            .retryAfter())
                    .contains(Duration.ofMinutes(1));
        }
        service.games(GAME).next(Operation.CATALOGUE).delay(Duration.ofHours(1)).succeed();
        try (var impatient = service.client().callTimeout(Duration.ofMillis(50)).build()) {
            assertThat(catchThrowableOfType(NoResponseException.class, impatient::fetchCatalogue)
                            .code())
                    .isEqualTo(ErrorCode.TIMEOUT);
        }
        assertThat(api.fetchCatalogue().games()).containsExactly(GAME);
    }
}
