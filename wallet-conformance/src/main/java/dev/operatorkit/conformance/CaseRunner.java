package dev.operatorkit.conformance;

import dev.operatorkit.conformance.wire.NoResponse;
import dev.operatorkit.conformance.wire.Request;
import dev.operatorkit.conformance.wire.Secret;
import dev.operatorkit.conformance.wire.WalletResponse;
import dev.operatorkit.conformance.wire.WireClient;
import java.math.BigDecimal;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Runs single cases against one wallet; every run has ids of its own. */
final class CaseRunner {
    private final WireClient wire;
    private final Target target;
    private final RunJournal journal = new RunJournal();
    private final WalletLimits limits;
    private final String game;
    private final long seed;
    private final int run;
    private final Random chance = new SecureRandom();
    private final Gates gates = new Gates();
    private final Set<CaseContext> underWay = ConcurrentHashMap.newKeySet();
    private volatile String stopped = "";

    CaseRunner(WireClient wire, Target target, String game, long seed) {
        this.wire = wire;
        this.target = target;
        this.limits = new WalletLimits(target.preconditions());
        this.game = game;
        this.seed = seed;
        this.run = chance.nextInt();
    }

    WireClient wire() {
        return wire;
    }

    Gates gates() {
        return gates;
    }

    Secret secret() {
        return target.secret();
    }

    /** Returns the movements that the wallet has applied in this run. */
    RunJournal journal() {
        return journal;
    }

    WalletLimits limits() {
        return limits;
    }

    String game() {
        return game;
    }

    long seed() {
        return seed;
    }

    /** Returns the part of every id that keeps runs apart, even with the same seed. */
    int run() {
        return run;
    }

    long chance() {
        return chance.nextLong();
    }

    /** Ends the cases under way at their next call; their balances are still restored. */
    void stop(String why) {
        stopped = why;
    }

    /** Returns why the cases under way end, or an empty text. */
    String stopped() {
        return stopped;
    }

    /** Describes the debits of cases under way that have no settlement yet. */
    List<String> openDebits() {
        return underWay.stream()
                .flatMap(tester -> tester.openRounds().unsettled().stream())
                .map(debit -> debit.id() + " of round " + debit.round() + " and player " + debit.player())
                .toList();
    }

    /** Runs one case and restores the balances of its players. */
    CaseResult run(Case of, int number, Player player, @Nullable Player other) {
        var first = journal.resumedOrNull();
        return run(of, number, player, other, first == null ? BalanceRestorer::restoreAll : first::restore);
    }

    /** Runs one case beside others; returns nothing when it failed or moved something, so that it must run again alone. */
    Optional<CaseResult> runBeside(Case of, int number, Player player) {
        var moved = new AtomicBoolean();
        var result = run(of, number, player, null, (restorer, players, before) -> {
            moved.set(restorer.hasMoved());
            return restorer.settleRounds();
        });
        return moved.get() || result.verdict() == Verdict.FAILED ? Optional.empty() : Optional.of(result);
    }

    private CaseResult run(Case of, int number, Player player, @Nullable Player other, Restoring restoring) {
        var start = System.nanoTime();
        var tester = new CaseContext(this, of, number, player, other);
        underWay.add(tester);
        try {
            return run(tester, of, player, other, restoring, start);
        } finally {
            underWay.remove(tester);
        }
    }

    /** Restores what a case has moved, and returns what could not be restored. */
    @FunctionalInterface
    private interface Restoring {
        String restore(BalanceRestorer restorer, List<Player> players, List<BigDecimal> before);
    }

    /** Brings the balance of a player back to what it was, after cases that should not have moved it. */
    String restore(Case last, Player player, BigDecimal before) {
        var tester = new CaseContext(this, last, 0, player, null);
        tester.giveBack();
        return new BalanceRestorer(tester).restoreAll(List.of(player), List.of(before));
    }

    private CaseResult run(
            CaseContext tester, Case of, Player player, @Nullable Player other, Restoring restoring, long start) {
        var before = new ArrayList<BigDecimal>();
        var verdict = Verdict.PASSED;
        var detail = "";
        Failure failure = null;
        var silent = false;
        var gone = false;
        var first = journal.resumedOrNull();
        var players = first != null ? first.readable() : other == null ? List.of(player) : List.of(player, other);
        try {
            for (var each : players) {
                before.add(minimumBalance(tester, of, each));
            }
            of.script().run(tester);
            tester.requireTruth();
            if (!tester.log().observations().isEmpty()) {
                verdict = Verdict.OBSERVED;
                detail = describe(tester.log().observations());
            }
        } catch (SkipCase e) {
            verdict = Verdict.SKIPPED;
            detail = String.valueOf(e.getMessage());
        } catch (Failure e) {
            verdict = Verdict.FAILED;
            failure = e.explainedBy(tester.log().balances());
        } catch (NoResponse e) {
            verdict = Verdict.FAILED;
            silent = true;
            gone = e.isUnreachable();
            failure = new Failure(
                    "GEN-8",
                    "a response",
                    e.getMessage() + "",
                    "Respond to every callback, whatever it holds.",
                    e.exchange());
        }
        if (failure != null) {
            detail = failure.rule() + ": " + failure.getMessage();
        }
        var exchanges = tester.log().exchanges();
        tester.giveBack();
        var unreturned = gone ? "" : restoring.restore(new BalanceRestorer(tester), players, before);
        var millis = (System.nanoTime() - start) / 1_000_000;
        return new CaseResult(
                of, verdict, detail, failure, tester.log().observations(), exchanges, millis, unreturned, silent);
    }

    private static BigDecimal minimumBalance(CaseContext tester, Case of, Player player) {
        var balance = tester.balance(player);
        if (player.inUnits(balance).compareTo(BigDecimal.valueOf(of.needs())) < 0) {
            throw new SkipCase("needs " + player.units(of.needs()).toPlainString() + " " + player.currency() + ", "
                    + player + " has " + balance.toPlainString());
        }
        return balance;
    }

    private static String describe(List<Observation> observations) {
        return observations.stream()
                .sorted(Comparator.comparing(each -> !each.differs()))
                .map(Observation::describe)
                .distinct()
                .collect(Collectors.joining("; "));
    }

    /** Returns the balance of a player, or null when the wallet does not say. */
    @Nullable
    BigDecimal balanceOf(Player player) {
        try {
            return callPlayer(player.token()).balance();
        } catch (NoResponse e) {
            return null;
        }
    }

    /** Sends the player callback outside of any case. */
    WalletResponse callPlayer(String token) {
        return wire.send(
                Request.get("/player").query("gameId=" + Player.encoded(game) + "&token=" + Player.encoded(token)));
    }
}
