package dev.operatorkit.conformance;

import dev.operatorkit.conformance.wire.NoResponse;
import dev.operatorkit.conformance.wire.Request;
import dev.operatorkit.conformance.wire.Secret;
import dev.operatorkit.conformance.wire.WalletResponse;
import dev.operatorkit.conformance.wire.WireClient;
import java.math.BigDecimal;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Where cases are run: one wallet, its players, one run with its own ids. */
final class CaseRunner {
    private final WireClient wire;
    private final Secret secret;
    private final String game;
    private final long seed;
    private final int run;
    private final Random chance = new SecureRandom();
    private final Set<CaseContext> underWay = ConcurrentHashMap.newKeySet();
    private volatile String stopped = "";

    CaseRunner(WireClient wire, Secret secret, String game, long seed) {
        this.wire = wire;
        this.secret = secret;
        this.game = game;
        this.seed = seed;
        this.run = chance.nextInt();
    }

    WireClient wire() {
        return wire;
    }

    Secret secret() {
        return secret;
    }

    String game() {
        return game;
    }

    long seed() {
        return seed;
    }

    /** Part of every id: no run meets the leftovers of another, not even with the same seed. */
    int run() {
        return run;
    }

    long chance() {
        return chance.nextLong();
    }

    /** Ends the cases under way at their next call; what they took is still given back. */
    void stop(String why) {
        stopped = why;
    }

    /** Why the cases under way end, or empty. */
    String stopped() {
        return stopped;
    }

    /** Debits of cases under way that have no settlement yet, in words. */
    List<String> openDebits() {
        return underWay.stream()
                .flatMap(tester -> tester.openRounds().unsettled().stream())
                .map(debit -> debit.id() + " of round " + debit.round() + " and player " + debit.player())
                .toList();
    }

    /** Runs one case and leaves the players as they were. */
    CaseResult run(Case of, int number, Player player, @Nullable Player other) {
        var start = System.nanoTime();
        var tester = new CaseContext(this, of, number, player, other);
        underWay.add(tester);
        try {
            return run(tester, of, player, other, start);
        } finally {
            underWay.remove(tester);
        }
    }

    private CaseResult run(CaseContext tester, Case of, Player player, @Nullable Player other, long start) {
        var before = new ArrayList<BigDecimal>();
        var verdict = Verdict.PASSED;
        var detail = "";
        Failure failure = null;
        var silent = false;
        var gone = false;
        var players = other == null ? List.of(player) : List.of(player, other);
        try {
            for (var each : players) {
                before.add(minimumBalance(tester, of, each));
            }
            of.script().run(tester);
            if (!tester.observations().isEmpty()) {
                verdict = Verdict.OBSERVED;
                detail = callPlayer(tester.observations());
            }
        } catch (SkipCase e) {
            verdict = Verdict.SKIPPED;
            detail = String.valueOf(e.getMessage());
        } catch (Failure e) {
            verdict = Verdict.FAILED;
            failure = e;
        } catch (NoResponse e) {
            verdict = Verdict.FAILED;
            silent = true;
            gone = e.isUnreachable();
            failure = new Failure(
                    "GEN-8",
                    "an answer",
                    e.getMessage() + "",
                    "Every callback is answered, whatever it holds.",
                    e.exchange());
        }
        if (failure != null) {
            detail = failure.rule() + ": " + failure.getMessage();
        }
        var exchanges = tester.exchanges();
        tester.giveBack();
        var unreturned = gone ? "" : new BalanceRestorer(tester).of(players, before);
        var millis = (System.nanoTime() - start) / 1_000_000;
        return new CaseResult(
                of,
                verdict,
                detail,
                failure,
                tester.observations(),
                exchanges,
                tester.omitted(),
                millis,
                unreturned,
                silent);
    }

    private static BigDecimal minimumBalance(CaseContext tester, Case of, Player player) {
        var balance = tester.balance(player);
        if (player.inUnits(balance).compareTo(BigDecimal.valueOf(of.needs())) < 0) {
            throw new SkipCase("needs " + player.units(of.needs()).toPlainString() + " " + player.currency() + ", "
                    + player + " has " + balance.toPlainString());
        }
        return balance;
    }

    private static String callPlayer(List<Observation> observations) {
        var texts = observations.stream()
                .map(o -> o.decision() + ": " + o.seen())
                .distinct()
                .toList();
        return String.join("; ", texts);
    }

    /** Asks for a player outside of any case; null when nothing came. */
    WalletResponse player(String token) {
        return wire.send(
                Request.get("/player").query("gameId=" + Player.encoded(game) + "&token=" + Player.encoded(token)));
    }
}
