package dev.operatorkit.simulator.play;

import dev.operatorkit.conformance.transport.WireResult.Answered;
import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.simulator.Bet;
import dev.operatorkit.simulator.wallet.CallbackReply;
import dev.operatorkit.simulator.wallet.CallbackWriter;
import dev.operatorkit.simulator.wallet.ReplyReader;
import dev.operatorkit.simulator.wallet.WalletCaller;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Runs {@code play}: opens the players, plays the rounds and audits the ledger. Its counters can be read during the run. */
public final class LoadRun {
    /** Limits the time for which a wallet may be down while a round waits for its settlement: a failover takes less. */
    public static final Duration MAX_WAIT = Duration.ofMinutes(2);

    private static final long GOLDEN = 0x9E3779B97F4A7C15L;
    private static final int FIRST_CALLS = 3;

    final WalletCaller caller;
    final Outage outage;
    final Latencies latencies = new Latencies();
    final CallbackWriter writer = CallbackWriter.complete();
    final LongAdder refused = new LongAdder();
    final LongAdder dropped = new LongAdder();
    final LongAdder repeated = new LongAdder();
    final LongAdder silent = new LongAdder();
    /** Tells that the wallet failed a replay for as long as the run waits, so that no other replay is waited for. */
    volatile boolean failsReplays;

    private final PlaySettings settings;
    private final LongAdder played = new LongAdder();
    private final AtomicLong next = new AtomicLong();
    private final String run;
    private final Map<String, Bet> open = new ConcurrentHashMap<>();
    private volatile boolean stopped;
    private volatile @Nullable String givenUp;
    private volatile String server = "";
    private volatile long startedAt;
    private volatile long endedAt;

    /** Creates a run with ids that no other run uses. It waits no longer than {@code maxWait} for a wallet that is down. */
    public LoadRun(WalletCaller caller, PlaySettings settings, Clock clock, Duration maxWait) {
        this.outage = new Outage(maxWait);
        this.caller = caller;
        this.settings = settings;
        this.run = Long.toString(clock.millis(), 36) + "-" + Long.toString(settings.seed(), 36);
    }

    /** Signals that the wallet cannot be reached or rejects a token. */
    public static final class WalletUnavailableException extends Exception {
        private static final long serialVersionUID = 1L;

        WalletUnavailableException(String message) {
            super(message);
        }
    }

    public record Result(long rounds, long refused, long nanos, List<String> violations) {
        /** Returns whether the audit found no violation. */
        public boolean isLedgerBalanced() {
            return violations.isEmpty();
        }
    }

    /** Plays all rounds, or until {@link #stop}. */
    public Result play() throws WalletUnavailableException {
        var lanes = openPlayers();
        startedAt = System.nanoTime();
        var workers = new ArrayList<Thread>();
        for (var i = 0; i < Math.min(settings.concurrency(), settings.rounds()); i++) {
            workers.add(Thread.ofVirtual().name("play-" + i).start(() -> work(lanes)));
        }
        workers.forEach(LoadRun::join);
        endedAt = System.nanoTime();
        return new Result(played.sum(), refused.sum(), nanos(), audit(lanes));
    }

    /** Starts no further rounds and lets the open ones end. */
    public void stop() {
        stopped = true;
    }

    boolean isStopped() {
        return stopped;
    }

    /** Returns true once the wallet knows all players, so that debits were sent. */
    public boolean hasStarted() {
        return startedAt != 0;
    }

    /** Returns the time from the first round until now, or until the last one ended; 0 before. */
    public long nanos() {
        return hasStarted() ? (endedAt == 0 ? System.nanoTime() : endedAt) - startedAt : 0;
    }

    /** Returns the bets of the rounds in progress. */
    public List<Bet> openBets() {
        return List.copyOf(open.values());
    }

    /** Returns the {@code Server} header of the wallet, or an empty text as long as it has sent none. */
    public String server() {
        return server;
    }

    public long playedRounds() {
        return played.sum();
    }

    /** Returns the number of responses dropped on purpose. */
    public long lostResponses() {
        return dropped.sum();
    }

    /** Returns the number of calls replayed on purpose. */
    public long repeatedCalls() {
        return repeated.sum();
    }

    public long refusedDebits() {
        return refused.sum();
    }

    /** Returns why the run waits for the wallet, or null if the wallet's newest response was none that says to try again. */
    public @Nullable String waitsBecause() {
        var reply = outage.reply();
        return reply == null ? null : reply.describe();
    }

    public double debitMillis(double percentile) {
        return latencies.debitMillis(percentile);
    }

    String latencyTable() {
        return latencies.table();
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private List<PlayerLane> openPlayers() throws WalletUnavailableException {
        Map<String, PlayerLane> byAccount = new LinkedHashMap<>();
        var lanes = new ArrayList<PlayerLane>();
        for (var token : settings.tokens()) {
            if (stopped) {
                break;
            }
            var known = enter(token);
            requireStake(known.balance().currency());
            lanes.add(byAccount.computeIfAbsent(
                    known.accountId(),
                    account -> new PlayerLane(
                            token, account, known.balance().currency(), new BalanceTrail(account, known.balance()))));
        }
        return lanes;
    }

    private void requireStake(CurrencyCode currency) throws WalletUnavailableException {
        try {
            settings.stakeIn(currency);
        } catch (IllegalArgumentException e) {
            throw new WalletUnavailableException("The stake cannot be played in " + currency + ": " + e.getMessage());
        }
    }

    private CallbackReply.Known enter(String token) throws WalletUnavailableException {
        var retrying = outage.new Retrying();
        var reply = callPlayer(token);
        // Before the first round, an address where nothing listens is a mistake of the user's.
        for (var call = 1; Outage.isDown(reply) && (hasStarted() || call < FIRST_CALLS) && retrying.pause(); call++) {
            reply = callPlayer(token);
        }
        if (reply instanceof CallbackReply.Known known) {
            return known;
        }
        throw new WalletUnavailableException(
                reply instanceof CallbackReply.Silent
                        ? reply.describe() + ". Start the wallet, or give its address with --wallet."
                        : "The wallet rejected a token: " + reply.describe());
    }

    private CallbackReply callPlayer(String token) {
        var exchange = caller.call(writer.player(settings.game(), token));
        latencies.record(exchange.callback().kind(), exchange.nanos());
        if (exchange.result() instanceof Answered answered && server.isEmpty()) {
            server = String.join(", ", answered.values("Server"));
        }
        var reply = ReplyReader.player(exchange);
        outage.record(reply);
        return reply;
    }

    private void work(List<PlayerLane> lanes) {
        for (var number = next.getAndIncrement();
                number < settings.rounds() && !isEnding();
                number = next.getAndIncrement()) {
            var lane = lanes.get((int) (number % lanes.size()));
            var id = run + "-" + Long.toString(number, 36);
            var stake = settings.stakeIn(lane.currency());
            var bet = new Bet("d-" + id, "r-" + id, lane.account(), settings.game(), lane.token(), stake, null);
            var random = new SplittableRandom(settings.seed() + number * GOLDEN);
            new PlayedRound(this, lane, bet, id, random).play();
        }
    }

    private boolean isEnding() {
        return stopped || givenUp != null;
    }

    /** Records that a round begins; returns false if none should begin any more. */
    boolean begin(Bet bet) {
        if (isEnding()) {
            return false;
        }
        open.put(bet.transactionId(), bet);
        return true;
    }

    /** Records that a round is closed. */
    void end(Bet bet) {
        open.remove(bet.transactionId());
        played.increment();
    }

    PlaySettings settings() {
        return settings;
    }

    /** Starts no further rounds, since the wallet was down for too long. */
    void giveUp(String what, CallbackReply reply) {
        givenUp = what.formatted(outage.maxWait().toSeconds() + " seconds") + ": " + reply.describe();
    }

    private List<String> audit(List<PlayerLane> lanes) throws WalletUnavailableException {
        if (givenUp != null) {
            throw new WalletUnavailableException(givenUp);
        }
        var violations = new ArrayList<String>();
        if (stopped && played.sum() == 0) {
            return violations;
        }
        if (!stopped && played.sum() < settings.rounds()) {
            violations.add((settings.rounds() - played.sum()) + " rounds were not finished");
        }
        for (var lane : new LinkedHashSet<>(lanes)) {
            violations.addAll(lane.trail().audit(enter(lane.token()).balance().minorUnits()));
        }
        return violations;
    }
}
