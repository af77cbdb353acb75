package dev.operatorkit.conformance.cases;

import dev.operatorkit.conformance.money.MovementBody;
import dev.operatorkit.conformance.money.MovementBody.Kind;
import dev.operatorkit.conformance.money.Player;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.CaseContext;
import dev.operatorkit.conformance.suite.Check;
import dev.operatorkit.conformance.suite.Group;
import dev.operatorkit.conformance.suite.ResumedRun;
import dev.operatorkit.conformance.suite.RunJournal;
import dev.operatorkit.conformance.suite.Script;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Resumes an earlier run after a restart of the wallet or a pause: what it applied still counts, and what it left open can be settled
 * (IDM-1, WAL-8). A wallet that was idle or keeps its players in memory fails at the first callback, so that is a settlement.
 */
final class ResumedCases {
    private static final int AT_ONCE = 16;
    private static final int LATEST = 4;

    private ResumedCases() {}

    static Group group() {
        return Group.of(
                "Resumed run",
                of(
                        "first-movements-after-the-pause",
                        "The first callback after the pause, a win without a session, is applied once and stored, and"
                                + " so is the first debit",
                        "WAL-8 IDM-3 ERR-4 RND-2 RND-3 WAL-4",
                        ResumedCases::judgeFirst),
                of(
                        "session-tokens-after-the-pause",
                        "A session token of the first run is still valid, unless two hours have passed",
                        "LAU-10",
                        SessionAge::judge),
                of(
                        "balances-after-the-pause",
                        "Nothing but movements has moved the balances",
                        "IDM-3 RND-2",
                        BalancesLeft::judge),
                of(
                        "movements-known-after-the-pause",
                        "Every movement that got 200 is still known to the lookup, with its stored result",
                        "IDM-3 WAL-12",
                        ResumedCases::lookUpAll),
                of(
                        "movements-repeated-after-the-pause",
                        "Every movement that got 200, sent again, gets its stored result and moves nothing",
                        "IDM-1 IDM-2",
                        ResumedCases::repeatAll),
                of(
                        "closed-rounds-after-the-pause",
                        "A closed round is still closed: a second settlement or debit moves nothing",
                        "RND-4 RND-1",
                        t -> eachReadable(t, player -> disturbClosedRounds(t, player))),
                of(
                        "late-debits-after-the-pause",
                        "A debit that arrives long after its rollback takes no money",
                        "RND-4 D-25",
                        t -> eachReadable(t, player -> sendLateDebits(t, player))),
                of(
                        "late-win-after-the-pause",
                        "A win that arrives after the pause is paid and closes its round, without a session",
                        "WAL-8 RND-2 RND-4",
                        t -> settle(t, Kind.CREDIT, 1, "WAL-8")),
                of(
                        "late-loss-after-the-pause",
                        "A loss that arrives after the pause closes its round, without a session",
                        "WAL-8 WAL-9 RND-4",
                        t -> settle(t, Kind.CREDIT, 0, "WAL-8")),
                of(
                        "late-rollback-after-the-pause",
                        "A rollback that arrives after the pause returns the stake and closes its round, without a"
                                + " session",
                        "WAL-11 RND-3 RND-4",
                        t -> settle(t, Kind.ROLLBACK, 0, "WAL-11")));
    }

    private static Case of(String id, String title, String rules, Script script) {
        return Case.of(id, title, rules, script).ofWholeRun().withPrecondition(0);
    }

    /** Runs a script for each player whose balance can be asked for; skips the case when a player is left out. */
    private static void eachReadable(CaseContext t, Consumer<Player> script) {
        var run = t.journal().resumed();
        run.readable().forEach(script);
        run.requireReadable();
    }

    /** Judges the settlement that the run sent before everything else, and then the first debit of each player. */
    private static void judgeFirst(CaseContext t) {
        var run = t.journal().resumed();
        var answer = run.firstAnswer();
        if (answer != null) {
            var message = run.checkpoint().settlements().getFirst();
            requireWritten(t, message, answer);
            // After a 500 that is true (ERR-4) the service sends the settlement again.
            requireSettled(
                    answer.status() == 500 ? t.send(message) : answer,
                    "WAL-8",
                    "the first callback after the pause, the credit of an open round");
            requireShown(t, run, message, answer);
        }
        eachReadable(t, player -> {
            var before = t.balance(player);
            var debit = run.probe(player);
            if (before.compareTo(debit.amount()) < 0) {
                throw t.skip("needs " + debit.amount().toPlainString() + " " + player.currency() + " of " + player);
            }
            var first = t.send(debit);
            requireWritten(t, debit, first);
            Check.requireApplied(first, "WAL-4", "the first debit after the pause");
            t.requireMoved(
                    player, before, debit.amount().negate(), "WAL-4", "This is the first debit after the pause.");
            t.settle(run.probeRollback(player));
            t.requireMoved(
                    player, before, BigDecimal.ZERO, "RND-3", "The first debit after the pause was rolled back.");
        });
    }

    /** Fails when the balance is not the one that the first settlement returned; a repeat returns a balance of the past. */
    private static void requireShown(CaseContext t, ResumedRun run, MovementBody message, WalletResponse answer) {
        var player = message.player();
        var shown = answer.balance();
        if (answer.status() == 200 && shown != null && run.isReadable(player) && !isSettledBefore(t, run, message)) {
            var found = run.foundBalance(player);
            Check.require(
                    found.compareTo(shown) == 0,
                    "RND-2",
                    "the balance that the first callback after the pause returned, " + player.money(shown),
                    "the player callback right after it reports " + player.money(found),
                    "Pay a win once, in one transaction with its record, also when the wallet has just started.",
                    answer);
        }
    }

    /** Returns true when an earlier second run has sent the first settlement, since it also sent something after it. */
    private static boolean isSettledBefore(CaseContext t, ResumedRun run, MovementBody first) {
        return run.isUsedByOthers(first.player())
                || run.checkpoint().settlements().stream()
                        .filter(each -> !each.id().equals(first.id()))
                        .anyMatch(each -> t.lookup(each.player(), each.id()).isResult());
    }

    /** Fails when a movement got 200 or 500 and is unknown: a dead connection to the database shows at the first movement. */
    private static void requireWritten(CaseContext t, MovementBody message, WalletResponse answer) {
        if (answer.status() == 200 || answer.status() == 500) {
            var found = t.lookup(message.player(), message.id());
            Check.require(
                    found.isResult(),
                    answer.status() == 200 ? "IDM-3" : "ERR-4",
                    "a lookup that knows the first movement after the pause, which got " + answer.status(),
                    Check.describe(found),
                    "Test a connection to the database before it is used again, and respond 200 only after the commit.",
                    answer);
        }
    }

    private static void lookUpAll(CaseContext t) {
        var run = t.journal().resumed();
        for (var some : inParts(run.checkpoint().movements().stream()
                .filter(RunEndCases::hasPlainId)
                .toList())) {
            var answers = t.sendTogether(RunEndCases.calls(
                    some,
                    each -> t.lookup(each.message().player(), each.message().id())));
            for (var i = 0; i < some.size(); i++) {
                Check.require(
                        answers.get(i).isResult(),
                        "IDM-3",
                        "a lookup that knows " + some.get(i).message().id() + ", which got 200 before the pause",
                        Check.describe(answers.get(i)),
                        "Respond 200 only after the commit, and keep every transaction.",
                        answers.get(i));
                RunEndCases.requireStored(some.get(i), answers.get(i), "WAL-12", "looked up after the pause");
            }
        }
    }

    /** Repeats debits, credits and rollbacks each for themselves, so that whatever applies again moves the balance one way. */
    private static void repeatAll(CaseContext t) {
        var run = t.journal().resumed();
        for (var player : run.players()) {
            for (var kind : Kind.values()) {
                var movements = run.checkpoint().movementsOf(player).stream()
                        .filter(each -> each.message().kind() == kind)
                        .toList();
                inParts(movements).forEach(some -> repeat(t, run, player, some));
            }
        }
    }

    private static void repeat(CaseContext t, ResumedRun run, Player player, List<RunJournal.Applied> some) {
        var before = run.isReadable(player) ? t.balance(player) : null;
        var answers = t.sendTogether(RunEndCases.calls(some, each -> t.sendApart(each.message())));
        if (before != null) {
            t.requireMoved(
                    player,
                    before,
                    BigDecimal.ZERO,
                    "IDM-1",
                    "These movements were applied before the pause; keep every transactionId for good.");
        }
        for (var i = 0; i < some.size(); i++) {
            // A wallet may be too busy for many settlements at once (D-29): one by one it is not.
            var busy = answers.get(i).status() == 503;
            var answer = busy ? t.send(some.get(i).message()) : answers.get(i);
            RunEndCases.requireStored(some.get(i), answer, "IDM-2", "sent again after the pause");
        }
    }

    private static List<List<RunJournal.Applied>> inParts(List<RunJournal.Applied> movements) {
        var parts = new ArrayList<List<RunJournal.Applied>>();
        for (var from = 0; from < movements.size(); from += AT_ONCE) {
            parts.add(movements.subList(from, Math.min(movements.size(), from + AT_ONCE)));
        }
        return parts;
    }

    private static void disturbClosedRounds(CaseContext t, Player player) {
        var movements = t.journal().resumed().checkpoint().movementsOf(player).stream()
                .map(RunJournal.Applied::message)
                .toList();
        var debits = movements.stream()
                .filter(each -> each.kind() == Kind.DEBIT)
                .map(MovementBody::id)
                .collect(Collectors.toSet());
        var settlements = movements.stream()
                .filter(each -> each.kind() != Kind.DEBIT && debits.contains(each.reference()))
                .toList();
        latest(settlements, each -> each.kind() == Kind.ROLLBACK).forEach(each -> disturb(t, player, each));
        latest(settlements, each -> each.kind() == Kind.CREDIT && each.amount().signum() > 0)
                .forEach(each -> disturb(t, player, each));
        latest(settlements, each -> each.kind() == Kind.CREDIT && each.amount().signum() == 0)
                .forEach(each -> disturb(t, player, each));
    }

    private static <T> List<T> latest(List<T> all, Predicate<T> which) {
        var chosen = all.stream().filter(which).toList();
        return chosen.subList(Math.max(0, chosen.size() - LATEST), chosen.size());
    }

    private static void disturb(CaseContext t, Player player, MovementBody closing) {
        var round = closing.round();
        var debit = closing.reference();
        refuse(t, player, t.rollback(player, t.id(), round, debit), "RND-4");
        refuse(t, player, t.credit(player, t.id(), round, debit, player.units(7)), "RND-4");
        refuse(t, player, t.debit(player, t.id(), round, player.units(6)), "RND-1");
    }

    private static void refuse(CaseContext t, Player player, MovementBody second, String rule) {
        var before = t.journal().resumed().isReadable(player) ? t.balance(player) : null;
        var answer = t.send(second);
        if (before != null) {
            t.requireMoved(
                    player, before, BigDecimal.ZERO, rule, "The round is closed; Settled and Reverted are final.");
        }
        Check.requireRefused(
                answer,
                rule,
                "a second movement of a closed round",
                "Keep the state of every round, as long as its ids.");
    }

    private static void sendLateDebits(CaseContext t, Player player) {
        var tombstones = latest(
                t.journal().tombstones(),
                each -> each.message().player().accountId().equals(player.accountId())
                        && !each.message().reference().isEmpty());
        if (tombstones.isEmpty()) {
            throw t.skip("needs a wallet that accepts the rollback of an unknown debit");
        }
        var before = t.balance(player);
        for (var each : tombstones) {
            t.send(t.debit(player, each.message().reference(), each.message().round(), player.units(2)));
        }
        t.requireMoved(
                player,
                before,
                BigDecimal.ZERO,
                "RND-4",
                "These debits were rolled back before they arrived; Reverted is final.");
    }

    /** Sends the settlements that the first run left; one that an earlier resumed run has sent is a repeat and moves nothing. */
    private static void settle(CaseContext t, Kind kind, int sign, String rule) {
        var run = t.journal().resumed();
        var settlements = run.checkpoint().settlements().stream()
                .filter(each -> each.kind() == kind && each.amount().signum() == sign)
                .toList();
        if (settlements.isEmpty()) {
            throw t.skip("needs a round that the first run could leave open");
        }
        for (var settlement : settlements) {
            var player = run.players().stream()
                    .filter(each -> each.accountId().equals(settlement.player().accountId()))
                    .findFirst()
                    .orElseThrow();
            settle(t, run, player, settlement, rule);
        }
    }

    private static void requireSettled(WalletResponse answer, String rule, String what) {
        Check.requireStatus(
                200,
                answer,
                rule,
                what,
                "A settlement may come days later: it needs the debit and the player, and neither a session nor a time"
                        + " limit.");
    }

    private static void settle(CaseContext t, ResumedRun run, Player player, MovementBody settlement, String rule) {
        var what = (settlement.kind() == Kind.CREDIT ? "the credit" : "the rollback")
                + " of a round that was open before the pause";
        var repeated = t.lookup(player, settlement.id()).isResult();
        var before = run.isReadable(player) ? t.balance(player) : null;
        var answer = t.send(settlement);
        requireSettled(answer, rule, what);
        var change = repeated ? BigDecimal.ZERO : run.checkpoint().change(settlement);
        run.recordSettled(player, change);
        if (before != null) {
            t.requireMoved(
                    player,
                    before,
                    change,
                    settlement.kind() == Kind.CREDIT ? "RND-2" : "RND-3",
                    "This is " + what + ".");
        }
        Check.requireReplay(answer, t.send(settlement), what);
        Check.requireSameResult(answer, t.lookup(player, settlement.id()), "WAL-12", "the lookup of " + what);
        var round = settlement.round();
        var debit = settlement.reference();
        refuse(t, player, t.credit(player, t.id(), round, debit, player.units(7)), "RND-4");
        refuse(t, player, t.rollback(player, t.id(), round, debit), "RND-4");
    }
}
