package dev.operatorkit.conformance.client;

import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Group;
import dev.operatorkit.conformance.suite.Plan;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Lists every scenario, in the order in which they are listed and played. The index is explicit: there is no scanning. */
public final class ScenarioCatalogue {
    /** Raise it with every change of the scenarios or judges. */
    static final String VERSION = "2";

    /** Judges the tokens of all scenarios. */
    static final Case TOKENS = Case.withoutScript(
                    "session-tokens-are-random",
                    "session tokens of all scenarios are unique and cannot be guessed",
                    "LAU-10")
            .ofWholeRun();

    /** Judges the bonus codes of all scenarios. */
    static final Case CODES = Case.withoutScript(
                    "bonus-codes-are-unique", "bonus codes of all scenarios are unique", "BON-4")
            .ofWholeRun();

    private record Part(String title, List<Scenario> scenarios) {}

    private static final List<Part> PARTS = List.of(
            new Part("Catalogue", CatalogueScenarios.ALL),
            new Part("Launch", LaunchScenarios.ALL),
            new Part("Free rounds", CampaignScenarios.ALL),
            new Part("Failures of the service", FailureScenarios.ALL));

    private static final List<Group> GROUPS = Stream.concat(
                    PARTS.stream()
                            .map(part -> new Group(
                                    part.title(),
                                    part.scenarios().stream()
                                            .map(Scenario::testCase)
                                            .toList())),
                    Stream.of(Group.of("Whole run", TOKENS, CODES)))
            .toList();

    private static final Plan FULL = new Plan(
            "client",
            VERSION,
            GROUPS.stream().flatMap(group -> group.cases().stream()).toList());

    private ScenarioCatalogue() {}

    /** Returns the groups of cases, as reports show them. */
    public static List<Group> groups() {
        return GROUPS;
    }

    /** Returns every scenario. */
    public static List<Scenario> scenarios() {
        return PARTS.stream().flatMap(part -> part.scenarios().stream()).toList();
    }

    /** Returns the scenario with this id. */
    public static Optional<Scenario> named(String id) {
        return scenarios().stream().filter(each -> each.id().equals(id)).findFirst();
    }

    /** Returns the plan with every scenario. */
    public static Plan full() {
        return FULL;
    }
}
