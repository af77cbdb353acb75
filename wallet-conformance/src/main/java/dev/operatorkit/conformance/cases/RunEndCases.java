package dev.operatorkit.conformance.cases;

import dev.operatorkit.conformance.money.MovementBody;
import dev.operatorkit.conformance.money.MovementBody.Kind;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.CaseContext;
import dev.operatorkit.conformance.suite.EarlyRounds;
import dev.operatorkit.conformance.suite.Group;
import dev.operatorkit.conformance.suite.RunJournal;
import dev.operatorkit.conformance.wire.NoResponse;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Judges the run as a whole after all other cases: what the wallet said at the beginning still holds (IDM-1, WAL-8, WAL-12, RND-4). */
final class RunEndCases {
    /** Chooses rollbacks, wins and losses. */
    static final List<Predicate<MovementBody>> WAYS_OF_CLOSING = List.of(
            each -> each.kind() == Kind.ROLLBACK,
            each -> each.kind() == Kind.CREDIT && each.amount().signum() > 0,
            each -> each.kind() == Kind.CREDIT && each.amount().signum() == 0);

    private static final int REPEATED = 60;
    private static final int OF_EACH_SETTLEMENT = 3;
    private static final int OF_EACH_CASE = 8;
    private static final int OF_EACH_CASE_SLOWLY = 6;

    static final Group GROUP = Group.of(
            "End of the run",
            Case.of(EarlyRounds.SETTLED_BY, "WAL-8 WAL-11 RND-2 RND-3", RunEndCases::settleEarly)
                    .title("Rounds that stayed open from the beginning of the run to its end are settled: a rollback"
                            + " returns the stake, a credit pays, a payout of 0 closes")
                    .ofWholeRun(),
            Case.of("first-movements-repeated-at-the-end", "IDM-1 IDM-2", RunEndCases::repeatFirst)
                    .title("The first movements of the run, sent again at its end, get their stored results and move"
                            + " nothing")
                    .ofWholeRun(),
            Case.of("first-tombstones-hold-at-the-end", "RND-4 D-25", RunEndCases::sendLateDebits)
                    .title("The first early rollbacks of the run still hold at its end")
                    .ofWholeRun(),
            Case.of("first-closed-rounds-stay-closed-at-the-end", "RND-4", RunEndCases::settleAgain)
                    .title("The first rounds of the run are still closed at its end: another settlement moves nothing")
                    .ofWholeRun(),
            Case.of("applied-movements-are-known-at-the-end", "WAL-12 IDM-3", RunEndCases::lookUpAll)
                    .title("Every movement that got 200 is known to the lookup at the end, with its stored result")
                    .ofWholeRun());

    private RunEndCases() {}

    private static List<RunJournal.Applied> own(CaseContext t) {
        return t.journal().applied().stream()
                .filter(each -> each.message().player().equals(t.player()))
                .filter(RunEndCases::hasPlainId)
                .toList();
    }

    /** Returns true for an id that is the same in a path as in a body, so that a lookup needs no escapes. */
    static boolean hasPlainId(RunJournal.Applied applied) {
        return applied.message().id().matches("[0-9A-Za-z-]{1,255}");
    }

    private static void settleEarly(CaseContext t) {
        var early = t.journal().earlyRounds().take(t);
        var returned = early.get(0);
        var won = early.get(1);
        var lost = early.get(2);
        settleEarly(t, t.rollback(t.player(), t.id(), returned.round(), returned.id()), returned.amount(), "RND-3");
        settleEarly(t, t.credit(t.player(), t.id(), won.round(), won.id(), t.units(7)), t.units(7), "RND-2");
        settleEarly(t, t.credit(t.player(), t.id(), lost.round(), lost.id(), t.units(0)), t.units(0), "RND-2");
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
        var answers = Answers.sendEach(t, first, each -> t.sendApart(each.message()));
        t.requireUnmoved(before, "IDM-1", "Movements of the beginning of the run were sent again.");
        for (var i = 0; i < first.size(); i++) {
            requireStored(first.get(i), answers.get(i), "IDM-2", "sent again at the end of the run");
        }
    }

    private static void sendLateDebits(CaseContext t) {
        var tombstones = t.journal().tombstones().stream()
                .filter(each -> each.message().player().equals(t.player()))
                .filter(each -> !each.message().reference().isEmpty())
                .limit(5)
                .toList();
        if (tombstones.isEmpty()) {
            throw t.skip("needs a wallet that accepts the rollback of an unknown debit");
        }
        var before = t.balance();
        for (var each : tombstones) {
            t.send(t.debit(each.message().reference(), each.message().round(), t.units(2)));
        }
        t.requireUnmoved(before, "RND-4", "These debits were rolled back before they arrived; Reverted is final.");
    }

    /** Settles old rounds under new ids, so that a wallet that remembers a closed round for seconds only is seen. */
    private static void settleAgain(CaseContext t) {
        var movements = own(t).stream().map(RunJournal.Applied::message).toList();
        var debits = new HashMap<String, MovementBody>();
        movements.stream().filter(each -> each.kind() == Kind.DEBIT).forEach(each -> debits.put(each.id(), each));
        var settlements = movements.stream()
                .filter(each -> closes(debits.get(each.reference()), each))
                .toList();
        var chosen = WAYS_OF_CLOSING.stream()
                .flatMap(way -> settlements.stream().filter(way).limit(OF_EACH_SETTLEMENT))
                .toList();
        if (chosen.isEmpty()) {
            throw t.skip("needs rounds that earlier cases of the run have closed");
        }
        var before = t.balance();
        for (var each : chosen) {
            t.send(t.rollback(t.player(), t.id(), each.round(), each.reference()));
            t.send(t.credit(t.player(), t.id(), each.round(), each.reference(), t.units(7)));
        }
        var hint = "These rounds were closed at the beginning of the run; keep the state of every round, as long as"
                + " its ids.";
        t.requireUnmoved(before, "RND-4", hint);
    }

    /** Returns true when a settlement closed the round of this debit and a second one would show in the balance. */
    private static boolean closes(@Nullable MovementBody debit, MovementBody settlement) {
        return debit != null
                && settlement.kind() != Kind.DEBIT
                && debit.round().equals(settlement.round())
                && debit.amount().signum() > 0;
    }

    private static void lookUpAll(CaseContext t) {
        var all = own(t);
        var most = t.isSlow() ? OF_EACH_CASE_SLOWLY : OF_EACH_CASE;
        var ofCase = new HashMap<String, Integer>();
        var chosen = new ArrayList<RunJournal.Applied>();
        for (var each : all) {
            if (ofCase.merge(caseOf(each.message().id()), 1, Integer::sum) <= most) {
                chosen.add(each);
            }
        }
        var answers =
                Answers.sendEach(t, chosen, each -> t.lookup(each.message().id()));
        for (var i = 0; i < chosen.size(); i++) {
            requireStored(chosen.get(i), answers.get(i), "WAL-12", "looked up at the end of the run");
        }
        t.note(chosen.size() + " of " + all.size() + " movements were looked up");
    }

    /** Returns the part of an id that is the same for all ids of a case; unusual ids are one group. */
    private static String caseOf(String id) {
        return id.matches("[0-9a-f]{8}-[0-9a-f]{4}-.*") ? id.substring(9, 13) : "";
    }

    static void requireStored(RunJournal.Applied applied, WalletResponse answer, String rule, String when) {
        var message = applied.message();
        var id = applied.operatorTransactionId();
        var balance = answer.balance();
        var isStored = answer.status() == 200
                && answer.operatorTransactionId().equals(id)
                && balance != null
                && balance.compareTo(applied.balance()) == 0;
        var expected = "200 with operatorTransactionId " + id + " and balance "
                + message.player().money(applied.balance()) + " for the "
                + message.kind().path().substring(1) + " " + message.id() + ", " + when;
        var hint = "Keep every transaction with its result; an old one counts like a new one.";
        Answers.require(answer, isStored, rule, expected, hint);
    }
}
