package dev.operatorkit.simulator.conformance;

/** What a case does and checks. */
@FunctionalInterface
public interface Script {
    /** Ends normally, or with a {@link Failure} or {@link Skip}. */
    void run(Tester tester);
}
