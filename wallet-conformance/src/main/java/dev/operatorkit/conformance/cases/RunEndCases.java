package dev.operatorkit.conformance.cases;

import dev.operatorkit.conformance.money.MovementBody;
import dev.operatorkit.conformance.money.MovementBody.Kind;
import dev.operatorkit.conformance.money.Player;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Case.Untitled;
import dev.operatorkit.conformance.suite.CaseContext;
import dev.operatorkit.conformance.suite.Check;
import dev.operatorkit.conformance.suite.EarlyRounds;
import dev.operatorkit.conformance.suite.Group;
import dev.operatorkit.conformance.suite.RunJournal;
import dev.operatorkit.conformance.suite.Script;
import dev.operatorkit.conformance.wire.NoResponse;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Judges the run as a whole after all other cases: the first responses of the wallet still hold (IDM-1, WAL-8, WAL-12, RND-4). */
final class RunEndCases {
    private static final String NO_TOMBSTONES = "needs a wallet that accepts the rollback of an unknown debit";
    private static final int REPEATED = 60;
    private static final int OF_EACH_SETTLEMENT = 3;
    private static final int TOMBSTONES = 5;
    private static final int OF_EACH_CASE = 8;
    static final Group GROUP = Group.of(
            "End of the run",
            of(EarlyRounds.SETTLED_BY, "WAL-8 WAL-11 RND-2 RND-3", RunEndCases::settleEarly)
                    .title("Rounds that stayed open from the beginning of the run to its end are settled: a rollback"
                            + " returns the stake, a credit pays, a payout of 0 closes"),
            of("first-movements-repeated-at-the-end", "IDM-1 IDM-2", RunEndCases::repeatFirst)
                    .title("The first movements of the run, sent again at its end, get their stored results and move"
                            + " nothing"),
            of("first-tombstones-hold-at-the-end", "RND-4 D-25", RunEndCases::sendLateDebits)
                    .title("The first early rollbacks of the run still hold at its end"),
            of("first-closed-rounds-stay-closed-at-the-end", "RND-4", RunEndCases::settleAgain)
                    .title("The first rounds of the run are still closed at its end: another settlement moves nothing"),
            of("applied-movements-are-known-at-the-end", "WAL-12 IDM-3", RunEndCases::lookUpAll)
                    .title("Every movement that got 200 is known to the lookup at the end, with its stored result"));

    private RunEndCases() {}

    private static Untitled of(String id, String rules, Script script) {
        return title -> Case.of(id, rules, script).title(title).ofWholeRun();
    }

    private static List<RunJournal.Applied> own(CaseContext t) {
        return t.journal().applied().stream()
                .filter(each -> each.message().player().equals(t.player()))
                .filter(RunEndCases::hasPlainId)
                .toList();
    }

    private static void settleEarly(CaseContext t) {
        var early = t.journal().earlyRounds().take(t);
        settleEarly(t, t.rollback(early.get(0)), early.get(0).amount(), "RND-3");
        settleEarly(t, t.credit(early.get(1), 7), t.units(7), "RND-2");
        settleEarly(t, t.credit(early.get(2), 0), t.units(0), "RND-2");
    }

    private static void settleEarly(CaseContext t, MovementBody settlement, BigDecimal change, String rule) {
        var before = repeatIfSilent(t::balance);
        repeatIfSilent(() -> t.settle(settlement));
        repeatIfSilent(t::balance);
        var hint = "This round was opened at the beginning of the run; keep a round open until it is settled, for"
                + " days if need be.";
        t.requireMoved(before, change, rule, hint);
    }

    /** Makes a call again that got no response: a machine may stall once, and this case cannot run again with its rounds. */
    private static <T> T repeatIfSilent(Supplier<T> call) {
        try {
            return call.get();
        } catch (NoResponse e) {
            if (e.isGarbled()) {
                throw e;
            }
            return call.get();
        }
    }

    private static void repeatFirst(CaseContext t) {
        var first = own(t).stream().limit(REPEATED).toList();
        var before = t.balance();
        var answers = t.sendConcurrently(first, each -> t.sendOnNewConnection(each.message()));
        t.requireUnmoved(before, "IDM-1", "Movements of the beginning of the run were sent again.");
        answers.forEach(
                (stored, answer) -> Check.requireStored(stored, answer, "IDM-2", "sent again at the end of the run"));
    }

    private static void sendLateDebits(CaseContext t) {
        var tombstones = tombstones(t, t.player()).stream().limit(TOMBSTONES);
        sendLateDebits(t, t.player(), tombstones.toList());
    }

    /** Settles old rounds under new ids, so that a wallet that remembers a closed round for seconds only is seen. */
    private static void settleAgain(CaseContext t) {
        var chosen = ofEachWay(closings(own(t)), OF_EACH_SETTLEMENT);
        if (chosen.isEmpty()) {
            throw t.skip("needs rounds that earlier cases of the run have closed");
        }
        var before = t.balance();
        for (var each : chosen) {
            var debit = t.debit(0).withId(each.reference()).withRound(each.round());
            t.send(t.rollback(debit));
            t.send(t.credit(debit, 7));
        }
        var hint = "These rounds were closed at the beginning of the run; keep the state of every round, as long as"
                + " its ids.";
        t.requireUnmoved(before, "RND-4", hint);
    }

    private static void lookUpAll(CaseContext t) {
        var all = own(t);
        var ofCase = new HashMap<String, Integer>();
        var chosen = all.stream()
                .filter(each -> ofCase.merge(caseOf(each.message().id()), 1, Integer::sum) <= OF_EACH_CASE)
                .toList();
        t.sendConcurrently(chosen, each -> t.lookup(each.message().id()))
                .forEach((stored, answer) ->
                        Check.requireStored(stored, answer, "WAL-12", "looked up at the end of the run"));
        t.note(chosen.size() + " of " + all.size() + " movements were looked up");
    }

    /** Returns the part of an id that is the same for all ids of a case; unusual ids are one group. */
    private static String caseOf(String id) {
        return id.matches("[0-9a-f]{8}-[0-9a-f]{4}-.*") ? id.substring(9, 13) : "";
    }

    /** Returns true for an id that is the same in a path as in a body, so that a lookup needs no escapes. */
    static boolean hasPlainId(RunJournal.Applied applied) {
        return applied.message().id().matches("[0-9A-Za-z-]{1,255}");
    }

    /** Returns the settlements that closed rounds of these movements in which a second one would show in the balance. */
    static List<MovementBody> closings(List<RunJournal.Applied> movements) {
        var debits = movements.stream()
                .map(RunJournal.Applied::message)
                .filter(each -> each.kind() == Kind.DEBIT && each.amount().signum() > 0)
                .collect(Collectors.toMap(MovementBody::id, MovementBody::round));
        return movements.stream()
                .map(RunJournal.Applied::message)
                .filter(each -> each.kind() != Kind.DEBIT && each.round().equals(debits.get(each.reference())))
                .toList();
    }

    /** Returns up to this many rollbacks, wins and losses. */
    static List<MovementBody> ofEachWay(List<MovementBody> settlements, int count) {
        return settlements.stream()
                .collect(Collectors.groupingBy(
                        each -> each.kind() + " " + each.amount().signum()))
                .values()
                .stream()
                .flatMap(alike -> alike.stream().limit(count))
                .toList();
    }

    /** Sends the debits of early rollbacks, which must take no money; skips the case when there are none. */
    static void sendLateDebits(CaseContext t, Player player, List<MovementBody> tombstones) {
        if (tombstones.isEmpty()) {
            throw t.skip(NO_TOMBSTONES);
        }
        var before = t.balance(player);
        for (var each : tombstones) {
            t.send(t.debit(player, player.units(2)).withId(each.reference()).withRound(each.round()));
        }
        var hint = "These debits were rolled back before they arrived; Reverted is final.";
        t.requireUnmoved(player, before, "RND-4", hint);
    }

    /** Returns the early rollbacks of a player. */
    static List<MovementBody> tombstones(CaseContext t, Player player) {
        return t.journal().tombstones().stream()
                .map(RunJournal.Applied::message)
                .filter(each ->
                        each.player().isSameAccount(player) && !each.reference().isEmpty())
                .toList();
    }
}
