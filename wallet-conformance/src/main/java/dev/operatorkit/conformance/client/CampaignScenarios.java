package dev.operatorkit.conformance.client;

import static dev.operatorkit.conformance.client.ApiEndpoint.CREATE_CAMPAIGN;
import static dev.operatorkit.conformance.client.ApiEndpoint.CREATE_CODE;
import static dev.operatorkit.conformance.client.ApiEndpoint.DISABLE;
import static dev.operatorkit.conformance.client.ApiEndpoint.SEARCH;

import dev.operatorkit.conformance.client.Scenario.Setup;
import dev.operatorkit.conformance.client.Scenario.Values;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Lists the scenarios of campaigns and bonus codes. */
final class CampaignScenarios {
    private static final String CAMPAIGN = "CAM-1 CAM-2 CAM-3 GEN-2 GEN-3 GEN-5 SIG-5";
    private static final String CODE = "BON-1 BON-2 BON-3 BON-4 BON-5";

    static final List<Scenario> ALL = List.of(
            Scenario.of(
                    "campaign-is-created",
                    "a campaign has the stake of one round, times in UTC and games with free rounds",
                    CAMPAIGN,
                    CREATE_CAMPAIGN,
                    values -> Setup.of(campaign("create-campaign", values).with("rounds", 10)),
                    TaskJudges::campaign),
            Scenario.of(
                    "campaign-with-a-name-outside-ascii",
                    "the bytes of the body are signed, whatever characters they hold",
                    "SIG-5 CAM-1",
                    CREATE_CAMPAIGN,
                    values -> Setup.of(campaign("create-campaign", values)
                            .with("name", "Fr\u00fchling f\u00fcr alle \u2013 100 %")
                            .with("rounds", 10)),
                    TaskJudges::campaign),
            Scenario.of(
                    "codes-for-two-players",
                    "each bonus code names one player by the accountId, and the currency of its campaign",
                    CODE,
                    CREATE_CODE,
                    values -> Setup.of(codes(values).with("rounds", 10).with("codeRounds", 5)),
                    TaskJudges::campaign,
                    TaskJudges::players),
            Scenario.of(
                    "codes-inherit-the-rounds",
                    "a bonus code without maxRounds takes those of the campaign",
                    CODE,
                    CREATE_CODE,
                    values -> Setup.of(codes(values).with("rounds", 10)),
                    TaskJudges::players),
            Scenario.of(
                    "campaign-without-rounds",
                    "where the campaign has no maxRounds, each code has one",
                    CODE,
                    CREATE_CODE,
                    values -> Setup.of(codes(values).with("codeRounds", 5)),
                    TaskJudges::players),
            Scenario.of(
                    "page-after-page",
                    "a search is paged from 1, with at most 100 campaigns a page",
                    "CAM-4 D-9",
                    SEARCH,
                    values -> Setup.of(Task.of("search")
                                    .with("campaign", "page-" + values.unique())
                                    .with("perPage", 20))
                            .withCampaigns(IntStream.rangeClosed(1, 45)
                                    .mapToObj(i -> "page-" + values.unique() + "-" + i)
                                    .toList()),
                    RetryJudges::pages),
            Scenario.of(
                    "search-by-time",
                    "the times of a search are in UTC",
                    "CAM-4 GEN-3",
                    SEARCH,
                    values -> Setup.of(Task.of("search")
                            .with("currency", "EUR")
                            .with(
                                    "from",
                                    values.now().truncatedTo(ChronoUnit.SECONDS).toString())
                            .with("perPage", 20))),
            Scenario.of(
                    "campaign-is-disabled",
                    "a campaign is disabled by DELETE of its code, without a body",
                    "CAM-7 SIG-7",
                    DISABLE,
                    values -> Setup.of(Task.of("disable").with("campaign", "over-" + values.unique()))
                            .withCampaigns(List.of("over-" + values.unique())),
                    TaskJudges::disabled),
            Scenario.of(
                    "code-of-reserved-characters-is-disabled",
                    "a code with reserved characters is one segment, signed as it stands on the wire",
                    "CAM-7 SIG-2 D-40",
                    DISABLE,
                    values -> Setup.of(Task.of("disable").with("campaign", odd(values)))
                            .withCampaigns(List.of(odd(values))),
                    TaskJudges::disabled));

    private CampaignScenarios() {}

    /** Returns a task about a campaign with given terms. */
    static Task campaign(String action, Values values) {
        var start = values.now().truncatedTo(ChronoUnit.SECONDS).plus(Duration.ofHours(1));
        return Task.of(action)
                .with("code", "camp-" + values.unique())
                .with("name", "Spring")
                .with("amount", 0.2)
                .with("currency", "EUR")
                .with("slugs", List.of("cherry-rush"))
                .with("start", start.toString())
                .with("end", start.plus(Duration.ofDays(30)).toString());
    }

    private static Task codes(Values values) {
        return campaign("create-codes", values)
                .with(
                        "players",
                        List.of(
                                Map.of("id", "player-1", "name", "Player One"),
                                Map.of("id", "player-2", "name", "Player Two")));
    }

    private static String odd(Values values) {
        return "odd/code \u00e4+%% " + values.unique();
    }
}
