package dev.operatorkit.reference.simulation;

import dev.operatorkit.reference.simulation.Invariant.Violation;
import dev.operatorkit.simulator.delivery.ControlledProvider.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Holds a plan that violates an invariant.
 *
 * @param plan the plan
 * @param violation the violation
 * @param history what happened up to the violation
 */
record Failure(Plan plan, Violation violation, List<String> history) {
    /** Runs a plan and returns its failure, if it has one. */
    static Optional<Failure> of(Plan plan, @Nullable PlantedFault fault, Tables tables) {
        var simulation = new Simulation(plan, fault, tables, new MemoryBackend());
        try {
            simulation.run();
            return Optional.empty();
        } catch (Violation e) {
            return Optional.of(new Failure(plan, e, List.copyOf(simulation.history())));
        }
    }

    /** Leaves out the steps that the same violation, of the same movement, does not need. */
    Failure shrink(@Nullable PlantedFault fault, Tables tables) {
        var shortest = this;
        for (var size = plan.steps().size(); size > 0; ) {
            var shorter = shortest.without(size, fault, tables);
            if (shorter.isPresent()) {
                shortest = shorter.get();
                size = Math.min(size, shortest.plan.steps().size());
            } else {
                size /= 2;
            }
        }
        return shortest;
    }

    private Optional<Failure> without(int size, @Nullable PlantedFault fault, Tables tables) {
        var steps = plan.steps();
        for (var from = 0; from + size <= steps.size(); from += size) {
            var fewer = new ArrayList<>(steps);
            fewer.subList(from, from + size).clear();
            var failure = of(plan.with(fewer), fault, tables).filter(this::isSame);
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

    /** Describes the failure, with a plan that can be run again. */
    String describe() {
        return violation.getMessage() + "\n\nThe shortest plan that shows it. Save it and run it again with"
                + " -Dsimulation.plan=FILE:\n" + plan.write() + "\nIts history, with the seconds at the left:\n"
                + String.join("\n", history) + "\n";
    }
}
