package dev.operatorkit.conformance.suite;

/** Performs the calls and checks of a case. */
@FunctionalInterface
public interface Script {
    /** Runs the case; throws {@link Failure} when a check fails and {@link SkipCase} when a precondition is missing. */
    void run(CaseContext tester);
}
