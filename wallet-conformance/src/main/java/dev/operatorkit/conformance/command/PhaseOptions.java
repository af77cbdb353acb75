package dev.operatorkit.conformance.command;

import dev.operatorkit.conformance.cases.Plans;
import dev.operatorkit.conformance.run.SuiteConfig;
import dev.operatorkit.conformance.suite.Checkpoint;
import dev.operatorkit.conformance.suite.Plan;
import dev.operatorkit.conformance.suite.ResumedRun;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Holds the options that make two runs of one: the first leaves a file, and the second resumes it. */
final class PhaseOptions {
    @Option(
            names = "--leave",
            paramLabel = "FILE",
            description = "Leaves rounds open at the end of the run and writes what a second run needs into this file.")
    @Nullable
    Path leave;

    @Option(
            names = "--resume",
            paramLabel = "FILE",
            description =
                    "Resumes a run that ended with --leave, after a restart of the wallet or a pause: settles what was"
                        + " left open, and repeats and looks up every movement. May be done again. Needs the --token"
                        + " of the first run again, and a fresh one as well if it has expired.")
    @Nullable
    Path resume;

    /** Returns what an earlier run left, or null. Refuses a file that a run could not leave. */
    @Nullable
    Checkpoint resumed() throws IOException {
        if (leave != null && resume != null) {
            throw new IllegalArgumentException("--leave and --resume are for two different runs. A file can be resumed"
                    + " more than once without leaving another.");
        }
        if (leave != null) {
            Checkpoint.requireReplaceable(leave);
        }
        return resume == null ? null : Checkpoint.read(resume);
    }

    /** Returns the configuration of this run as the first or the second of two, or unchanged. */
    SuiteConfig apply(SuiteConfig config, @Nullable Checkpoint resumed) {
        var file = leave;
        return resumed != null
                ? config.resuming(resumed)
                : file != null ? config.leaving(left -> left.writeTo(file)) : config;
    }

    /** Prints what was left and how to continue. */
    void report(Optional<Checkpoint> left, Plan plan, PrintWriter out) {
        if (leave != null && left.isEmpty()) {
            out.println(leave + " was not written: the run did not complete. Repeat it.");
        } else if (leave != null) {
            out.println("Left " + left.get().movements().size() + " movements and "
                    + left.get().settlements().size() + " open rounds in " + leave + " (SHA-256 "
                    + left.get().hash() + "). Restart the wallet or wait, and"
                    + " run the suite with --resume " + leave + ".");
        } else if (!Plans.untested(plan).isEmpty()) {
            out.println("Not tested: " + Plans.untested(plan).size() + " cases about a restart or a pause. That "
                    + ResumedRun.HOW_TO_ENABLE + ".");
        }
        out.flush();
    }
}
