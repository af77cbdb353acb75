package dev.operatorkit.conformance.suite;

import dev.operatorkit.conformance.money.Player;
import dev.operatorkit.conformance.money.PlayerAccount;
import dev.operatorkit.conformance.wire.Request;
import dev.operatorkit.conformance.wire.Secret;
import dev.operatorkit.conformance.wire.WalletResponse;
import dev.operatorkit.conformance.wire.WireClient;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Holds what the cases of one run share: the connection, the ids, the players, and what the wallet has shown so far. */
public final class RunState {
    /** A wallet that serves one call at a time makes the last of them wait this many times as long. */
    private static final int MAX_CALLS = 16;

    private static final Duration LOOK_PAUSE = Duration.ofNanos(200_000);

    private final WireClient wire;
    private final Secret secret;
    private final String game;
    private final long seed;
    private final WalletLimits limits;
    private final int run;
    private final Random chance = new SecureRandom();
    private final RunJournal journal = new RunJournal();
    private final Gates gates = new Gates();
    private final Map<String, PlayerAccount> accounts = new ConcurrentHashMap<>();
    private final Set<CaseContext> unsettled = ConcurrentHashMap.newKeySet();
    private final Semaphore turns = new Semaphore(MAX_CALLS, true);
    private final AtomicLong lastLook = new AtomicLong();
    private final AtomicReference<String> stopped = new AtomicReference<>("");
    private volatile List<Player> sessions = List.of();

    /** Creates the state of a run that has not called the wallet yet. */
    public RunState(WireClient wire, Secret secret, Preconditions preconditions, String game, long seed) {
        this.wire = wire;
        this.secret = secret;
        this.limits = new WalletLimits(preconditions);
        this.game = game;
        this.seed = seed;
        this.run = chance.nextInt();
    }

    /** Returns what is known about the money of a player. */
    public PlayerAccount account(Player player) {
        return accounts.computeIfAbsent(player.accountId(), id -> new PlayerAccount(player));
    }

    /**
     * Sends a request of a case, when fewer than the most are in progress; those of a race do not wait for one another.
     *
     * @param maySendAgain asked when the wallet closed a kept connection without a response
     */
    WalletResponse send(Request request, boolean race, BooleanSupplier maySendAgain) {
        if (race) {
            return wire.send(request, maySendAgain);
        }
        turns.acquireUninterruptibly();
        try {
            return wire.send(request, maySendAgain);
        } finally {
            turns.release();
        }
    }

    /** Waits until a look at a balance has another timestamp than the one before: a wallet may refuse a signature that it has seen. */
    void awaitNextLook() {
        var next = lastLook.updateAndGet(last -> Math.max(last + 1, wire.millis()));
        while (wire.millis() < next) {
            LockSupport.parkNanos(LOOK_PAUSE.toNanos());
        }
    }

    /** Sends the player callback outside of any case. */
    public WalletResponse callPlayer(String token) {
        awaitNextLook();
        return wire.send(Request.get("/player").query(playerQuery(token)));
    }

    /** Returns the raw query of the player callback with this token. */
    public String playerQuery(String token) {
        return "gameId=" + Player.encoded(game) + "&token=" + Player.encoded(token);
    }

    /** Returns the connection to the wallet. */
    public WireClient wire() {
        return wire;
    }

    /** Returns which gates are broken. */
    public Gates gates() {
        return gates;
    }

    /** Returns the operator's secret. */
    public Secret secret() {
        return secret;
    }

    /** Records the player of every token; several tokens may be of one player. */
    public void recordSessions(List<Player> all) {
        sessions = List.copyOf(all);
    }

    /** Returns one player twice, with two tokens; empty when the tester gave no two tokens of one player. */
    public List<Player> sessionsOfOnePlayer() {
        return sessions.stream()
                .flatMap(first -> sessions.stream()
                        .filter(second ->
                                second.isSameAccount(first) && !second.token().equals(first.token()))
                        .map(second -> List.of(first, second)))
                .findFirst()
                .orElse(List.of());
    }

    /** Returns the movements that the wallet has applied in this run. */
    public RunJournal journal() {
        return journal;
    }

    /** Returns what the wallet refuses beyond the specification (D-63). */
    public WalletLimits limits() {
        return limits;
    }

    /** Returns the game that the callbacks name. */
    public String game() {
        return game;
    }

    long seed() {
        return seed;
    }

    /** Returns the part of every id that keeps runs apart, even with the same seed. */
    public String run() {
        return String.format("%08x", run);
    }

    /** Creates an id in the form of a UUID: this run, which other runs with the same seed share no id with, and a random part. */
    String id(int number, int count) {
        return String.format(
                "%08x-%04x-4%03x-8%03x-%012x",
                run, number, count >> 12 & 0xfff, count & 0xfff, Math.floorMod(chance.nextLong(), 1L << 48));
    }

    /** Returns true for an id that no other run uses. */
    boolean isIdOfThisRun(String id) {
        return id.toLowerCase(Locale.ROOT).contains(run());
    }

    /** Ends the cases in progress at their next call; their rounds are still settled. The first reason counts. */
    public void stop(String why) {
        stopped.compareAndSet("", why);
    }

    /** Returns why the cases in progress end, or an empty text. */
    public String stopped() {
        return stopped.get();
    }

    /** Records a case that begins, whose rounds have to be settled. */
    public void begin(CaseContext tester) {
        unsettled.add(tester);
    }

    /** Settles the rounds that a case left open. Those that the wallet does not settle now are left to the end of the run. */
    public void settle(CaseContext tester) {
        tester.calls().settleOpenRounds();
        end(tester);
    }

    /** Records that a context makes no more calls; its open rounds are still known. */
    public void end(CaseContext tester) {
        if (tester.calls().openRounds().isEmpty()) {
            unsettled.remove(tester);
        }
    }

    /** Returns the cases that may have open rounds. */
    public List<CaseContext> unsettled() {
        return List.copyOf(unsettled);
    }

    /** Describes the debits that have no settlement yet, for the person who has to settle them. */
    public List<String> openDebits() {
        return unsettled.stream()
                .flatMap(tester -> tester.calls().openRounds().unsettled().stream())
                .map(debit -> debit.id() + " of round " + debit.round() + " and player " + debit.player())
                .toList();
    }
}
