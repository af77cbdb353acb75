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
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Lists every scenario, in the order in which they are listed and played. Areas, rules and titles are in {@code scenarios.tsv}. */
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

    private static final String PLAYER = "203.0.113.7";
    private static final String GAME = "cherry-rush";
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Setup READ = Setup.of(Task.of("catalogue"));
    private static final Setup POLL = Setup.of(Task.of("poll").with("times", 4).with("interval", 0.25));
    private static final Setup POLL_TWICE =
            Setup.of(Task.of("poll").with("times", 2).with("interval", 0.25));
    private static final Setup VISIT = Setup.of(Task.of("visit")
            .with("clicks", List.of(click("player-1", 7), click("player-1", 7), click("player-2", 8)))
            .with("currency", "EUR")
            .with("lang", "en"));

    private static final List<Scenario> ALL = List.of(
            scenario("catalogue-is-read", CATALOGUE, READ),
            scenario("catalogue-is-polled-with-validators", CATALOGUE, POLL, TaskJudges::schedule),
            scenario(
                    "changed-catalogue-is-taken",
                    CATALOGUE,
                    POLL.disturbed(nth(CATALOGUE, 2, Disturbance.switchOff("yeti-summit"))
                            .harmless()),
                    TaskJudges::schedule),
            scenario(
                    "unknown-fields-are-ignored",
                    CATALOGUE,
                    POLL_TWICE.disturbed(
                            nth(CATALOGUE, 1, Disturbance.addUnknownFields()).harmless()),
                    RetryJudges::goesOn),
            scenario("untrusted-certificate-is-refused", CATALOGUE, READ).overTls(),
            scenario("real-money-launch", LAUNCH, Setup.of(launch(PLAYER)), TaskJudges::launch),
            scenario("launch-over-ipv6", LAUNCH, Setup.of(launch("2001:db8::7")), TaskJudges::launch),
            scenario(
                    "launch-with-special-characters",
                    LAUNCH,
                    values -> Setup.of(launch(PLAYER).with("token", values.unique() + "+/ ==")),
                    TaskJudges::launch),
            scenario(
                    "demo-launch",
                    LAUNCH,
                    Setup.of(Task.of("launch-demo").with("ip", PLAYER).with("lang", "en")),
                    TaskJudges::launch),
            scenario("url-for-every-click", LAUNCH, VISIT, TaskJudges::clicks),
            scenario("new-session-has-a-new-token", LAUNCH, VISIT, TaskJudges::clicks),
            scenario(
                    "click-through-proxies",
                    LAUNCH,
                    Setup.of(Task.of("launch-proxied")
                            .with("peer", "10.0.0.5")
                            .with("forwarded", "198.51.100.66, " + PLAYER + ", 10.0.0.9")
                            .with("proxies", "10.0.0.0/8")
                            .with("currency", "EUR")
                            .with("lang", "en")),
                    TaskJudges.launchFrom(PLAYER)),
            scenario(
                    "launch-of-an-unknown-game",
                    LAUNCH,
                    Setup.of(launch(PLAYER).with("slug", "a-game-outside-the-catalogue")),
                    TaskJudges::launch,
                    RetryJudges.repeats(LAUNCH, "404", false)),
            scenario("switched-off-game", LAUNCH, Setup.of(launch(PLAYER)).withGameOff(GAME), TaskJudges::launch),
            scenario(
                    "restricted-country",
                    LAUNCH,
                    Setup.of(launch("198.51.100.7").with("slug", "emerald-vault")),
                    TaskJudges::launch,
                    RetryJudges.repeats(LAUNCH, "the refusal of a country", false)),
            scenario("campaign-is-created", CREATE_CAMPAIGN, ScenarioCatalogue::creation, TaskJudges::campaign),
            scenario(
                    "campaign-with-a-name-outside-ascii",
                    CREATE_CAMPAIGN,
                    values ->
                            Setup.of(creation(values).task().with("name", "Fr\u00fchling f\u00fcr alle \u2013 100 %")),
                    TaskJudges::campaign),
            scenario(
                    "codes-for-two-players",
                    CREATE_CODE,
                    values -> Setup.of(codes(values).with("rounds", 10).with("codeRounds", 5)),
                    TaskJudges::campaign,
                    TaskJudges::players),
            scenario(
                    "codes-inherit-the-rounds",
                    CREATE_CODE,
                    values -> Setup.of(codes(values).with("rounds", 10)),
                    TaskJudges::players),
            scenario(
                    "campaign-without-rounds",
                    CREATE_CODE,
                    values -> Setup.of(codes(values).with("codeRounds", 5)),
                    TaskJudges::players),
            scenario(
                    "page-after-page",
                    SEARCH,
                    values -> Setup.of(Task.of("search")
                                    .with("campaign", "page-" + values.unique())
                                    .with("perPage", 20))
                            .withCampaigns(IntStream.rangeClosed(1, 45)
                                    .mapToObj(i -> "page-" + values.unique() + "-" + i)
                                    .toList()),
                    RetryJudges::pages),
            scenario(
                    "search-by-time",
                    SEARCH,
                    values -> Setup.of(Task.of("search")
                            .with("currency", "EUR")
                            .with("from", second(values).toString())
                            .with("perPage", 20))),
            scenario(
                    "campaign-is-disabled",
                    DISABLE,
                    values -> disabling("over-" + values.unique()),
                    TaskJudges::disabled),
            scenario(
                    "code-of-reserved-characters-is-disabled",
                    DISABLE,
                    values -> disabling("odd/code \u00e4+%% " + values.unique()),
                    TaskJudges::disabled),
            scenario(
                    "too-many-requests",
                    CATALOGUE,
                    READ.disturbed(nth(
                            CATALOGUE,
                            1,
                            Disturbance.refuse(429, Map.of("Retry-After", "1"), "too many calls", false))),
                    RetryJudges.waits(CATALOGUE, SECOND)),
            reading("server-error-once", refusal(500, false), 1),
            reading("unavailable-for-good", refusal(503, false), Integer.MAX_VALUE),
            reading("connection-cut-before-the-read", Disturbance.cut(false), 1),
            reading("connection-cut-after-the-read", Disturbance.cut(true), 1),
            reading("half-a-body", Disturbance.half(), 1),
            scenario(
                    "slow-answer",
                    CATALOGUE,
                    READ.disturbed(nth(CATALOGUE, 1, Disturbance.slow(SECOND))),
                    RetryJudges.repeats(CATALOGUE, "a slow response", false)),
            scenario(
                    "refused-for-its-clock",
                    LAUNCH,
                    values -> Setup.of(launch(PLAYER))
                            .disturbed(every(LAUNCH, refusal(values.now().plus(Duration.ofMinutes(10))))),
                    TaskJudges::launch,
                    RetryJudges.repeats(LAUNCH, "401", false)),
            creating("connection-cut-before-a-creation", Disturbance.cut(false)),
            creating("connection-cut-after-a-creation", Disturbance.cut(true)),
            creating("server-error-after-a-creation", refusal(500, true)),
            scenario(
                    "connection-cut-after-disabling",
                    DISABLE,
                    values -> disabling("cut-" + values.unique()).disturbed(nth(DISABLE, 1, Disturbance.cut(true))),
                    TaskJudges::disabled,
                    RetryJudges.repeats(DISABLE, "a cut connection", true)));

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

    private static Scenario scenario(String id, ApiEndpoint needs, Function<Values, Setup> setup, Judge... judges) {
        return new Scenario(testCase(id), setup, needs, List.of(judges), false);
    }

    private static Scenario scenario(String id, ApiEndpoint needs, Setup setup, Judge... judges) {
        return scenario(id, needs, values -> setup, judges);
    }

    /** Lists a scenario in which the first reads of the catalogue, up to this number, do not get it. */
    private static Scenario reading(String id, Effect effect, int last) {
        return scenario(
                id,
                CATALOGUE,
                READ.disturbed(new Disturbance(CATALOGUE, 1, last, effect, true)),
                RetryJudges.repeats(CATALOGUE, testCase(id).title(), true));
    }

    private static Scenario creating(String id, Effect effect) {
        return scenario(
                id,
                CREATE_CAMPAIGN,
                values -> creation(values).disturbed(nth(CREATE_CAMPAIGN, 1, effect)),
                TaskJudges::campaign,
                RetryJudges::unknownCreation);
    }

    private static Effect refusal(int status, boolean isApplied) {
        return Disturbance.refuse(status, Map.of(), status + ", as the scenario wants it", isApplied);
    }

    /** Refuses a signature as a service does whose clock shows this time. */
    private static Effect refusal(Instant now) {
        var date = Map.of("Date", Disturbance.httpDate(now));
        return Disturbance.refuse(401, date, "X-Svc-Timestamp is more than 5 minutes from now", false);
    }

    private static Task launch(String address) {
        return Task.of("launch").with("ip", address).with("currency", "EUR").with("lang", "en");
    }

    private static Map<String, Object> click(String player, int host) {
        return Map.of("player", player, "ip", "203.0.113." + host, "slug", GAME);
    }

    private static Setup creation(Values values) {
        return Setup.of(campaign("create-campaign", values).with("rounds", 10));
    }

    private static Task campaign(String action, Values values) {
        var start = second(values).plus(Duration.ofHours(1));
        return Task.of(action)
                .with("code", "camp-" + values.unique())
                .with("name", "Spring")
                .with("amount", 0.2)
                .with("currency", "EUR")
                .with("slugs", List.of(GAME))
                .with("start", start.toString())
                .with("end", start.plus(Duration.ofDays(30)).toString());
    }

    private static Instant second(Values values) {
        return values.now().truncatedTo(ChronoUnit.SECONDS);
    }

    private static Task codes(Values values) {
        var players =
                List.of(Map.of("id", "player-1", "name", "Player One"), Map.of("id", "player-2", "name", "Player Two"));
        return campaign("create-codes", values).with("players", players);
    }

    private static Setup disabling(String campaign) {
        return Setup.of(Task.of("disable").with("campaign", campaign)).withCampaigns(List.of(campaign));
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
