package dev.operatorkit.conformance.report;

import dev.operatorkit.conformance.cases.Plans;
import dev.operatorkit.conformance.result.CaseResult;
import dev.operatorkit.conformance.result.SuiteResult;
import dev.operatorkit.conformance.result.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Groups cases that were not tried for one reason.
 *
 * @param reason why, in the words of the first of them
 * @param remedy what to do so that they are tried
 * @param cases their ids
 */
record Untested(String reason, String remedy, List<String> cases) {
    private static final Pattern BLOCKED = Pattern.compile("(?:blocked by|not run, since) ([a-z0-9-]+).*");

    static List<Untested> of(SuiteResult run) {
        Map<String, Untested> groups = new LinkedHashMap<>();
        for (var result : run.results()) {
            if (result.verdict() == Verdict.SKIPPED && run.waiverOf(result).isEmpty()) {
                add(
                        groups,
                        result.detail(),
                        remedyOf(run, result),
                        result.testCase().id());
            }
        }
        var selected = run.results().stream().map(CaseResult::testCase).toList();
        for (var each : run.plan().cases()) {
            if (!selected.contains(each)) {
                add(
                        groups,
                        "not selected",
                        Subject.of(run.plan()) == Subject.WALLET
                                ? "Run the plan without --only, --rule and --failed-of."
                                : "Run the plan without --scenario.",
                        each.id());
            }
        }
        for (var each : Plans.untested(run.plan())) {
            add(
                    groups,
                    "no single run can try them",
                    "Run once with --leave FILE, and after a restart of the wallet or a pause with --resume FILE.",
                    each.id());
        }
        return List.copyOf(groups.values());
    }

    private static void add(Map<String, Untested> groups, String reason, String remedy, String id) {
        var key = remedy.isEmpty() ? reason : remedy;
        groups.computeIfAbsent(key, any -> new Untested(reason, remedy, new ArrayList<>()))
                .cases()
                .add(id);
    }

    private static String remedyOf(SuiteResult run, CaseResult result) {
        var reason = result.detail();
        var blocked = BLOCKED.matcher(reason);
        if (blocked.matches()) {
            return "Fix what " + blocked.group(1) + " reports, then run the plan again.";
        }
        if (reason.equals(run.aborted())) {
            return "Remove the cause that stopped the run, then run the plan again.";
        }
        if (reason.contains("second --token")) {
            return "Give the token of a second player with another --token.";
        }
        if (reason.contains("--campaign")) {
            return "Name a campaign that the wallet knows with --campaign.";
        }
        if (reason.contains("--max-stake")) {
            return "Use a player whose balance is below the largest stake, and give that stake with --max-stake.";
        }
        return reason.matches("needs [0-9.]+ [A-Z0-9]+, .* has .*") ? "Give the players a larger balance." : "";
    }
}
