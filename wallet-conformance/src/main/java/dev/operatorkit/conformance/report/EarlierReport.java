package dev.operatorkit.conformance.report;

import dev.operatorkit.conformance.result.CaseResult;
import dev.operatorkit.conformance.result.ExpectedFailures;
import dev.operatorkit.conformance.result.SuiteResult;
import dev.operatorkit.conformance.result.Verdict;
import dev.operatorkit.conformance.suite.Case;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Holds an earlier run with all of its exchanges, so that cases can be run again into its report.
 *
 * @param outcome the earlier run
 * @param expected the cases whose failure was expected
 * @param keyId the id of the key that signed the report
 */
public record EarlierReport(SuiteResult outcome, ExpectedFailures expected, String keyId) {

    /** Reads the bundle in a folder of reports; refuses one that was changed, or whose plan this version does not know. */
    public static EarlierReport in(Path folder) throws IOException {
        var bundle = folder.resolve(Bundle.NAME);
        if (!Files.isRegularFile(bundle)) {
            throw new IllegalArgumentException(
                    folder + " contains no " + Bundle.NAME + ". Give the folder of an earlier --report.");
        }
        try {
            var check = BundleCheck.of(bundle, null);
            if (!check.isVerified()) {
                throw new IllegalArgumentException(check.problems().getFirst());
            }
            return ReportReader.read(check.files(), check.keyId());
        } catch (IllegalArgumentException | DateTimeException e) {
            throw new IllegalArgumentException(
                    "The report in " + folder + " cannot be continued: "
                            + VisibleText.line(String.valueOf(e.getMessage())) + " Run the plan again without --rerun.",
                    e);
        }
    }

    /** Returns an option of the earlier run by its name on the command line, or null. */
    public @Nullable String option(String name) {
        return outcome.options().get(name);
    }

    /** Returns the cases that failed, those that could not run because another one failed, and those that the run did not reach. */
    public List<Case> failedOrUntried() {
        return outcome.results().stream()
                .filter(each -> each.verdict() == Verdict.FAILED
                        || outcome.isUntried(each)
                        || (each.verdict() == Verdict.SKIPPED
                                && each.detail().matches("(blocked by|not run, since) .*")))
                .map(CaseResult::testCase)
                .toList();
    }
}
