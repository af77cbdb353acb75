package dev.operatorkit.conformance.report;

import dev.operatorkit.conformance.cases.CaseCatalogue;
import dev.operatorkit.conformance.cases.Plans;
import dev.operatorkit.conformance.client.ScenarioCatalogue;
import dev.operatorkit.conformance.client.WatchedCalls;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Group;
import dev.operatorkit.conformance.suite.Plan;
import dev.operatorkit.conformance.suite.Rules;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Distinguishes what a run is about: a wallet, or an operator's client of the Customer API. */
@SuppressWarnings("ImmutableEnumChecker") // the lists and maps are unmodifiable
public enum Subject {
    /** The wallet, which the suite calls. */
    WALLET("wallet", "wallet", CaseCatalogue::groups, Plans::all, Rules.operatorRules(), Rules.notProvable()),
    /** The client, which calls the service. */
    CLIENT(
            "client",
            "operator",
            () -> Stream.concat(ScenarioCatalogue.groups().stream(), Stream.of(WatchedCalls.group()))
                    .toList(),
            () -> List.of(ScenarioCatalogue.full(), WatchedCalls.plan()),
            Rules.clientRules(),
            Map.of(
                    "GEN-1",
                    "One scenario uses an untrusted certificate; an expired one is not tested, and the other scenarios"
                            + " use plain HTTP.",
                    "LAU-9",
                    "Only the clicks of the task are known, so a URL that is kept for longer is not seen.",
                    "LAU-10",
                    "How long a token is valid shows only at the player callback; how it is made shows only in the"
                            + " code.",
                    "SIG-17",
                    "Only the calls and the output of the command are seen, not log files, browsers and URLs that"
                            + " players open."));

    private final String noun;
    private final String key;
    private final Supplier<List<Group>> groups;
    private final Supplier<List<Plan>> plans;
    private final Map<String, String> rules;
    private final Map<String, String> notProvable;

    Subject(
            String noun,
            String key,
            Supplier<List<Group>> groups,
            Supplier<List<Plan>> plans,
            Map<String, String> rules,
            Map<String, String> notProvable) {
        this.noun = noun;
        this.key = key;
        this.groups = groups;
        this.plans = plans;
        this.rules = rules;
        this.notProvable = notProvable;
    }

    /** Returns the subject of the runs of a plan. */
    public static Subject of(Plan plan) {
        return CLIENT.plans.get().stream().anyMatch(each -> each.name().equals(plan.name())) ? CLIENT : WALLET;
    }

    /** Returns every case of every subject. */
    static Stream<Case> everyCase() {
        return Stream.of(values()).flatMap(each -> each.groups().stream()).flatMap(group -> group.cases().stream());
    }

    /** Returns the groups of cases, as reports show them. */
    List<Group> groups() {
        return groups.get();
    }

    /** Returns the rules that it must keep. */
    Map<String, String> rules() {
        return rules;
    }

    /** Returns the rules that a run cannot prove, or only in part, each with the reason. */
    public Map<String, String> notProvable() {
        return notProvable;
    }

    /** Returns the key of {@code results.json} that names what was tested. */
    String key() {
        return key;
    }

    /** Returns a sentence about a wallet as one about this subject. */
    public String words(String aboutWallet) {
        return aboutWallet.replace("the wallet", "the " + noun);
    }
}
