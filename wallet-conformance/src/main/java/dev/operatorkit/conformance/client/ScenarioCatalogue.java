package dev.operatorkit.conformance.client;

import static dev.operatorkit.conformance.client.ApiEndpoint.CATALOGUE;
import static dev.operatorkit.conformance.client.ApiEndpoint.CREATE_CAMPAIGN;
import static dev.operatorkit.conformance.client.ApiEndpoint.CREATE_CODE;
import static dev.operatorkit.conformance.client.ApiEndpoint.DISABLE;
import static dev.operatorkit.conformance.client.ApiEndpoint.LAUNCH;
import static dev.operatorkit.conformance.client.ApiEndpoint.SEARCH;
import static dev.operatorkit.conformance.client.Disturbance.every;
import static dev.operatorkit.conformance.client.Disturbance.nth;

import dev.operatorkit.conformance.client.Disturbance.Effect;
import dev.operatorkit.conformance.client.Scenario.Setup;
import dev.operatorkit.conformance.client.Scenario.Values;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Group;
import dev.operatorkit.conformance.suite.Plan;
import dev.operatorkit.conformance.suite.Rules;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Lists every scenario, in the order in which they are listed and played. Areas, rules, titles and tasks are in {@code scenarios.tsv}. */
public final class ScenarioCatalogue {
    /** Raise it with every change of the scenarios or judges. */
    static final String VERSION = "2";

    static final String WATCHED = "Watched calls";

    private static final String WHOLE_RUN = "Whole run";
    private static final Map<String, List<String>> TABLE = Rules.read("scenarios.tsv");
    private static final Map<String, Case> CASES = TABLE.entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, row -> testCase(row.getKey(), row.getValue())));

    /** Judges the tokens of all scenarios. */
    static final Case TOKENS = testCase("session-tokens-are-random");

    /** Judges the bonus codes of all scenarios. */
    static final Case CODES = testCase("bonus-codes-are-unique");

    private static final String GAME = "cherry-rush";
    private static final Duration SECOND = Duration.ofSeconds(1);

    private static final List<Scenario> ALL = List.of(
            scenario("catalogue-is-read", CATALOGUE),
            scenario("catalogue-is-polled-with-validators", CATALOGUE, TaskJudges::schedule),
            scenario("changed-catalogue-is-taken", CATALOGUE, TaskJudges::schedule)
                    .disturbed(nth(CATALOGUE, 2, Disturbance.switchOff("yeti-summit"))
                            .harmless()),
            scenario("unknown-fields-are-ignored", CATALOGUE, RetryJudges::goesOn)
                    .disturbed(nth(CATALOGUE, 1, Disturbance.addUnknownFields()).harmless()),
            scenario("untrusted-certificate-is-refused", CATALOGUE).overTls(),
            scenario("real-money-launch", LAUNCH, TaskJudges::launch),
            scenario("launch-over-ipv6", LAUNCH, TaskJudges::launch),
            scenario("launch-with-special-characters", LAUNCH, TaskJudges::launch),
            scenario("demo-launch", LAUNCH, TaskJudges::launch),
            scenario("url-for-every-click", LAUNCH, TaskJudges::clicks),
            scenario("new-session-has-a-new-token", LAUNCH, TaskJudges::clicks),
            scenario("click-through-proxies", LAUNCH, TaskJudges.launchFrom("203.0.113.7")),
            scenario(
                    "launch-of-an-unknown-game", LAUNCH, TaskJudges::launch, RetryJudges.repeats(LAUNCH, "404", false)),
            scenario("switched-off-game", LAUNCH, TaskJudges::launch).with((setup, values) -> setup.withGameOff(GAME)),
            scenario(
                    "restricted-country",
                    LAUNCH,
                    TaskJudges::launch,
                    RetryJudges.repeats(LAUNCH, "the refusal of a country", false)),
            scenario("campaign-is-created", CREATE_CAMPAIGN, TaskJudges::campaign),
            scenario("campaign-with-a-name-outside-ascii", CREATE_CAMPAIGN, TaskJudges::campaign),
            scenario("codes-for-two-players", CREATE_CODE, TaskJudges::campaign, TaskJudges::players),
            scenario("codes-inherit-the-rounds", CREATE_CODE, TaskJudges::players),
            scenario("campaign-without-rounds", CREATE_CODE, TaskJudges::players),
            scenario("page-after-page", SEARCH, RetryJudges::pages)
                    .with((setup, values) -> setup.withCampaigns(IntStream.rangeClosed(1, 45)
                            .mapToObj(i -> "page-" + values.unique() + "-" + i)
                            .toList())),
            scenario("search-by-time", SEARCH),
            disabling("campaign-is-disabled"),
            disabling("code-of-reserved-characters-is-disabled"),
            scenario("too-many-requests", CATALOGUE, RetryJudges.waits(CATALOGUE, SECOND))
                    .disturbed(nth(
                            CATALOGUE,
                            1,
                            Disturbance.refuse(429, Map.of("Retry-After", "1"), "too many calls", false))),
            reading("server-error-once", refusal(500, false), 1),
            reading("unavailable-for-good", refusal(503, false), Integer.MAX_VALUE),
            reading("connection-cut-before-the-read", Disturbance.cut(false), 1),
            reading("connection-cut-after-the-read", Disturbance.cut(true), 1),
            reading("half-a-body", Disturbance.half(), 1),
            scenario("slow-answer", CATALOGUE, RetryJudges.repeats(CATALOGUE, "a slow response", false))
                    .disturbed(nth(CATALOGUE, 1, Disturbance.slow(SECOND))),
            scenario("refused-for-its-clock", LAUNCH, TaskJudges::launch, RetryJudges.repeats(LAUNCH, "401", false))
                    .with((setup, values) ->
                            setup.disturbed(every(LAUNCH, refusal(values.now().plus(Duration.ofMinutes(10)))))),
            creating("connection-cut-before-a-creation", Disturbance.cut(false)),
            creating("connection-cut-after-a-creation", Disturbance.cut(true)),
            creating("server-error-after-a-creation", refusal(500, true)),
            disabling("connection-cut-after-disabling", RetryJudges.repeats(DISABLE, "a cut connection", true))
                    .disturbed(nth(DISABLE, 1, Disturbance.cut(true))));

    private static final List<Group> GROUPS = areas().filter(area -> !area.equals(WATCHED))
            .map(ScenarioCatalogue::group)
            .toList();

    private static final Plan FULL = new Plan(
            "client",
            VERSION,
            GROUPS.stream().flatMap(group -> group.cases().stream()).toList());

    private ScenarioCatalogue() {}

    private static Stream<String> areas() {
        return TABLE.values().stream().map(List::getFirst).distinct();
    }

    /** Returns the group of the cases of an area. */
    static Group group(String area) {
        var ids = TABLE.keySet().stream()
                .filter(id -> Objects.requireNonNull(TABLE.get(id)).getFirst().equals(area));
        return new Group(area, ids.map(ScenarioCatalogue::testCase).toList());
    }

    /** Returns the case with this id. */
    static Case testCase(String id) {
        return Objects.requireNonNull(CASES.get(id), id);
    }

    private static Case testCase(String id, List<String> row) {
        var testCase = Case.withoutScript(id, row.get(2), row.get(1));
        return row.getFirst().equals(WHOLE_RUN) ? testCase.ofWholeRun() : testCase;
    }

    private static Scenario scenario(String id, ApiEndpoint needs, Judge... judges) {
        return new Scenario(testCase(id), values -> Setup.of(task(id, values)), needs, List.of(judges), false);
    }

    /** Returns the task of a scenario, whose placeholders stand for values that differ from run to run. */
    private static Task task(String id, Values values) {
        var now = values.now().truncatedTo(ChronoUnit.SECONDS);
        var start = now.plus(Duration.ofHours(1));
        return Task.of(Objects.requireNonNull(TABLE.get(id))
                .get(3)
                .replace("{unique}", values.unique())
                .replace("{now}", now.toString())
                .replace("{start}", start.toString())
                .replace("{end}", start.plus(Duration.ofDays(30)).toString()));
    }

    /** Lists a scenario in which the first reads of the catalogue, up to this number, do not get it. */
    private static Scenario reading(String id, Effect effect, int last) {
        return scenario(
                        id,
                        CATALOGUE,
                        RetryJudges.repeats(CATALOGUE, testCase(id).title(), true))
                .disturbed(new Disturbance(CATALOGUE, 1, last, effect, true));
    }

    private static Scenario creating(String id, Effect effect) {
        return scenario(id, CREATE_CAMPAIGN, TaskJudges::campaign, RetryJudges::unknownCreation)
                .disturbed(nth(CREATE_CAMPAIGN, 1, effect));
    }

    /** Lists a scenario in which the campaign of the task exists. */
    private static Scenario disabling(String id, Judge... judges) {
        var all = Stream.concat(Stream.<Judge>of(TaskJudges::disabled), Stream.of(judges));
        return scenario(id, DISABLE, all.toArray(Judge[]::new))
                .with((setup, values) -> setup.withCampaigns(
                        setup.task().text("campaign").stream().toList()));
    }

    private static Effect refusal(int status, boolean isApplied) {
        return Disturbance.refuse(status, Map.of(), status + ", as the scenario wants it", isApplied);
    }

    /** Refuses a signature as a service does whose clock shows this time. */
    private static Effect refusal(Instant now) {
        var date = Map.of("Date", Disturbance.httpDate(now));
        return Disturbance.refuse(401, date, "X-Svc-Timestamp is more than 5 minutes from now", false);
    }

    /** Returns the groups of cases, as reports show them. */
    public static List<Group> groups() {
        return GROUPS;
    }

    /** Returns every scenario. */
    public static List<Scenario> scenarios() {
        return ALL;
    }

    /** Returns the scenario with this id. */
    public static Optional<Scenario> named(String id) {
        return ALL.stream().filter(each -> each.id().equals(id)).findFirst();
    }

    /** Returns the plan with every scenario. */
    public static Plan full() {
        return FULL;
    }
}
