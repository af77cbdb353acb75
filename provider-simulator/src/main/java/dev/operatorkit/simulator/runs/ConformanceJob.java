package dev.operatorkit.simulator.runs;

import dev.operatorkit.conformance.report.Reports;
import dev.operatorkit.conformance.report.TokenMask;
import dev.operatorkit.conformance.result.CaseResult;
import dev.operatorkit.conformance.result.Certificate;
import dev.operatorkit.conformance.result.ExpectedFailures;
import dev.operatorkit.conformance.result.Verdict;
import dev.operatorkit.conformance.run.Progress;
import dev.operatorkit.conformance.run.SuiteConfig;
import dev.operatorkit.conformance.run.SuiteRunner;
import dev.operatorkit.simulator.runs.RunSummary.Figure;
import dev.operatorkit.simulator.runs.RunSummary.Result;
import dev.operatorkit.simulator.runs.RunSummary.Tone;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Tests a wallet with the conformance suite and writes the suite's own reports. A job is run once. */
public final class ConformanceJob implements Progress {
    private final SuiteConfig config;
    private final Subject subject;
    private final TokenMask mask;
    private final SuiteRunner runner;
    private final Map<String, CaseResult> results = new ConcurrentHashMap<>();

    /**
     * Creates the job.
     *
     * @param label the operator's own words, or empty
     */
    public ConformanceJob(SuiteConfig config, String operator, String label) {
        this.config = config;
        this.mask = new TokenMask(config.tokens()).and(config.target().secret());
        this.subject = new Subject(
                operator,
                config.target().wallet().toString(),
                mask.of(label),
                config.description().walletVersion());
        this.runner = new SuiteRunner(config, this);
    }

    public Subject subject() {
        return subject;
    }

    /**
     * Describes what is tested.
     *
     * @param target the wallet
     * @param label the operator's own words, or empty
     * @param version the version that the operator gave, or empty
     */
    public record Subject(String operator, String target, String label, String version) {}

    @Override
    public void onCaseEnd(CaseResult result) {
        results.put(result.testCase().id(), result);
    }

    /** Runs to the end, writes the reports into this folder, and returns the result, also if they could not be written. */
    Result run(Path folder) {
        var done = runner.run();
        var certificate = done.certificate();
        var findings =
                new ArrayList<>(certificate.reasons().stream().map(mask::of).toList());
        try {
            Reports.write(folder, done, mask, ExpectedFailures.none());
        } catch (IOException e) {
            findings.add(
                    "The reports could not be written: " + e + ". Check the disk and the rights of " + folder + ".");
        }
        var figures = new ArrayList<>(figures(done.results()));
        figures.add(new Figure("Plan", done.plan() + ", " + done.plan().cases().size() + " cases"));
        figures.add(new Figure("Seed", Long.toString(done.seed())));
        return new Result(tone(certificate), certificate.verdict().title(), findings, figures);
    }

    private static Tone tone(Certificate certificate) {
        return switch (certificate.verdict()) {
            case CERTIFIED -> Tone.GOOD;
            case NOT_CERTIFIED -> Tone.BAD;
            case INCOMPLETE -> Tone.OPEN;
        };
    }

    private static List<Figure> figures(Collection<CaseResult> results) {
        var counts = results.stream().collect(Collectors.groupingBy(CaseResult::verdict, Collectors.counting()));
        return Stream.of(Verdict.values())
                .map(verdict -> new Figure(
                        verdict.name().charAt(0) + verdict.name().substring(1).toLowerCase(Locale.ROOT),
                        Long.toString(counts.getOrDefault(verdict, 0L))))
                .toList();
    }

    /** Returns the number of cases that have ended. */
    public int done() {
        return results.size();
    }

    /** Returns the number of cases to run. */
    public int all() {
        return config.cases().size();
    }

    /** Returns the results so far by verdict. */
    public List<Figure> figures() {
        return figures(results.values());
    }

    /** Ends the run soon, with its debits settled if the wallet responds. */
    public void stop(String why) {
        runner.stop(why);
    }

    /** Returns the ids of the debits that are not settled. */
    List<String> openDebits() {
        return runner.openDebits();
    }
}
