package dev.operatorkit.conformance;

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
        return of(id).title(title).checks(rules, script);
    }

    /** Starts a line of a table: {@code Case.of("id").title("…").checks("WAL-4 WAL-13", DebitCases::subtractStake)}. */
    public static Named of(String id) {
        return new Named(id, Isolation.PARALLEL);
    }

    /** Starts a case in which a correct wallet moves nothing, so that it runs beside others of its kind. */
    public static Named readOnly(String id) {
        return new Named(id, Isolation.READ_ONLY);
    }

    /** Creates a case that calls no wallet, such as a scenario that an operator's client is judged by. */
    public static Case withoutScript(String id, String title, String rules) {
        return of(id, title, rules, context -> {
            throw new IllegalStateException("The case " + id + " has no script that calls a wallet.");
        });
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

    /** Holds the beginning of a case, which lacks its title, its rules and its script. */
    public record Named(String id, Isolation isolation) {
        /** Adds one sentence that says how a correct wallet behaves. */
        public Titled title(String title) {
            return new Titled(id, isolation, title);
        }
    }

    /** Holds the beginning of a case, which lacks its rules and its script. */
    public record Titled(String id, Isolation isolation, String title) {
        /** Completes the case; {@code rules} are separated by spaces. */
        public Case checks(String rules, Script script) {
            return new Case(id, title, List.of(rules.split(" ", -1)), isolation, USUAL_NEED, false, script);
        }
    }

    /** Completes one of several cases that differ in a value only: it lacks nothing but its title. */
    @FunctionalInterface
    public interface Untitled {
        /** Completes the case with one sentence that says how a correct wallet behaves. */
        Case title(String title);
    }
}
