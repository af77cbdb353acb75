package dev.operatorkit.simulator.runs;

import java.util.List;

/**
 * Describes a run that ended, as it is kept.
 *
 * @param started when it began, in UTC
 */
public record RunSummary(Subject subject, String started, double seconds, Result result) {
    /**
     * Describes what is tested.
     *
     * @param target the wallet
     * @param label the operator's own words, or empty
     * @param version the version that the operator gave, or empty
     */
    public record Subject(String operator, String target, String label, String version) {}

    public record Figure(String name, String value) {}

    /** Says how good a result is. */
    public enum Tone {
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
     * Holds the result of a run.
     *
     * @param verdict the conclusion in a few words
     * @param findings the reasons, each a sentence
     */
    public record Result(Tone tone, String verdict, List<String> findings, List<Figure> figures) {
        public Result {
            findings = List.copyOf(findings);
            figures = List.copyOf(figures);
        }

        /** Returns the result of a run that failed itself. */
        static Result failed(String why) {
            return new Result(Tone.BAD, "not completed", List.of(why), List.of());
        }
    }
}
