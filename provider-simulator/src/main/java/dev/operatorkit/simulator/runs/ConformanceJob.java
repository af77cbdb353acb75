package dev.operatorkit.simulator.runs;

import dev.operatorkit.conformance.report.Reports;
import dev.operatorkit.conformance.report.TokenMask;
import dev.operatorkit.conformance.result.CaseResult;
import dev.operatorkit.conformance.result.Certificate;
import dev.operatorkit.conformance.result.ExpectedFailures;
import dev.operatorkit.conformance.result.SuiteResult;
import dev.operatorkit.conformance.run.SuiteConfig;
import dev.operatorkit.conformance.run.SuiteRunner;
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

/** Tests a wallet with the conformance suite and writes the suite's own reports. */
public final class ConformanceJob implements Job, dev.operatorkit.conformance.run.Progress {
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

    @Override
    public Subject subject() {
        return subject;
    }

    @Override
    public void onCaseEnd(CaseResult result) {
        results.put(result.testCase().id(), result);
    }

    @Override
    public Result run(Path folder) {
        return result(runner.run(), mask, folder);
    }

    /** Writes the reports and returns the result, also if they could not be written. */
    static Result result(SuiteResult done, TokenMask mask, Path folder) {
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

    /** Counts results by verdict. */
    static List<Figure> figures(Collection<CaseResult> results) {
        var counts = results.stream().collect(Collectors.groupingBy(CaseResult::verdict, Collectors.counting()));
        return Stream.of(dev.operatorkit.conformance.result.Verdict.values())
                .map(verdict -> new Figure(
                        verdict.name().charAt(0) + verdict.name().substring(1).toLowerCase(Locale.ROOT),
                        Long.toString(counts.getOrDefault(verdict, 0L))))
                .toList();
    }

    @Override
    public Progress progress() {
        return new Progress(results.size(), config.cases().size(), "cases", "", figures(results.values()));
    }

    @Override
    public void stop(String why) {
        runner.stop(why);
    }

    @Override
    public List<String> openDebits() {
        return runner.openDebits();
    }
}
