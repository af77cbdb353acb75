package dev.operatorkit.conformance.report;

import com.fasterxml.jackson.databind.JsonNode;
import dev.operatorkit.conformance.money.BalanceChain;
import dev.operatorkit.conformance.result.CaseResult;
import dev.operatorkit.conformance.result.ExpectedFailures;
import dev.operatorkit.conformance.result.RunDescription;
import dev.operatorkit.conformance.result.SuiteResult;
import dev.operatorkit.conformance.result.Verdict;
import dev.operatorkit.conformance.result.Waivers;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Failure;
import dev.operatorkit.conformance.suite.Observation;
import dev.operatorkit.conformance.suite.Observation.Agreement;
import dev.operatorkit.conformance.suite.Plan;
import dev.operatorkit.conformance.wire.Exchange;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Reads a run back from {@code results.json} and the files of its exchanges. */
final class ReportReader {
    private final Map<String, byte[]> files;

    private ReportReader(Map<String, byte[]> files) {
        this.files = files;
    }

    /** Reads the run from the files of a bundle that this key signed. */
    static EarlierReport read(Map<String, byte[]> files, String keyId) {
        var reader = new ReportReader(files);
        return reader.report(ReportJson.read(ResultsFile.NAME, reader.require(ResultsFile.NAME)), keyId);
    }

    private byte[] require(String name) {
        var content = files.get(name);
        if (content == null) {
            throw new IllegalArgumentException("There is no " + name + ".");
        }
        return content;
    }

    private EarlierReport report(JsonNode root, String keyId) {
        var plan = plan(root.path("plan"));
        var expected = new ArrayList<String>();
        for (var node : root.path("cases")) {
            if (node.path("expected").asBoolean()) {
                expected.add(node.path("id").asText());
            }
        }
        var options = new LinkedHashMap<String, String>();
        root.path("options")
                .properties()
                .forEach(entry -> options.put(entry.getKey(), entry.getValue().asText()));
        var about = root.path("description");
        var run = new SuiteResult(
                root.path(Subject.of(plan).key()).asText(),
                plan,
                root.path("seed").asLong(),
                options,
                new RunDescription(
                        about.path("tester").asText(""),
                        about.path("walletName").asText(""),
                        about.path("walletVersion").asText(""),
                        about.path("environment").asText("")),
                waivers(root.path("waivers")),
                Instant.parse(root.path("started").asText()),
                root.path("millis").asLong(),
                texts(root.path("players")),
                results(root.path("cases"), plan),
                root.path("aborted").asText(""));
        return new EarlierReport(run, ExpectedFailures.of(expected), keyId);
    }

    private static Plan plan(JsonNode node) {
        var name = node.path("name").asText();
        var version = node.path("version").asText();
        return Subject.everyPlan()
                .filter(each -> each.name().equals(name) && each.version().equals(version))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "This version of the suite does not know the plan " + name + " " + version + "."));
    }

    private static Waivers waivers(JsonNode nodes) {
        var waivers = new ArrayList<Waivers.Waiver>();
        for (var node : nodes) {
            waivers.add(new Waivers.Waiver(
                    node.path("cases").asText(),
                    LocalDate.parse(node.path("until").asText()),
                    node.path("reason").asText()));
        }
        return Waivers.of(waivers);
    }

    private List<CaseResult> results(JsonNode cases, Plan plan) {
        var byId = plan.cases().stream().collect(Collectors.toMap(Case::id, each -> each));
        var seen = new HashSet<String>();
        var results = new ArrayList<CaseResult>();
        for (var node : cases) {
            var id = node.path("id").asText();
            var known = byId.get(id);
            if (known == null || !seen.add(id)) {
                throw new IllegalArgumentException("The case " + id
                        + (known == null ? " is not part of the plan " + plan + "." : " is listed twice."));
            }
            results.add(result(known, node));
        }
        return results;
    }

    private CaseResult result(Case of, JsonNode node) {
        var exchanges = ExchangeFile.read(of.id(), require(ExchangeFile.name(of.id())));
        var observations = new ArrayList<Observation>();
        for (var seen : node.path("observations")) {
            observations.add(new Observation(
                    seen.path("decision").asText(),
                    seen.path("seen").asText(),
                    seen.path("recommended").asText(),
                    Agreement.valueOf(seen.path("agreement").asText())));
        }
        var reruns = new ArrayList<CaseResult.Rerun>();
        for (var rerun : node.path("reruns")) {
            reruns.add(new CaseResult.Rerun(
                    Instant.parse(rerun.path("at").asText()),
                    Verdict.valueOf(rerun.path("earlierResult").asText()),
                    rerun.path("earlierDetail").asText(),
                    rerun.path("walletVersion").asText("")));
        }
        return new CaseResult(
                of,
                Verdict.valueOf(node.path("result").asText()),
                node.path("detail").asText(),
                node.has("failure") ? failure(node.path("failure"), exchanges) : null,
                observations,
                exchanges,
                node.path("millis").asLong(),
                node.path("unreturned").asText(""),
                false,
                texts(node.path("notes")),
                reruns);
    }

    private static Failure failure(JsonNode reported, List<Exchange> exchanges) {
        var shown = reported.path("exchange").asInt(0);
        var failure = new Failure(
                reported.path("rule").asText(),
                reported.path("expected").asText(),
                reported.path("came").asText(),
                reported.path("hint").asText(),
                shown == 0 ? null : exchanges.get(shown - 1));
        return reported.has("movements") ? failure.explainedBy(chain(reported.path("movements"))) : failure;
    }

    private static BalanceChain chain(JsonNode movements) {
        var steps = new ArrayList<BalanceChain.Step>();
        for (var step : movements.path("steps")) {
            steps.add(new BalanceChain.Step(
                    step.path("callback").asText(),
                    step.path("transactionId").asText(),
                    step.path("effect").decimalValue(),
                    step.path("note").asText()));
        }
        return new BalanceChain(
                movements.path("account").asText(),
                movements.path("currency").asText(""),
                movements.path("start").decimalValue(),
                List.copyOf(steps),
                movements.path("expected").decimalValue(),
                movements.path("actual").decimalValue());
    }

    private static List<String> texts(JsonNode nodes) {
        var texts = new ArrayList<String>();
        nodes.forEach(node -> texts.add(node.asText()));
        return List.copyOf(texts);
    }
}
