package dev.operatorkit.conformance;

import dev.operatorkit.conformance.wire.NoResponse;
import dev.operatorkit.conformance.wire.Request;
import dev.operatorkit.conformance.wire.Secret;
import dev.operatorkit.conformance.wire.WalletResponse;
import dev.operatorkit.conformance.wire.WireClient;
import java.math.BigDecimal;
import java.security.SecureRandom;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Runs single cases against one wallet; every run has ids of its own. */
final class CaseRunner {
    /** A wallet that serves one call at a time makes the last of them wait this many times as long. */
    private static final int MOST_AT_ONCE = 16;

    private static final int RESTORINGS = 3;

    private final WireClient wire;
    private final Target target;
    private final RunJournal journal = new RunJournal();
    private final LostResponses lostResponses = new LostResponses();
    private final UnrestoredBalances unrestored = new UnrestoredBalances();
    private final WalletLimits limits;
    private final String game;
    private final long seed;
    private final int run;
    private final Random chance = new SecureRandom();
    private final Gates gates = new Gates();
    private final boolean leavesRoundsOpen;
    private final Map<String, PlayerAccount> accounts = new ConcurrentHashMap<>();
    private final Set<CaseContext> underWay = ConcurrentHashMap.newKeySet();
    private final Semaphore turns = new Semaphore(MOST_AT_ONCE, true);
    private final Latency latency = new Latency();
    private volatile List<Player> sessions = List.of();
    private volatile String stopped = "";

    /**
     * Creates a runner.
     *
     * @param leavesRoundsOpen true when {@link #restore} is called at the end, so that cases need not restore the balances one by
     *     one
     */
    CaseRunner(WireClient wire, Target target, String game, long seed, boolean leavesRoundsOpen) {
        this.wire = wire;
        this.target = target;
        this.limits = new WalletLimits(target.preconditions());
        this.game = game;
        this.seed = seed;
        this.run = chance.nextInt();
        this.leavesRoundsOpen = leavesRoundsOpen;
    }

    /** Returns what is known about the money of a player. */
    PlayerAccount account(Player player) {
        return accounts.computeIfAbsent(player.accountId(), id -> new PlayerAccount(player));
    }

    /**
     * Sends a request of a case, when fewer than the most are under way; those of a race do not wait for one another.
     *
     * @param maySendAgain asked when the wallet closed a kept connection without a response
     */
    WalletResponse send(Request request, Case underWay, boolean race, BooleanSupplier maySendAgain) {
        if (race) {
            return wire.send(request, underWay.id(), maySendAgain);
        }
        turns.acquireUninterruptibly();
        try {
            var together = MOST_AT_ONCE - turns.availablePermits();
            var answer = wire.send(request, underWay.id(), maySendAgain);
            latency.record(answer.exchange().micros(), Math.max(1, together));
            return answer;
        } finally {
            turns.release();
        }
    }

    /** Returns how long calls take. */
    Latency latency() {
        return latency;
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

    /** Records the player of every token; several tokens may be of one player. */
    void recordSessions(List<Player> all) {
        sessions = List.copyOf(all);
    }

    /** Returns one player twice, with two tokens; empty when the tester gave no two tokens of one player. */
    List<Player> sessionsOfOnePlayer() {
        return sessions.stream()
                .flatMap(first -> sessions.stream()
                        .filter(second ->
                                second.isSameAccount(first) && !second.token().equals(first.token()))
                        .map(second -> List.of(first, second)))
                .findFirst()
                .orElse(List.of());
    }

    /** Returns the movements that the wallet has applied in this run. */
    RunJournal journal() {
        return journal;
    }

    /** Returns the movements that the wallet applied without a response. */
    LostResponses lostResponses() {
        return lostResponses;
    }

    /** Returns what could not be restored so far. */
    UnrestoredBalances unrestored() {
        return unrestored;
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

    /** Creates an id in the form of a UUID: this run, which other runs with the same seed share no id with, and a random part. */
    String id(int number, int count) {
        return String.format(
                "%08x-%04x-4%03x-8%03x-%012x",
                run, number, count >> 12 & 0xfff, count & 0xfff, Math.floorMod(chance.nextLong(), 1L << 48));
    }

    /** Returns true for an id that no other run uses. */
    boolean isIdOfThisRun(String id) {
        return id.toLowerCase(Locale.ROOT).contains(String.format("%08x", run));
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
        return BalanceRestorer.describe(Stream.of(
                        underWay.stream().flatMap(tester -> tester.calls().openRounds().unsettled().stream()),
                        accounts.values().stream().flatMap(account -> account.unsettled().stream()),
                        journal.earlyRounds().unsettled().stream())
                .flatMap(debits -> debits)
                .toList());
    }

    /** Opens the rounds of this player that stay open during the whole run, and returns what could not be restored. */
    List<Unrestored> openEarlyRounds(List<Case> cases, Player player) {
        var account = account(player);
        var tester = new CaseContext(this, EarlyRounds.OPENING, 0, List.of(account), true);
        underWay.add(tester);
        try {
            return journal.earlyRounds().openAll(tester, account, cases);
        } finally {
            underWay.remove(tester);
        }
    }

    /** Runs one case and restores the balances of its players, now or after one of the next cases. */
    CaseResult run(Case of, int number, Player player, @Nullable Player other) {
        var used = players(player, other).stream().map(this::account).toList();
        var wasOff = used.stream().anyMatch(PlayerAccount::isOff);
        var result = run(of, number, used, true, this::restore);
        // What an earlier case left open may be the money that this one lacks; by now it is restored.
        var isRetried = wasOff
                && result.verdict() == Verdict.SKIPPED
                && result.unreturnedBalance().isEmpty()
                && stopped.isEmpty()
                && canRunAgain(of);
        return lostResponses.judge(isRetried ? run(of, number, used, true, this::restore) : result);
    }

    /** Returns false for a case that has used rounds of which a run has only one set: another run of it would prove nothing. */
    boolean canRunAgain(Case of) {
        return !of.id().equals(EarlyRounds.SETTLED_BY) || !journal.earlyRounds().areTaken();
    }

    /** Returns the players whose money a case moves: in a resumed run all of them. */
    private List<Player> players(Player player, @Nullable Player other) {
        var first = journal.resumedOrNull();
        if (first != null) {
            return first.players();
        }
        return other == null ? List.of(player) : List.of(player, other);
    }

    private List<Unrestored> restore(BalanceRestorer restorer, Verdict verdict) {
        var isRight = verdict == Verdict.PASSED || verdict == Verdict.OBSERVED;
        return leavesRoundsOpen && isRight ? restorer.restoreSome() : restorer.restoreAll();
    }

    /**
     * Runs one case beside others, which move the balance unless {@code watchesBalance}. Returns nothing when the case has to run
     * alone: it failed, it moved money that it should not have moved, or it looked at a balance that others move.
     */
    Optional<CaseResult> runBeside(Case of, int number, Player player, boolean watchesBalance) {
        var moved = new AtomicBoolean();
        try {
            var result = run(of, number, List.of(account(player).copy()), watchesBalance, (restorer, verdict) -> {
                moved.set(restorer.hasCaseMoved());
                return restorer.settleRounds();
            });
            var alone = result.verdict() == Verdict.FAILED || (watchesBalance && moved.get());
            return alone ? Optional.empty() : Optional.of(lostResponses.judge(result));
        } catch (NeedsLane e) {
            return Optional.empty();
        }
    }

    /** Restores what a case has moved, and returns what could not be restored. */
    @FunctionalInterface
    private interface Restoring {
        List<Unrestored> restore(BalanceRestorer restorer, Verdict verdict);
    }

    /** Restores the balance of a player after cases that left it to this, and returns what could not be restored. */
    List<Unrestored> restore(Case last, Player player) {
        var account = account(player);
        account.forgetLook();
        var tester = new CaseContext(this, last, 0, List.of(account), true);
        tester.calls().giveBack();
        underWay.add(tester);
        try {
            return new BalanceRestorer(tester).restoreAll();
        } finally {
            underWay.remove(tester);
        }
    }

    /**
     * Restores the balance that a player had at the start of the run, and returns what could not be restored. A balance may be reported
     * late, as by a replica, so a wrong one is read and corrected again after a pause.
     */
    List<Unrestored> restoreStart(Case last, Player player) {
        var account = account(player);
        account.reclaim();
        var left = restore(last, player);
        for (var attempt = 1; attempt < RESTORINGS && Unrestored.hasDifference(left); attempt++) {
            LockSupport.parkNanos(BalanceRestorer.BEFORE_READING_AGAIN.toNanos());
            account.reclaim();
            left = restore(last, player);
        }
        return left;
    }

    private CaseResult run(Case of, int number, List<PlayerAccount> used, boolean watchesBalance, Restoring restoring) {
        var start = System.nanoTime();
        var tester = new CaseContext(this, of, number, used, watchesBalance);
        underWay.add(tester);
        try {
            return run(tester, of, restoring, start);
        } catch (NeedsLane e) {
            tester.calls().giveBack();
            new BalanceRestorer(tester).settleRounds();
            throw e;
        } finally {
            underWay.remove(tester);
        }
    }

    private CaseResult run(CaseContext tester, Case of, Restoring restoring, long start) {
        var verdict = Verdict.PASSED;
        var detail = "";
        Failure failure = null;
        var silent = false;
        var gone = false;
        try {
            for (var account : tester.calls().accounts()) {
                requireMinimum(tester, of, account);
            }
            of.script().run(tester);
            tester.requireTruth();
            if (!tester.log().observations().isEmpty()) {
                verdict = Verdict.OBSERVED;
            }
        } catch (SkipCase e) {
            verdict = Verdict.SKIPPED;
            detail = String.valueOf(e.getMessage());
        } catch (Failure e) {
            verdict = Verdict.FAILED;
            tester.calls().confirmBalance(e);
            failure = e.explainedBy(tester.log().balances(), journal);
        } catch (NoResponse e) {
            verdict = Verdict.FAILED;
            silent = !e.isGarbled();
            gone = e.isUnreachable();
            failure = new Failure(
                    "GEN-8",
                    "a response",
                    e.getMessage() + "",
                    "Respond to every callback, whatever it holds.",
                    e.exchange());
        }
        if (verdict != Verdict.SKIPPED) {
            detail = CaseResult.detailOf(verdict, failure, tester.log().observations(), tester.notes());
        }
        var exchanges = tester.log().exchanges();
        tester.calls().giveBack();
        List<Unrestored> unreturned = gone ? List.of() : restoring.restore(new BalanceRestorer(tester), verdict);
        unrestored.record(of, unreturned);
        var millis = (System.nanoTime() - start) / 1_000_000;
        return new CaseResult(
                of,
                verdict,
                detail,
                failure,
                tester.log().observations(),
                exchanges,
                millis,
                Unrestored.describe(unreturned),
                silent,
                tester.notes(),
                List.of());
    }

    /**
     * Skips a case that the player cannot pay for; the newest known balance counts, and is only looked up when it is too low, and
     * not at all for a case that needs nothing. A resumed run also has players whose balance nobody can ask for.
     */
    private static void requireMinimum(CaseContext tester, Case of, PlayerAccount account) {
        if (!account.isReadable() || of.needs() == 0) {
            return;
        }
        var player = account.player();
        var latest = account.latest();
        if (latest != null && covers(player, latest, of)) {
            return;
        }
        var balance = tester.balance(player);
        if (!covers(player, balance, of)) {
            throw Preconditions.lackOfMoney(player, of.needs(), balance);
        }
    }

    private static boolean covers(Player player, BigDecimal balance, Case of) {
        return player.inUnits(balance).compareTo(BigDecimal.valueOf(of.needs())) >= 0;
    }

    /** Looks at the balance of a player, so that cases that run beside each other know it. */
    void lookAt(Player player) {
        var account = account(player);
        if (account.look() == null) {
            try {
                account.recordLook(callPlayer(player.token()), account.calls());
            } catch (NoResponse e) {
                // Each case looks by itself, and fails with what it sees.
            }
        }
    }

    /** Sends the player callback outside of any case. */
    WalletResponse callPlayer(String token) {
        return wire.send(
                Request.get("/player").query("gameId=" + Player.encoded(game) + "&token=" + Player.encoded(token)));
    }
}
