package dev.operatorkit.conformance.cases;

import dev.operatorkit.conformance.money.MovementBody;
import dev.operatorkit.conformance.money.MovementBody.Kind;
import dev.operatorkit.conformance.money.Player;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Case.Untitled;
import dev.operatorkit.conformance.suite.CaseContext;
import dev.operatorkit.conformance.suite.Check;
import dev.operatorkit.conformance.suite.Group;
import dev.operatorkit.conformance.suite.Observation;
import dev.operatorkit.conformance.suite.ResumedRun;
import dev.operatorkit.conformance.suite.RunJournal;
import dev.operatorkit.conformance.suite.Script;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Resumes an earlier run after a restart of the wallet or a pause: the movements that it applied still count, and the rounds that it
 * left open can be settled (IDM-1, WAL-8). A wallet that was idle or keeps its players in memory fails at the first callback, so that
 * is a settlement.
 */
final class ResumedCases {
    private static final int CONCURRENT = 16;
    private static final int LATEST = 4;
    private static final Duration MIN_SESSION = Duration.ofHours(2);
    static final Group GROUP = Group.of(
            "Resumed run",
            of("first-movements-after-the-pause", "WAL-8 IDM-3 ERR-4 RND-2 RND-3 WAL-4", ResumedCases::judgeFirst)
                    .title("The first callback after the pause, a win without a session, is applied once and stored,"
                            + " and so is the first debit"),
            of("session-tokens-after-the-pause", "LAU-10", ResumedCases::judgeSessions)
                    .title("A session token of the first run is still valid, unless two hours have passed"),
            of("balances-after-the-pause", "IDM-3 RND-2", BalancesLeft::judge)
                    .title("Nothing but movements has moved the balances"),
            of("movements-known-after-the-pause", "IDM-3 WAL-12", ResumedCases::lookUpAll)
                    .title("Every movement that got 200 is still known to the lookup, with its stored result"),
            of("movements-repeated-after-the-pause", "IDM-1 IDM-2", ResumedCases::repeatAll)
                    .title("Every movement that got 200, sent again, gets its stored result and moves nothing"),
            of("closed-rounds-after-the-pause", "RND-4 RND-1", t -> eachReadable(t, disturbing(t)))
                    .title("A closed round is still closed: a second settlement or debit moves nothing"),
            of("late-debits-after-the-pause", "RND-4 D-25", t -> eachReadable(t, player -> sendLateDebits(t, player)))
                    .title("A debit that arrives long after its rollback takes no money"),
            of("late-win-after-the-pause", "WAL-8 RND-2 RND-4", t -> settle(t, Kind.CREDIT, 1, "WAL-8"))
                    .title("A win that arrives after the pause is paid and closes its round, without a session"),
            of("late-loss-after-the-pause", "WAL-8 WAL-9 RND-4", t -> settle(t, Kind.CREDIT, 0, "WAL-8"))
                    .title("A loss that arrives after the pause closes its round, without a session"),
            of("late-rollback-after-the-pause", "WAL-11 RND-3 RND-4", t -> settle(t, Kind.ROLLBACK, 0, "WAL-11"))
                    .title("A rollback that arrives after the pause returns the stake and closes its round, without a"
                            + " session"));

    private ResumedCases() {}

    private static Untitled of(String id, String rules, Script script) {
        return title -> Case.of(id, rules, script).title(title).ofWholeRun().withPrecondition(0);
    }

    /** Runs a script for each player whose balance can be read; skips the case when a player is left out. */
    private static void eachReadable(CaseContext t, Consumer<Player> script) {
        var run = t.journal().resumed();
        run.sessions().values().forEach(script);
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
            var settled = answer.status() == 500 ? t.send(message) : answer;
            requireSettled(settled, "WAL-8", "the first callback after the pause, the credit of an open round");
            requireShown(t, run, message, answer);
        }
        eachReadable(t, player -> judgeFirstDebit(t, player));
    }

    private static void judgeFirstDebit(CaseContext t, Player player) {
        var before = t.balance(player);
        var debit = t.debit(player, player.units(2));
        if (before.compareTo(debit.amount()) < 0) {
            throw t.skip("needs " + debit.amount().toPlainString() + " " + player.currency() + " of " + player);
        }
        var first = t.send(debit);
        requireWritten(t, debit, first);
        Check.requireApplied(first, "WAL-4", "the first debit after the pause");
        var change = debit.amount().negate();
        t.requireMoved(player, before, change, "WAL-4", "This is the first debit after the pause.");
        t.settle(t.rollback(debit));
        t.requireUnmoved(player, before, "RND-3", "The first debit after the pause was rolled back.");
    }

    /** Fails when the balance is not the one that the first settlement returned; a repeat returns a balance of the past. */
    private static void requireShown(CaseContext t, ResumedRun run, MovementBody message, WalletResponse answer) {
        var player = message.player();
        var shown = answer.balance();
        if (answer.status() == 200 && shown != null && run.isReadable(player) && !isSettledBefore(t, run, message)) {
            var found = run.foundBalance(player);
            var expected = "the balance that the first callback after the pause returned, " + player.money(shown);
            var actual = "the player callback right after it reports " + player.money(found);
            var hint = "Pay a win once, in one transaction with its record, also when the wallet has just started.";
            Check.require(answer, found.compareTo(shown) == 0, "RND-2", expected, actual, hint);
        }
    }

    /** Returns true when an earlier second run has sent the first settlement, since it also sent something after it. */
    private static boolean isSettledBefore(CaseContext t, ResumedRun run, MovementBody first) {
        return run.checkpoint().settlements().stream()
                .filter(each -> !each.id().equals(first.id()))
                .anyMatch(each -> lookUp(t, each).isResult());
    }

    /** Fails when a movement got 200 or 500 and is unknown: a dead connection to the database shows at the first movement. */
    private static void requireWritten(CaseContext t, MovementBody message, WalletResponse answer) {
        if (answer.status() == 200 || answer.status() == 500) {
            var isKnown = lookUp(t, message).isResult();
            var expected = "a lookup that knows the first movement after the pause, which got " + answer.status();
            var hint = "Test a connection to the database before it is used again, and respond 200 only after the"
                    + " commit.";
            Check.require(answer, isKnown, answer.status() == 200 ? "IDM-3" : "ERR-4", expected, hint);
        }
    }

    private static void lookUpAll(CaseContext t) {
        var movements = t.journal().resumed().checkpoint().movements().stream().filter(RunEndCases::hasPlainId);
        for (var some : inParts(movements.toList())) {
            t.sendConcurrently(some, each -> lookUp(t, each.message())).forEach((stored, answer) -> {
                var expected = "a lookup that knows " + stored.message().id() + ", which got 200 before the pause";
                var hint = "Respond 200 only after the commit, and keep every transaction.";
                Check.require(answer, answer.isResult(), "IDM-3", expected, hint);
                Check.requireStored(stored, answer, "WAL-12", "looked up after the pause");
            });
        }
    }

    private static WalletResponse lookUp(CaseContext t, MovementBody message) {
        return t.lookup(message.player(), message.id());
    }

    /** Repeats debits, credits and rollbacks separately, so that every movement that is applied again moves the balance one way. */
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
        var answers = t.sendTogether(some, each -> t.sendOnNewConnection(each.message()));
        if (before != null) {
            var hint = "These movements were applied before the pause; keep every transactionId for good.";
            t.requireUnmoved(player, before, "IDM-1", hint);
        }
        for (var i = 0; i < some.size(); i++) {
            // A wallet may be too busy for many concurrent settlements (D-29): one by one it is not.
            var busy = answers.get(i).status() == 503;
            var answer = busy ? t.send(some.get(i).message()) : answers.get(i);
            Check.requireStored(some.get(i), answer, "IDM-2", "sent again after the pause");
        }
    }

    private static List<List<RunJournal.Applied>> inParts(List<RunJournal.Applied> movements) {
        var parts = new ArrayList<List<RunJournal.Applied>>();
        for (var from = 0; from < movements.size(); from += CONCURRENT) {
            parts.add(movements.subList(from, Math.min(movements.size(), from + CONCURRENT)));
        }
        return parts;
    }

    private static Consumer<Player> disturbing(CaseContext t) {
        return player -> {
            var movements = t.journal().resumed().checkpoint().movementsOf(player);
            var closings = RunEndCases.closings(movements).reversed();
            RunEndCases.ofEachWay(closings, LATEST).forEach(closing -> disturb(t, player, closing));
        };
    }

    private static void disturb(CaseContext t, Player player, MovementBody closing) {
        var debit = t.debit(player, player.units(6)).withRound(closing.round());
        var closed = debit.withId(closing.reference());
        requireRefused(t, player, t.rollback(closed), "RND-4");
        requireRefused(t, player, t.credit(closed, 7), "RND-4");
        requireRefused(t, player, debit, "RND-1");
    }

    private static void requireRefused(CaseContext t, Player player, MovementBody second, String rule) {
        var before = t.journal().resumed().isReadable(player) ? t.balance(player) : null;
        var answer = t.send(second);
        if (before != null) {
            t.requireUnmoved(player, before, rule, "The round is closed; Settled and Reverted are final.");
        }
        var what = "a second movement of a closed round";
        Check.requireRefused(answer, rule, what, "Keep the state of every round, as long as its ids.");
    }

    private static void sendLateDebits(CaseContext t, Player player) {
        var tombstones = RunEndCases.tombstones(t, player).reversed();
        RunEndCases.sendLateDebits(t, player, tombstones.stream().limit(LATEST).toList());
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
        settlements.forEach(each -> settle(t, run, each, rule));
    }

    private static void requireSettled(WalletResponse answer, String rule, String what) {
        var hint = "A settlement may come days later: it needs the debit and the player, and neither a session nor a"
                + " time limit.";
        Check.requireStatus(200, answer, rule, what, hint);
    }

    private static void settle(CaseContext t, ResumedRun run, MovementBody settlement, String rule) {
        var player = run.players().stream()
                .filter(settlement.player()::isSameAccount)
                .findFirst()
                .orElseThrow();
        var what = "the " + settlement.kind().callback() + " of a round that was open before the pause";
        var repeated = lookUp(t, settlement).isResult();
        var before = run.isReadable(player) ? t.balance(player) : null;
        var answer = t.send(settlement);
        requireSettled(answer, rule, what);
        var change = repeated ? BigDecimal.ZERO : run.checkpoint().change(settlement);
        t.run().account(player).acceptChange(change);
        if (before != null) {
            var paid = settlement.kind() == Kind.CREDIT ? "RND-2" : "RND-3";
            t.requireMoved(player, before, change, paid, "This is " + what + ".");
        }
        Check.requireReplay(answer, t.send(settlement), what);
        Check.requireSameResult(answer, lookUp(t, settlement), "WAL-12", "the lookup of " + what);
        var closed =
                t.debit(player, player.units(7)).withId(settlement.reference()).withRound(settlement.round());
        requireRefused(t, player, t.credit(closed, 7), "RND-4");
        requireRefused(t, player, t.rollback(closed), "RND-4");
    }

    /** Judges whether the session tokens of the first run are still valid: they must be for two hours (LAU-10). */
    private static void judgeSessions(CaseContext t) {
        var first = t.journal().resumed().checkpoint();
        var age = Duration.ofMillis(t.now() - first.started().toEpochMilli());
        var isOld = age.compareTo(MIN_SESSION) >= 0;
        var since = isOld ? age.toHours() + " hours" : age.toSeconds() + " seconds";
        for (var account : first.players()) {
            var player = account.player();
            var answer = t.send(t.playerCall(player));
            var id = answer.json().path("accountId").asText();
            var isValid = answer.status() == 200 && id.equals(player.accountId());
            var expected = "200 for the session token of " + player + ", which was valid " + since + " ago";
            var hint = "A session token is valid for at least two hours, also over a restart. If it was issued long"
                    + " before the first run, begin with a fresh one.";
            Check.require(answer, isValid || isOld, "LAU-10", expected, hint);
            if (!isValid) {
                var seen = "a token is refused after " + since;
                t.observe(Observation.of("LAU-10", seen, "accept it for at least two hours", true));
            }
        }
    }
}
