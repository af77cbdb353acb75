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
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Resumes an earlier run after a restart of the wallet or a pause: what it applied still counts, and what it left open can be settled
 * (IDM-1, WAL-8). A wallet that was idle or keeps its players in memory fails at the first callback, so that is a settlement.
 */
final class ResumedCases {
    private static final int AT_ONCE = 16;
    private static final int LATEST = 4;
    private static final Duration SHORTEST = Duration.ofHours(2);

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
            of(
                            "closed-rounds-after-the-pause",
                            "RND-4 RND-1",
                            t -> eachReadable(t, player -> disturbClosedRounds(t, player)))
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
            var settled = answer.status() == 500 ? t.send(message) : answer;
            requireSettled(settled, "WAL-8", "the first callback after the pause, the credit of an open round");
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
            var expected = "the balance that the first callback after the pause returned, " + player.money(shown);
            var actual = "the player callback right after it reports " + player.money(found);
            var hint = "Pay a win once, in one transaction with its record, also when the wallet has just started.";
            Check.require(found.compareTo(shown) == 0, "RND-2", expected, actual, hint, answer);
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
            var found = lookUp(t, message);
            var expected = "a lookup that knows the first movement after the pause, which got " + answer.status();
            var actual = Check.describe(found);
            var hint = "Test a connection to the database before it is used again, and respond 200 only after the"
                    + " commit.";
            Check.require(found.isResult(), answer.status() == 200 ? "IDM-3" : "ERR-4", expected, actual, hint, answer);
        }
    }

    private static void lookUpAll(CaseContext t) {
        var run = t.journal().resumed();
        var movements = run.checkpoint().movements().stream().filter(RunEndCases::hasPlainId);
        for (var some : inParts(movements.toList())) {
            var lookups = Answers.calls(some, each -> lookUp(t, each.message()));
            var answers = t.sendTogether(lookups);
            for (var i = 0; i < some.size(); i++) {
                var expected = "a lookup that knows " + some.get(i).message().id() + ", which got 200 before the pause";
                var hint = "Respond 200 only after the commit, and keep every transaction.";
                Answers.require(answers.get(i), answers.get(i).isResult(), "IDM-3", expected, hint);
                RunEndCases.requireStored(some.get(i), answers.get(i), "WAL-12", "looked up after the pause");
            }
        }
    }

    private static WalletResponse lookUp(CaseContext t, MovementBody message) {
        return t.lookup(message.player(), message.id());
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
        var answers = t.sendTogether(Answers.calls(some, each -> t.sendApart(each.message())));
        if (before != null) {
            var hint = "These movements were applied before the pause; keep every transactionId for good.";
            t.requireMoved(player, before, BigDecimal.ZERO, "IDM-1", hint);
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
        for (var way : RunEndCases.WAYS_OF_CLOSING) {
            latest(settlements, way).forEach(each -> disturb(t, player, each));
        }
    }

    private static <T> List<T> latest(List<T> all, Predicate<T> which) {
        var chosen = all.stream().filter(which).toList();
        return chosen.subList(Math.max(0, chosen.size() - LATEST), chosen.size());
    }

    private static void disturb(CaseContext t, Player player, MovementBody closing) {
        var round = closing.round();
        var debit = closing.reference();
        requireRefused(t, player, t.rollback(player, t.id(), round, debit), "RND-4");
        requireRefused(t, player, t.credit(player, t.id(), round, debit, player.units(7)), "RND-4");
        requireRefused(t, player, t.debit(player, t.id(), round, player.units(6)), "RND-1");
    }

    private static void requireRefused(CaseContext t, Player player, MovementBody second, String rule) {
        var before = t.journal().resumed().isReadable(player) ? t.balance(player) : null;
        var answer = t.send(second);
        if (before != null) {
            t.requireMoved(
                    player, before, BigDecimal.ZERO, rule, "The round is closed; Settled and Reverted are final.");
        }
        var what = "a second movement of a closed round";
        Check.requireRefused(answer, rule, what, "Keep the state of every round, as long as its ids.");
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
        var hint = "These debits were rolled back before they arrived; Reverted is final.";
        t.requireMoved(player, before, BigDecimal.ZERO, "RND-4", hint);
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
        var hint = "A settlement may come days later: it needs the debit and the player, and neither a session nor a"
                + " time limit.";
        Check.requireStatus(200, answer, rule, what, hint);
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
            var hint = "This is " + what + ".";
            t.requireMoved(player, before, change, settlement.kind() == Kind.CREDIT ? "RND-2" : "RND-3", hint);
        }
        Check.requireReplay(answer, t.send(settlement), what);
        Check.requireSameResult(answer, t.lookup(player, settlement.id()), "WAL-12", "the lookup of " + what);
        var round = settlement.round();
        var debit = settlement.reference();
        requireRefused(t, player, t.credit(player, t.id(), round, debit, player.units(7)), "RND-4");
        requireRefused(t, player, t.rollback(player, t.id(), round, debit), "RND-4");
    }

    /** Judges whether the session tokens of the first run are still valid: they must be for two hours (LAU-10). */
    private static void judgeSessions(CaseContext t) {
        var first = t.journal().resumed().checkpoint();
        var age = Duration.ofMillis(t.now() - first.started().toEpochMilli());
        for (var account : first.players()) {
            var answer = t.send(t.playerCall(account.player()));
            var id = answer.json().path("accountId").asText();
            var serves = answer.status() == 200 && id.equals(account.player().accountId());
            var expected =
                    "200 for the session token of " + account.player() + ", which was valid " + describe(age) + " ago";
            var hint = "A session token is valid for at least two hours, also over a restart. If it was issued long"
                    + " before the first run, begin with a fresh one.";
            Answers.require(answer, serves || age.compareTo(SHORTEST) >= 0, "LAU-10", expected, hint);
            if (!serves) {
                var what = "a token is refused after " + describe(age);
                t.observe(Observation.of("LAU-10", what, "accept it for at least two hours", true));
            }
        }
    }

    private static String describe(Duration age) {
        return age.compareTo(SHORTEST) >= 0 ? age.toHours() + " hours" : age.toSeconds() + " seconds";
    }
}
