package dev.operatorkit.conformance.report;

import com.fasterxml.jackson.databind.JsonNode;
import dev.operatorkit.conformance.Case;
import dev.operatorkit.conformance.CaseResult;
import dev.operatorkit.conformance.Certificate;
import dev.operatorkit.conformance.Observation.Agreement;
import dev.operatorkit.conformance.Plan;
import dev.operatorkit.conformance.RunDescription;
import dev.operatorkit.conformance.SuiteResult;
import dev.operatorkit.conformance.Verdict;
import dev.operatorkit.conformance.Waivers;
import dev.operatorkit.conformance.cases.Plans;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** Verifies that the conclusion of a {@code results.json} follows from its cases, and its cases from the plan and the exchanges. */
final class ResultsCheck {
    private final JsonNode root;
    private final Map<String, byte[]> files;
    private final List<String> problems;

    ResultsCheck(JsonNode root, Map<String, byte[]> files, List<String> problems) {
        this.root = root;
        this.files = files;
        this.problems = problems;
    }

    void run() {
        var named = root.path("plan");
        var plan = Plans.all().stream()
                .filter(each -> each.name().equals(named.path("name").asText())
                        && each.version().equals(named.path("version").asText()))
                .findFirst();
        if (plan.isEmpty()) {
            problems.add("This version of the suite does not know the plan "
                    + named.path("name").asText() + " " + named.path("version").asText()
                    + ". Verify the bundle with the suite that made it: "
                    + root.path("suite").asText() + ".");
            return;
        }
        if (!plan.get().hash().equals(named.path("sha256").asText())
                || plan.get().cases().size() != named.path("cases").asInt(-1)) {
            problems.add("The plan " + plan.get() + " has " + plan.get().cases().size() + " cases with the SHA-256 "
                    + plan.get().hash() + "; the results say " + named.path("cases") + " and "
                    + named.path("sha256").asText() + ".");
        }
        var results = results(plan.get());
        summary(results);
        certificate(plan.get(), results);
        JUnitCheck.run(files, root, problems);
    }

    private List<CaseResult> results(Plan plan) {
        var byId = plan.cases().stream().collect(Collectors.toMap(Case::id, each -> each));
        var seen = new HashSet<String>();
        var results = new ArrayList<CaseResult>();
        for (var node : root.path("cases")) {
            var id = node.path("id").asText();
            var known = byId.get(id);
            if (known == null) {
                problems.add("The case " + id + " is not part of the plan " + plan + ".");
            } else if (!seen.add(id)) {
                problems.add("The case " + id + " is listed twice.");
            } else {
                if (!known.title().equals(node.path("title").asText())
                        || !known.rules().equals(texts(node.path("rules")))) {
                    problems.add("The case " + id + " has another title or other rules than in the plan " + plan + ".");
                }
                exchanges(id, node);
                results.add(result(known, node));
            }
        }
        return results;
    }

    private CaseResult result(Case of, JsonNode node) {
        var verdict = Verdict.SKIPPED;
        try {
            verdict = Verdict.valueOf(node.path("result").asText());
        } catch (IllegalArgumentException e) {
            problems.add("The case " + of.id() + " has the result " + node.path("result") + ", which does not exist.");
        }
        if (verdict == Verdict.FAILED != node.has("failure")) {
            problems.add("The case " + of.id() + " is " + verdict + " and "
                    + (node.has("failure") ? "has a failure." : "has no failure."));
        }
        var observed = !node.path("observations").isEmpty();
        // A case that is skipped or fails may have observed something before.
        if ((verdict == Verdict.OBSERVED && !observed) || (verdict == Verdict.PASSED && observed)) {
            problems.add("The case " + of.id() + " is " + verdict + " with "
                    + node.path("observations").size() + " observations.");
        }
        return new CaseResult(of, verdict, "", null, List.of(), List.of(), 0, "", false);
    }

    private void exchanges(String id, JsonNode node) {
        var file = files.get(ExchangeFile.name(id));
        if (file == null) {
            problems.add("The exchanges of the case " + id + " are missing.");
            return;
        }
        if (!Sha256.of(file).equals(node.path("transcript").asText())) {
            problems.add("The exchanges of the case " + id + " are not those that its result was made from.");
        }
        var exchanges = BundleCheck.parse(ExchangeFile.name(id), file, problems);
        if (node.has("failure") && !exchanges.equals(node.path("exchangesOfTheFailure"))) {
            problems.add("The exchanges of the failed case " + id + " in the results are not those of its file.");
        }
        for (var observation : node.path("observations")) {
            if (observation.path("differs").asBoolean()
                    != observation.path("agreement").asText().equals(Agreement.DIFFERS.name())) {
                problems.add(
                        "An observation of the case " + id + " differs from the recommendation and agrees with it.");
            }
        }
        var count = exchanges.size();
        if (count != node.path("exchanges").asInt(-1)) {
            problems.add("The case " + id + " has " + count + " exchanges, and the results say "
                    + node.path("exchanges") + ".");
        }
    }

    private void summary(List<CaseResult> results) {
        for (var verdict : Verdict.values()) {
            var count =
                    results.stream().filter(each -> each.verdict() == verdict).count();
            var said = root.path("summary")
                    .path(verdict.name().toLowerCase(Locale.ROOT))
                    .asLong(-1);
            if (count != said) {
                problems.add(count + " cases are " + verdict + ", and the summary says " + said + ".");
            }
        }
    }

    private void certificate(Plan plan, List<CaseResult> results) {
        try {
            var waivers = new ArrayList<Waivers.Waiver>();
            for (var node : root.path("waivers")) {
                waivers.add(new Waivers.Waiver(
                        node.path("cases").asText(),
                        LocalDate.parse(node.path("until").asText()),
                        node.path("reason").asText()));
            }
            var recomputed = Certificate.of(new SuiteResult(
                    root.path("wallet").asText(),
                    plan,
                    root.path("seed").asLong(),
                    Map.of(),
                    RunDescription.none(),
                    Waivers.of(waivers),
                    Instant.parse(root.path("started").asText()),
                    0,
                    List.of(),
                    results,
                    root.path("aborted").asText("")));
            if (!recomputed.verdict().name().equals(root.path("verdict").asText())
                    || !recomputed.reasons().equals(texts(root.path("reasons")))) {
                problems.add("The cases make the run " + recomputed.verdict() + " " + recomputed.reasons()
                        + "; the results say " + root.path("verdict").asText() + " " + texts(root.path("reasons"))
                        + ".");
            }
        } catch (DateTimeException e) {
            problems.add("A date in the results cannot be read: " + e.getMessage() + ".");
        }
    }

    private static List<String> texts(JsonNode array) {
        var texts = new ArrayList<String>();
        array.forEach(each -> texts.add(Objects.requireNonNullElse(each.asText(), "")));
        return texts;
    }
}
