package dev.operatorkit.conformance.report;

import dev.operatorkit.conformance.result.CaseResult;
import dev.operatorkit.conformance.result.ExpectedFailures;
import dev.operatorkit.conformance.result.SuiteResult;
import dev.operatorkit.conformance.result.Verdict;
import dev.operatorkit.conformance.suite.Case;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Holds the report of an earlier run with all of its exchanges, so that cases can be run again into it. */
public final class EarlierReport {
    private final RunReport report;

    private EarlierReport(RunReport report) {
        this.report = report;
    }

    /** Reads the bundle in a folder of reports; refuses one that was changed, or whose plan this version does not know. */
    public static EarlierReport in(Path folder) throws IOException {
        return of(folder, BundleCheck.of(bundle(folder), null));
    }

    /** Reads the bundle as {@link #in} does, to show it: refuses one with a changed file, and does not make the reports once more. */
    public static EarlierReport toShow(Path folder) throws IOException {
        return of(folder, BundleCheck.ofFiles(bundle(folder)));
    }

    private static Path bundle(Path folder) {
        var bundle = folder.resolve(Bundle.NAME);
        if (!Files.isRegularFile(bundle)) {
            throw new IllegalArgumentException(
                    folder + " holds no " + Bundle.NAME + ". Give the folder of an earlier --report.");
        }
        return bundle;
    }

    private static EarlierReport of(Path folder, BundleCheck check) {
        var report = check.report();
        if (!check.isVerified() || report == null) {
            throw new IllegalArgumentException("The report in " + folder + " cannot be continued: "
                    + VisibleText.line(check.reason()) + " Run the plan again without --rerun.");
        }
        return new EarlierReport(report);
    }

    /** Returns the earlier run. */
    public SuiteResult outcome() {
        return report.run();
    }

    /** Returns the cases whose failure was expected. */
    public ExpectedFailures expected() {
        return report.expected();
    }

    /** Returns an option of the earlier run by its name on the command line, or null. */
    public @Nullable String option(String name) {
        return outcome().options().get(name);
    }

    /** Returns the cases that failed, those that could not run because another one failed, and those that the run did not reach. */
    public List<Case> failedOrUntried() {
        return outcome().results().stream()
                .filter(each -> each.verdict() == Verdict.FAILED
                        || outcome().isUntried(each)
                        || (each.verdict() == Verdict.SKIPPED
                                && each.detail().matches("(blocked by|not run, since) .*")))
                .map(CaseResult::testCase)
                .toList();
    }
}
