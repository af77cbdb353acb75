package dev.operatorkit.conformance.command;

import dev.operatorkit.conformance.Checkpoint;
import dev.operatorkit.conformance.CheckpointDraft;
import dev.operatorkit.conformance.CheckpointFile;
import dev.operatorkit.conformance.Plan;
import dev.operatorkit.conformance.ResumedRun;
import dev.operatorkit.conformance.SuiteConfig;
import dev.operatorkit.conformance.cases.Plans;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Holds the options that make two runs of one: the first leaves a file, and the second resumes it. */
final class PhaseOptions implements AutoCloseable {
    @Option(
            names = "--leave",
            paramLabel = "FILE",
            description = "Leaves rounds open at the end of the run and writes what a second run needs into this file."
                    + " It holds the session tokens, and only its owner may read it.")
    @Nullable
    Path leave;

    @Option(
            names = "--resume",
            paramLabel = "FILE",
            description =
                    "Resumes a run that ended with --leave, after a restart of the wallet or a pause: settles what was"
                        + " left open, and repeats and looks up every movement. May be done again. --token is needed"
                        + " only when the tokens of the first run are no longer valid.")
    @Nullable
    Path resume;

    private @Nullable CheckpointDraft draft;
    private @Nullable FileChannel lock;

    /** Reserves the file to write or to read until {@link #close}; returns what an earlier run left, or null. */
    @Nullable
    Checkpoint resumed() throws IOException {
        if (leave != null && resume != null) {
            throw new IllegalArgumentException("--leave and --resume are for two different runs. A file can be resumed"
                    + " more than once without leaving another.");
        }
        if (leave != null) {
            draft = CheckpointDraft.open(leave);
        }
        if (resume == null) {
            return null;
        }
        var first = CheckpointFile.read(resume);
        lock = CheckpointFile.lock(resume);
        return first;
    }

    /** Returns the configuration of this run as the first or the second of two, or unchanged. */
    SuiteConfig apply(SuiteConfig config, @Nullable Checkpoint resumed) {
        return resumed != null ? config.resuming(resumed) : draft != null ? config.leaving(draft) : config;
    }

    /** Prints what was left and how to continue. */
    void report(Optional<Checkpoint> left, Plan plan, PrintWriter out) {
        if (leave != null && left.isEmpty()) {
            out.println(leave + " was not written: the run did not complete. Repeat it.");
        } else if (leave != null) {
            out.println("Left " + left.get().movements().size() + " movements and "
                    + left.get().settlements().size() + " open rounds in " + leave + " (SHA-256 "
                    + CheckpointFile.hash(left.get()) + "). Restart the wallet or wait, and"
                    + " run the suite with --resume " + leave + ".");
        } else if (!Plans.untested(plan).isEmpty()) {
            out.println("Not tested: " + Plans.untested(plan).size() + " cases about a restart or a pause. That "
                    + ResumedRun.HOW_TO_ENABLE + ".");
        }
        out.flush();
    }

    /** Releases the file; may be called again. */
    @Override
    public void close() throws IOException {
        var left = draft;
        var resumed = lock;
        draft = null;
        lock = null;
        try (resumed) {
            if (left != null) {
                left.close();
            }
        }
    }
}
