package dev.operatorkit.conformance.suite;

import java.util.List;
import java.util.function.BiConsumer;

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
    private static final long DEFAULT_NEED = 60;

    /** Defines how many players take part and whether other cases may run at the same time. */
    public enum Isolation {
        /** One player, and a correct wallet moves nothing: such cases run at the same time, with any player. */
        READ_ONLY,
        /** One player; cases of other players may run at the same time. */
        PARALLEL,
        /** One player; nothing else runs at the same time. */
        EXCLUSIVE,
        /** Two players; nothing else runs at the same time. */
        TWO_PLAYERS,
        /** One player; judges what the other cases did, so that it runs last and proves nothing on its own. */
        WHOLE_RUN
    }

    /** Creates a case for one player; {@code rules} are separated by spaces. */
    public static Case of(String id, String title, String rules, Script script) {
        return of(id, rules, script).title(title);
    }

    /** Starts a line of a table: {@code Case.of("id", "WAL-4 WAL-13", DebitCases::subtractStake).title("…")}. */
    public static Untitled of(String id, String rules, Script script) {
        return title -> create(id, title, rules, Isolation.PARALLEL, script);
    }

    /** Starts a case in which a correct wallet moves nothing, so that it runs concurrently with others of its kind. */
    public static Untitled readOnly(String id, String rules, Script script) {
        return title -> create(id, title, rules, Isolation.READ_ONLY, script);
    }

    /** Starts a case whose script names the title in its findings. */
    public static Untitled titled(String id, String rules, BiConsumer<CaseContext, String> script) {
        return title -> create(id, title, rules, Isolation.PARALLEL, t -> script.accept(t, title));
    }

    /** Starts a read-only case whose script names the title in its findings. */
    public static Untitled titledReadOnly(String id, String rules, BiConsumer<CaseContext, String> script) {
        return title -> create(id, title, rules, Isolation.READ_ONLY, t -> script.accept(t, title));
    }

    private static Case create(String id, String title, String rules, Isolation isolation, Script script) {
        return new Case(id, title, List.of(rules.split(" ", -1)), isolation, DEFAULT_NEED, false, script);
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

    /** Holds a case that lacks nothing but its title. */
    @FunctionalInterface
    public interface Untitled {
        /** Completes the case with one sentence that says how a correct wallet behaves. */
        Case title(String title);

        /** Completes a case about what the specification leaves open: it names the subject, and the wallet is observed. */
        default Case observes(String subject) {
            return title(subject + ": the behaviour of the wallet is observed");
        }
    }
}
