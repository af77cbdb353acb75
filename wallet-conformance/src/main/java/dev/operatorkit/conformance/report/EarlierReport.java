package dev.operatorkit.conformance.report;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.operatorkit.conformance.BalanceChain;
import dev.operatorkit.conformance.Case;
import dev.operatorkit.conformance.CaseResult;
import dev.operatorkit.conformance.Failure;
import dev.operatorkit.conformance.Observation;
import dev.operatorkit.conformance.Observation.Agreement;
import dev.operatorkit.conformance.Plan;
import dev.operatorkit.conformance.RunDescription;
import dev.operatorkit.conformance.SuiteResult;
import dev.operatorkit.conformance.Verdict;
import dev.operatorkit.conformance.Waivers;
import dev.operatorkit.conformance.cases.Plans;
import dev.operatorkit.conformance.wire.Exchange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads the report of an earlier run with all of its exchanges, so that cases can be run again into it. */
public final class EarlierReport {
    /** Keeps the zeros at the end of an amount, so that it is written as it was. */
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private final SuiteResult outcome;
    private final List<String> expected;

    private EarlierReport(SuiteResult outcome, List<String> expected) {
        this.outcome = outcome;
        this.expected = expected;
    }

    /** Reads the bundle in a folder of reports; refuses one that was changed, or whose plan this version does not know. */
    public static EarlierReport in(Path folder) throws IOException {
        var bundle = folder.resolve(Bundle.NAME);
        if (!Files.isRegularFile(bundle)) {
            throw new IllegalArgumentException(
                    folder + " holds no " + Bundle.NAME + ". Give the folder of an earlier --report.");
        }
        var check = BundleCheck.of(bundle, null);
        if (!check.problems().isEmpty()) {
            throw new IllegalArgumentException("The report in " + folder + " cannot be continued: "
                    + check.problems().getFirst() + " Run the plan again without --rerun.");
        }
        var files = ZipReader.read(Files.readAllBytes(bundle), BundleCheck.LARGEST_UNPACKED, new ArrayList<>());
        var root = JSON.readTree(Objects.requireNonNull(files.get(ResultsFile.NAME)));
        var plan = Plans.named(root.path("plan").path("name").asText());
        var expected = new ArrayList<String>();
        for (var node : root.path("cases")) {
            if (node.path("expected").asBoolean()) {
                expected.add(node.path("id").asText());
            }
        }
        return new EarlierReport(
                new SuiteResult(
                        root.path("wallet").asText(),
                        plan,
                        root.path("seed").asLong(),
                        texts(root.path("options")),
                        description(root.path("description")),
                        waivers(root.path("waivers")),
                        Instant.parse(root.path("started").asText()),
                        root.path("millis").asLong(),
                        List.of(),
                        results(root.path("cases"), plan, files),
                        root.path("aborted").asText("")),
                expected);
    }

    /** Returns the earlier run. */
    public SuiteResult outcome() {
        return outcome;
    }

    /** Returns the ids of the cases whose failure was expected. */
    public List<String> expected() {
        return expected;
    }

    /** Returns an option of the earlier run by its name on the command line, or null. */
    public @Nullable String option(String name) {
        return outcome.options().get(name);
    }

    /** Returns the cases that failed, and those that could not run because another one failed. */
    public List<Case> failedOrBlocked() {
        return outcome.results().stream()
                .filter(each -> each.verdict() == Verdict.FAILED
                        || (each.verdict() == Verdict.SKIPPED
                                && each.detail().matches("(blocked by|not run, since) .*")))
                .map(CaseResult::testCase)
                .toList();
    }

    private static List<CaseResult> results(JsonNode cases, Plan plan, Map<String, byte[]> files) throws IOException {
        var byId = plan.cases().stream().collect(Collectors.toMap(Case::id, each -> each));
        var results = new ArrayList<CaseResult>();
        for (var node : cases) {
            var of = Objects.requireNonNull(byId.get(node.path("id").asText()));
            var exchanges = ExchangeFile.read(Objects.requireNonNull(files.get(ExchangeFile.name(of.id()))));
            var observations = new ArrayList<Observation>();
            for (var seen : node.path("observations")) {
                observations.add(new Observation(
                        seen.path("decision").asText(),
                        seen.path("seen").asText(),
                        seen.path("recommended").asText(),
                        Agreement.valueOf(seen.path("agreement").asText())));
            }
            var result = new CaseResult(
                    of,
                    Verdict.valueOf(node.path("result").asText()),
                    node.path("detail").asText(),
                    node.has("failure") ? failure(node.path("failure"), exchanges) : null,
                    observations,
                    exchanges,
                    node.path("millis").asLong(),
                    node.path("unreturned").asText(""),
                    false);
            var notes = new ArrayList<String>();
            node.path("notes").forEach(note -> notes.add(note.asText()));
            results.add(result.withNotes(notes).withReruns(reruns(node.path("reruns"))));
        }
        return results;
    }

    private static Failure failure(JsonNode reported, List<Exchange> exchanges) {
        var shown = reported.path("exchange").asInt(0);
        var failure = new Failure(
                reported.path("rule").asText(),
                reported.path("expected").asText(),
                reported.path("came").asText(),
                reported.path("hint").asText(),
                shown < 1 || shown > exchanges.size() ? null : exchanges.get(shown - 1));
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
                movements.path("start").decimalValue(),
                List.copyOf(steps),
                movements.path("expected").decimalValue(),
                movements.path("actual").decimalValue());
    }

    private static List<CaseResult.Rerun> reruns(JsonNode nodes) {
        var reruns = new ArrayList<CaseResult.Rerun>();
        for (var node : nodes) {
            reruns.add(new CaseResult.Rerun(
                    Instant.parse(node.path("at").asText()),
                    Verdict.valueOf(node.path("earlierResult").asText()),
                    node.path("earlierDetail").asText()));
        }
        return reruns;
    }

    private static Map<String, String> texts(JsonNode node) {
        var texts = new LinkedHashMap<String, String>();
        node.properties()
                .forEach(entry -> texts.put(entry.getKey(), entry.getValue().asText()));
        return texts;
    }

    private static RunDescription description(JsonNode node) {
        return new RunDescription(
                node.path("tester").asText(""),
                node.path("walletName").asText(""),
                node.path("walletVersion").asText(""),
                node.path("environment").asText(""));
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
}
