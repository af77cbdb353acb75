package dev.operatorkit.conformance.suite;

import java.util.List;

/**
 * Describes one case of the suite: a value in an explicit list.
 *
 * @param id a name in words, cited by reports, {@code --only} and files of expected failures
 * @param title one sentence that says how a correct wallet behaves
 * @param rules the rules of the specification that it checks, and the decisions that it observes
 * @param isolation how many players take part, and whether other cases may run at the same time
 * @param needs the minimum balance of the player, in minor units
 * @param quick true when {@code --quick} runs it
 */
public record Case(
        String id, String title, List<String> rules, Isolation isolation, long needs, boolean quick, Script script) {
    private static final long USUAL_NEED = 60;

    /** Defines how many players take part and whether other cases may run at the same time. */
    public enum Isolation {
        /** One player, and a correct wallet moves nothing: such cases run at the same time, whoever the player is. */
        READ_ONLY,
        /** One player, whose balance the case does not look at: such cases run at the same time, whoever the player is. */
        NO_LOOK,
        /** One player; cases of other players may run at the same time. */
        PARALLEL,
        /** One player; nothing else runs at the same time. */
        EXCLUSIVE,
        /** Two players; nothing else runs at the same time. */
        TWO_PLAYERS,
        /** One player; judges what the other cases did, so that it runs last and proves nothing by itself. */
        WHOLE_RUN
    }

    /** Creates a case for one player; {@code rules} are separated by spaces. */
    public static Case of(String id, String title, String rules, Script script) {
        return new Case(id, title, List.of(rules.split(" ", -1)), Isolation.PARALLEL, USUAL_NEED, false, script);
    }

    /** Creates a case that calls no wallet, such as a scenario that an operator's client is judged by. */
    public static Case withoutScript(String id, String title, String rules) {
        return of(id, title, rules, context -> {
            throw new IllegalStateException("The case " + id + " has no script that calls a wallet.");
        });
    }

    /** Returns a copy that runs beside others of its kind, since a right wallet moves nothing in it. */
    public Case withoutMovement() {
        return new Case(id, title, rules, Isolation.READ_ONLY, needs, quick, script);
    }

    /** Returns a copy that runs beside others that move the balance, since it does not look at it. */
    public Case withoutLook() {
        return new Case(id, title, rules, Isolation.NO_LOOK, needs, quick, script);
    }

    /** Returns a copy that runs while nothing else runs. */
    public Case exclusive() {
        return new Case(id, title, rules, Isolation.EXCLUSIVE, needs, quick, script);
    }

    /** Returns a copy that runs last and judges the run as a whole. */
    public Case ofWholeRun() {
        return new Case(id, title, rules, Isolation.WHOLE_RUN, needs, quick, script);
    }

    /** Returns a copy for two players. */
    public Case twoPlayers() {
        return new Case(id, title, rules, Isolation.TWO_PLAYERS, needs, quick, script);
    }

    /** Returns a copy for a player with at least this many minor units. */
    public Case withPrecondition(long units) {
        return new Case(id, title, rules, isolation, units, quick, script);
    }

    /** Returns a copy that {@code --quick} runs too. */
    public Case inQuickPlan() {
        return new Case(id, title, rules, isolation, needs, true, script);
    }
}
