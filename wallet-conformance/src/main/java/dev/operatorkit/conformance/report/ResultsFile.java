package dev.operatorkit.conformance.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.operatorkit.conformance.cases.Plans;
import dev.operatorkit.conformance.money.BalanceChain;
import dev.operatorkit.conformance.result.CaseResult;
import dev.operatorkit.conformance.result.SuiteResult;
import dev.operatorkit.conformance.result.Verdict;
import dev.operatorkit.conformance.suite.Observation;
import dev.operatorkit.conformance.suite.Observation.Agreement;
import dev.operatorkit.conformance.suite.Plan;
import dev.operatorkit.conformance.suite.ResumedRun;
import dev.operatorkit.conformance.suite.Rules;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** Writes {@code results.json}, the report for other programs. */
public final class ResultsFile {
    /** The name of the file in a folder of reports. */
    public static final String NAME = "results.json";

    static final String SUITE = "OperatorKit conformance "
            + Objects.requireNonNullElse(ResultsFile.class.getPackage().getImplementationVersion(), "(development)");

    private ResultsFile() {}

    /** Returns the content of the file as a tree, with the tokens masked. */
    static ObjectNode tree(RunReport report) {
        var outcome = report.run();
        var root = ReportJson.object();
        root.put("suite", SUITE);
        root.put("specification", Plan.SPECIFICATION);
        certificate(root, outcome);
        root.put("seed", outcome.seed());
        root.put(Subject.of(outcome.plan()).key(), outcome.wallet());
        texts(root.putObject("description"), outcome.description().given());
        root.put("started", outcome.started().toString());
        root.put("millis", outcome.millis());
        texts(root.putObject("options"), outcome.options());
        outcome.players().forEach(root.putArray("players")::add);
        if (!outcome.aborted().isEmpty()) {
            root.put("aborted", outcome.aborted());
        }
        causes(root, outcome);
        explanations(root, outcome);
        var cases = root.putArray("cases");
        outcome.results().forEach(result -> one(cases.addObject(), result, report));
        untested(root, outcome);
        var summary = root.putObject("summary");
        outcome.summary().forEach((verdict, count) -> summary.put(verdict.name().toLowerCase(Locale.ROOT), count));
        summary.put("cases", outcome.results().size());
        summary.put(
                "differing",
                outcome.results().stream().filter(CaseResult::differs).count());
        report.mask().hideIn(root);
        for (var i = 0; i < cases.size(); i++) {
            exchanges((ObjectNode) cases.get(i), outcome.results().get(i), report);
        }
        return root;
    }

    private static void certificate(ObjectNode root, SuiteResult outcome) {
        var certificate = outcome.certificate();
        root.put("verdict", certificate.verdict().name());
        var reasons = root.putArray("reasons");
        certificate.reasons().forEach(reason -> reasons.add(reason));
        var plan = root.putObject("plan");
        plan.put("name", outcome.plan().name());
        plan.put("version", outcome.plan().version());
        plan.put("cases", outcome.plan().cases().size());
        plan.put("sha256", outcome.plan().hash());
        var waivers = root.putArray("waivers");
        for (var waiver : outcome.waivers().all()) {
            var node = waivers.addObject();
            node.put("cases", waiver.cases());
            node.put("until", waiver.until().toString());
            node.put("reason", waiver.reason());
            if (outcome.isExpired(waiver)) {
                node.put("expired", true);
            }
        }
    }

    private static void causes(ObjectNode root, SuiteResult outcome) {
        var causes = root.putArray("causes");
        for (var cause : outcome.causes()) {
            var node = causes.addObject();
            cause.gate().ifPresent(gate -> node.put("gate", gate.caseId()));
            node.put("rule", cause.rule());
            node.put("expected", cause.failure().expected());
            node.put("actual", cause.failure().actual());
            var failed = node.putArray("cases");
            cause.failed().forEach(each -> failed.add(each.testCase().id()));
            var blocked = node.putArray("blocked");
            cause.blocked().forEach(each -> blocked.add(each.testCase().id()));
        }
    }

    /** Lists the cases that no single run can try; they are outside the plan, so that they leave the verdict alone. */
    private static void untested(ObjectNode root, SuiteResult outcome) {
        var untested = root.putArray("notTested");
        for (var each : Plans.untested(outcome.plan())) {
            var node = untested.addObject();
            node.put("id", each.id());
            node.put("title", each.title());
            each.rules().forEach(node.putArray("rules")::add);
            node.put("detail", ResumedRun.HOW_TO_ENABLE);
        }
    }

    /** Writes the words that readers of single cases need: the meaning of each result, and the decisions that were observed. */
    private static void explanations(ObjectNode root, SuiteResult outcome) {
        var subject = Subject.of(outcome.plan());
        var legend = root.putObject("legend");
        for (var verdict : Verdict.values()) {
            legend.put(verdict.name(), subject.words(verdict.meaning()));
        }
        for (var agreement : Agreement.values()) {
            legend.put(agreement.name(), subject.words(agreement.meaning()));
        }
        var decisions = root.putObject("decisions");
        outcome.results().stream()
                .flatMap(result -> result.observations().stream().map(Observation::decision))
                .distinct()
                .sorted(Rules::compare)
                .forEach(id -> {
                    var decision = decisions.putObject(id);
                    decision.put("point", Rules.openPointOf(id));
                    decision.put("decision", Rules.textOf(id));
                });
    }

    private static void texts(ObjectNode node, Map<String, String> texts) {
        texts.forEach((name, text) -> node.put(name, text));
    }

    /** Adds the exchanges, whose tokens are masked already. */
    private static void exchanges(ObjectNode node, CaseResult result, RunReport report) {
        var exchanges = report.exchangesOf(result);
        node.put("exchanges", exchanges.size());
        node.put("transcript", Plan.sha256(ExchangeFile.content(exchanges)));
        if (result.verdict() == Verdict.FAILED) {
            var all = node.putArray("exchangesOfTheFailure");
            exchanges.forEach(each -> all.add(ExchangeFile.node(each)));
        }
    }

    private static void one(ObjectNode node, CaseResult result, RunReport report) {
        node.put("id", result.testCase().id());
        node.put("title", result.testCase().title());
        var rules = node.putArray("rules");
        result.testCase().rules().forEach(rules::add);
        node.put("result", result.verdict().name());
        node.put("detail", result.detail());
        node.put("millis", result.millis());
        var failure = result.failure();
        if (failure != null) {
            var reported = node.putObject("failure");
            reported.put("rule", failure.rule());
            reported.put("expected", failure.expected());
            reported.put("came", failure.actual());
            reported.put("hint", failure.hint());
            failure.chain().ifPresent(chain -> movements(reported.putObject("movements"), chain));
            if (report.exchangeOfFailure(result) > 0) {
                reported.put("exchange", report.exchangeOfFailure(result));
            }
            node.put("expected", report.isExpected(result));
        }
        result.notes().forEach(note -> node.withArray("notes").add(note));
        if (!result.unreturnedBalance().isEmpty()) {
            node.put("unreturned", result.unreturnedBalance());
        }
        var observations = node.putArray("observations");
        for (var observation : result.observations()) {
            var seen = observations.addObject();
            seen.put("decision", observation.decision());
            seen.put("seen", observation.seen());
            seen.put("recommended", observation.recommended());
            seen.put("differs", observation.differs());
            seen.put("agreement", observation.agreement().name());
        }
        report.run().waiverOf(result).ifPresent(waiver -> node.put("waiver", waiver.reason()));
    }

    private static void movements(ObjectNode node, BalanceChain chain) {
        node.put("account", chain.account());
        node.put("currency", chain.currency());
        node.put("start", chain.start());
        var steps = node.putArray("steps");
        for (var step : chain.steps()) {
            var movement = steps.addObject();
            movement.put("callback", step.callback());
            movement.put("transactionId", step.id());
            movement.put("effect", step.effect());
            movement.put("note", step.note());
        }
        node.put("expected", chain.expected());
        node.put("actual", chain.actual());
        node.put("sum", chain.describe());
    }
}
