package dev.operatorkit.simulator.runs;

import java.util.List;

/** Describes a run that ended. */
public record RunSummary(Result result, double seconds) {
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
