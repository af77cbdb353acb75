package dev.operatorkit.conformance;

/** What a case does and checks. */
@FunctionalInterface
public interface Script {
    /** Ends normally, or with a {@link Failure} or {@link SkipCase}. */
    void run(CaseContext tester);
}
