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
import java.util.stream.Stream;

/** Distinguishes what a run is about: a wallet, or an operator's client of the Customer API. */
public enum Subject {
    /** The wallet, which the suite calls. */
    WALLET("wallet", "Wallet conformance report", "wallet") {
        @Override
        List<Group> groups() {
            return CaseCatalogue.groups();
        }

        @Override
        List<Plan> plans() {
            return Plans.all();
        }

        @Override
        Map<String, String> rules() {
            return Rules.operatorRules();
        }

        @Override
        public Map<String, String> notProvable() {
            return Rules.notProvable();
        }
    },
    /** The client, which calls the service. */
    CLIENT("client", "Client conformance report", "operator") {
        @Override
        List<Group> groups() {
            return Stream.concat(ScenarioCatalogue.groups().stream(), Stream.of(WatchedCalls.group()))
                    .toList();
        }

        @Override
        List<Plan> plans() {
            return List.of(ScenarioCatalogue.full(), WatchedCalls.plan());
        }

        @Override
        Map<String, String> rules() {
            return Rules.clientRules();
        }

        @Override
        public Map<String, String> notProvable() {
            return Map.of(
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
                            + " players open.");
        }
    };

    private final String noun;
    private final String title;
    private final String key;

    Subject(String noun, String title, String key) {
        this.noun = noun;
        this.title = title;
        this.key = key;
    }

    /** Returns the subject of the runs of a plan. */
    public static Subject of(Plan plan) {
        return CLIENT.plans().stream().anyMatch(each -> each.name().equals(plan.name())) ? CLIENT : WALLET;
    }

    /** Returns every plan of every subject. */
    static Stream<Plan> everyPlan() {
        return Stream.of(values()).flatMap(each -> each.plans().stream());
    }

    /** Returns every case of every subject. */
    static Stream<Case> everyCase() {
        return Stream.of(values()).flatMap(each -> each.groups().stream()).flatMap(group -> group.cases().stream());
    }

    /** Returns the groups of cases, as reports show them. */
    abstract List<Group> groups();

    /** Returns its plans. */
    abstract List<Plan> plans();

    /** Returns the rules that it must keep. */
    abstract Map<String, String> rules();

    /** Returns the rules that a run cannot prove, or only in part, each with the reason. */
    public abstract Map<String, String> notProvable();

    /** Returns the title of its report. */
    String title() {
        return title;
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
