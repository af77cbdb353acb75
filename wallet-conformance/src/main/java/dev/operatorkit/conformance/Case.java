package dev.operatorkit.conformance;

import java.util.List;

/**
 * One case of the suite: a value in an explicit list.
 *
 * @param id in words; reports, {@code --only} and files of expected failures cite it
 * @param title one sentence: what a right wallet does
 * @param rules the rules of the specification it rests on, and the decisions it observes
 * @param isolation whom it needs, and whom it leaves in peace
 * @param needs how many minor units the player must have
 * @param quick whether {@code --quick} runs it
 */
public record Case(
        String id, String title, List<String> rules, Isolation isolation, long needs, boolean quick, Script script) {
    private static final long USUAL_NEED = 60;

    /** Who takes part in a case. */
    public enum Isolation {
        /** One player, whichever is free; others may be busy beside it. */
        PARALLEL,
        /** One player, and nothing else runs meanwhile. */
        EXCLUSIVE,
        /** Two players, and nothing else runs meanwhile. */
        TWO_PLAYERS
    }

    /** A case for one player; {@code rules} are separated by blanks. */
    public static Case of(String id, String title, String rules, Script script) {
        return new Case(id, title, List.of(rules.split(" ", -1)), Isolation.PARALLEL, USUAL_NEED, false, script);
    }

    /** The same, run while nothing else runs. */
    public Case exclusive() {
        return new Case(id, title, rules, Isolation.EXCLUSIVE, needs, quick, script);
    }

    /** The same, for two players. */
    public Case twoPlayers() {
        return new Case(id, title, rules, Isolation.TWO_PLAYERS, needs, quick, script);
    }

    /** The same, for a player with at least so many minor units. */
    public Case withPrecondition(long units) {
        return new Case(id, title, rules, isolation, units, quick, script);
    }

    /** The same, as part of {@code --quick}. */
    public Case inQuickPlan() {
        return new Case(id, title, rules, isolation, needs, true, script);
    }
}
