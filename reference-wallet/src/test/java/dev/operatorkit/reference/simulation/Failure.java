package dev.operatorkit.reference.simulation;

import dev.operatorkit.reference.simulation.Invariant.Violation;
import dev.operatorkit.simulator.delivery.ControlledProvider.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Holds a plan that violates an invariant.
 *
 * @param plan the plan
 * @param violation the violation
 * @param history what happened up to the violation
 */
record Failure(Plan plan, Violation violation, List<String> history) {
    /** Runs a plan on a new store and returns its failure, if it has one. */
    static Optional<Failure> of(Plan plan, Tables tables, Supplier<MemoryBackend> store) {
        var simulation = new Simulation(plan, tables, store.get());
        try {
            simulation.run();
            return Optional.empty();
        } catch (Violation e) {
            return Optional.of(new Failure(plan, e, List.copyOf(simulation.history())));
        }
    }

    /** Leaves out the steps that the same violation, of the same movement, does not need. */
    Failure shrink(Tables tables, Supplier<MemoryBackend> store) {
        var shortest = this;
        for (var size = plan.steps().size(); size > 0; ) {
            var shorter = shortest.without(size, tables, store);
            if (shorter.isPresent()) {
                shortest = shorter.get();
                size = Math.min(size, shortest.plan.steps().size());
            } else {
                size /= 2;
            }
        }
        return shortest;
    }

    private Optional<Failure> without(int size, Tables tables, Supplier<MemoryBackend> store) {
        var steps = plan.steps();
        for (var from = 0; from + size <= steps.size(); from += size) {
            var fewer = new ArrayList<>(steps);
            fewer.subList(from, from + size).clear();
            var failure = of(plan.with(fewer), tables, store).filter(this::isSame);
            if (failure.isPresent()) {
                return failure;
            }
        }
        return Optional.empty();
    }

    /** Returns true if another failure is the same violation of the same movement. */
    boolean isSame(Failure other) {
        return violation.invariant() == other.violation.invariant()
                && violation.subject().equals(other.violation.subject());
    }

    /** Describes the failure and the command that repeats it. */
    String describe() {
        return violation.getMessage() + "\n\nRepeat it with -Dsimulation.from=" + plan.seed()
                + " -Dsimulation.seeds=1. The shortest plan that shows it:\n" + plan.describe()
                + "\nIts history, with the seconds at the left:\n" + String.join("\n", history) + "\n";
    }
}
