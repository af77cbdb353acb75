package dev.operatorkit.simulator.runs;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Does the work of one run. A job is run once. */
public interface Job {
    Subject subject();

    /**
     * Runs to the end and returns the result.
     *
     * @param folder for the files of the run
     */
    Result run(Path folder) throws IOException, InterruptedException;

    Progress progress();

    /** Ends the run soon, with its debits settled if the wallet responds. */
    void stop(String why);

    /** Returns the ids of the debits that are not settled. */
    default List<String> openDebits() {
        return List.of();
    }

    /** Gives back what a job holds that is never run. */
    default void close() {}

    /**
     * Describes what is tested.
     *
     * @param target the wallet, or the mode in which a client is judged
     * @param label the operator's own words, or empty
     * @param version the version that the operator gave or the wallet named in its {@code Server} header, or empty
     */
    record Subject(String operator, String target, String label, String version) {}

    record Figure(String name, String value) {}

    /** Says how good a result is. */
    enum Tone {
        /** Marks a run that proved what it was to prove. */
        GOOD,
        /** Marks a run that found a mistake, or failed itself. */
        BAD,
        /** Marks a run that proved neither. */
        OPEN;

        public String style() {
            return this == GOOD ? "good" : this == BAD ? "bad" : "warn";
        }
    }

    /**
     * Holds how far a run is.
     *
     * @param unit the unit of the numbers, such as cases
     * @param note what it waits for or how long it still takes, or empty
     */
    record Progress(long done, long all, String unit, String note, List<Figure> figures) {
        public Progress {
            figures = List.copyOf(figures);
        }
    }

    /**
     * Holds the result of a run.
     *
     * @param verdict the conclusion in a few words
     * @param findings the reasons, each a sentence
     */
    record Result(Tone tone, String verdict, List<String> findings, List<Figure> figures) {
        public Result {
            findings = List.copyOf(findings);
            figures = List.copyOf(figures);
        }

        /** Returns the result of a run that failed itself. */
        static Result failed(String why) {
            return new Result(Tone.BAD, "not completed", List.of(why), List.of());
        }
    }

    /**
     * Describes a run that ended.
     *
     * @param started when it began, in UTC
     */
    record Summary(Subject subject, String started, double seconds, Result result) {}
}
