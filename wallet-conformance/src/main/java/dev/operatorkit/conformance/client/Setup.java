package dev.operatorkit.conformance.client;

import java.util.List;

/**
 * Holds what a scenario asks of both sides.
 *
 * @param task what the client is to do
 * @param preparations what the service holds when it begins
 * @param disturbances what the service does differently than usual
 */
public record Setup(Task task, List<Preparation> preparations, List<Disturbance> disturbances) {
    /** Asks nothing unusual of the service. */
    static Setup of(Task task) {
        return new Setup(task, List.of(), List.of());
    }

    /** Returns a copy in which the service holds this. */
    Setup prepared(Preparation... what) {
        return new Setup(task, List.of(what), disturbances);
    }

    /** Returns a copy in which the service does this. */
    Setup disturbed(Disturbance... how) {
        return new Setup(task, preparations, List.of(how));
    }
}
