package dev.operatorkit.conformance;

import dev.operatorkit.conformance.wire.Exchange;
import dev.operatorkit.conformance.wire.NoResponse;
import dev.operatorkit.conformance.wire.Request;
import dev.operatorkit.conformance.wire.Secret;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What a script works with: one player (or two), callbacks to send, and checks that cite a rule. */
public final class CaseContext {
    private static final int KEPT_EXCHANGES = 60;

    private final CaseRunner bench;
    private final Player player;
    private final @Nullable Player other;
    private final int number;
    private final SplittableRandom random;
    private final AtomicInteger ids = new AtomicInteger();
    private final List<Exchange> exchanges = new ArrayList<>();
    private final List<Observation> observations = new ArrayList<>();
    private final OpenRounds open = new OpenRounds();
    private int omitted;
    private volatile boolean givingBack;

    CaseContext(CaseRunner bench, Case of, int number, Player player, @Nullable Player other) {
        this.bench = bench;
        this.player = player;
        this.other = other;
        this.number = number;
        this.random = new SplittableRandom(bench.seed() * 31 + of.id().hashCode());
    }

    /** The player of this case. */
    public Player player() {
        return player;
    }

    /** A second player; the case is skipped when the tester gave one token only. */
    public Player other() {
        if (other == null) {
            throw new SkipCase("needs a second --token, of another player");
        }
        return other;
    }

    /** Randomness that the seed and the case alone determine. */
    public SplittableRandom random() {
        return random;
    }

    /** The secret, to sign wrongly with. */
    public Secret secret() {
        return bench.secret();
    }

    /** The game that the callbacks name. */
    public String game() {
        return bench.game();
    }

    /** The base path under which the callbacks are mounted. */
    public String prefix() {
        return bench.wire().address().prefix();
    }

    /** Now, in Unix milliseconds. */
    public long now() {
        return bench.wire().millis();
    }

    /** Whether the wallet is on this machine, so that both have one clock. */
    public boolean local() {
        return bench.wire().address().isLoopback();
    }

    /** Whether the wallet is reached over TLS. */
    public boolean secure() {
        return bench.wire().address().tls();
    }

    /** Whether the wallet is on this machine or in a private network. */
    public boolean internal() {
        return bench.wire().address().isInternal();
    }

    /** A whole number of minor units of this player. */
    public BigDecimal units(long count) {
        return player.units(count);
    }

    /** A new id, formed like a UUID: run, case, count, and some chance. */
    public String id() {
        var count = ids.incrementAndGet();
        return String.format(
                "%08x-%04x-4%03x-8%03x-%012x",
                bench.run(), number, count >> 12 & 0xfff, count & 0xfff, Math.floorMod(bench.chance(), 1L << 48));
    }

    // ---- messages

    /** A debit of so many minor units on a new round. */
    public MovementBody debit(long units) {
        return debit(id(), id(), player.units(units));
    }

    /** A debit with ids of the case's choice. */
    public MovementBody debit(String id, String round, BigDecimal stake) {
        return debit(player, id, round, stake);
    }

    /** A debit of either player. */
    public MovementBody debit(Player whose, String id, String round, BigDecimal stake) {
        return MovementBody.debit(whose, game(), id, round, stake);
    }

    /** A credit of a bet, with a new id. */
    public MovementBody credit(Bet bet, BigDecimal payout) {
        return credit(bet.player(), id(), bet.round(), bet.id(), payout);
    }

    /** A credit with ids of the case's choice. */
    public MovementBody credit(Player whose, String id, String round, String reference, BigDecimal payout) {
        return MovementBody.credit(whose, game(), id, round, reference, payout);
    }

    /** A rollback of a bet, with a new id. */
    public MovementBody rollback(Bet bet) {
        return rollback(bet.player(), id(), bet.round(), bet.id());
    }

    /** A rollback with ids of the case's choice. */
    public MovementBody rollback(Player whose, String id, String round, String reference) {
        return MovementBody.rollback(whose, game(), id, round, reference);
    }

    /** A message as a request, to be spoiled or sent. */
    public Request request(MovementBody message) {
        return Request.post(message.kind().path(), message.json().getBytes(StandardCharsets.UTF_8));
    }

    /** The player callback. */
    public Request playerCall(Player whose) {
        return Request.get("/player")
                .query("gameId=" + Player.encoded(game()) + "&token=" + Player.encoded(whose.token()));
    }

    /** The lookup of a transaction of this player. */
    public Request lookupCall(String id) {
        return Request.get(player.lookupPath(id));
    }

    // ---- sending

    /** Sends anything; ends the case when the run was stopped. */
    public WalletResponse send(Request request) {
        requireRunning();
        try {
            var answer = bench.wire().send(request);
            record(answer.exchange());
            return answer;
        } catch (NoResponse e) {
            record(e.exchange());
            throw e;
        }
    }

    /** Sends a message as it is. */
    public WalletResponse send(MovementBody message) {
        return send(message, request(message));
    }

    /** Sends a message in the form of {@code request}, and remembers what it may have opened or closed. */
    public WalletResponse send(MovementBody message, Request request) {
        requireRunning();
        open.recordSending(message);
        var answer = send(request);
        open.recordAnswer(message, answer.status());
        return answer;
    }

    private void requireRunning() {
        if (!givingBack && !bench.stopped().isEmpty()) {
            throw new SkipCase(bench.stopped());
        }
    }

    /** From here on calls give back what the case took: a run that was stopped still makes them. */
    void giveBack() {
        givingBack = true;
    }

    /** Looks a transaction of this player up. */
    public WalletResponse lookup(String id) {
        return send(lookupCall(id));
    }

    /** A debit that must succeed, since the case builds on it. */
    public Bet bet(long units) {
        return bet(debit(units));
    }

    /** A debit that must succeed, since the case builds on it. */
    public Bet bet(MovementBody debit) {
        var answer = send(debit);
        Check.requireApplied(answer, debit.amount().signum() == 0 ? "RND-1" : "WAL-4", "the debit");
        return new Bet(debit, answer);
    }

    /** A settlement that must succeed, since the case builds on it. */
    public WalletResponse settle(MovementBody settlement) {
        var answer = send(settlement);
        var credit = settlement.kind() == MovementBody.Kind.CREDIT;
        Check.requireApplied(answer, credit ? "RND-2" : "RND-3", credit ? "the credit" : "the rollback");
        return answer;
    }

    /** Whether a settlement is done when it is sent. */
    public boolean isSettlement(MovementBody settlement) {
        return send(settlement).status() == 200;
    }

    /** All of these at the same moment; answers in their order. */
    public List<WalletResponse> sendTogether(List<Supplier<WalletResponse>> calls) {
        var gate = new CountDownLatch(1);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<WalletResponse>> pending = new ArrayList<>();
            for (var call : calls) {
                pending.add(threads.submit(() -> {
                    gate.await();
                    return call.get();
                }));
            }
            gate.countDown();
            var answers = new ArrayList<WalletResponse>();
            for (var answer : pending) {
                answers.add(answer.get());
            }
            return answers;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SkipCase("interrupted");
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e.getCause());
        }
    }

    // ---- the oracle: what the player has

    /** What the player callback says the player has now. */
    public BigDecimal balance() {
        return balance(player);
    }

    /** What the player callback says a player has now. */
    public BigDecimal balance(Player whose) {
        var answer = send(playerCall(whose));
        var balance = answer.balance();
        Check.require(
                answer.status() == 200 && balance != null,
                "WAL-2",
                "200 with a balance from the player callback",
                Check.describe(answer),
                "",
                answer);
        return Objects.requireNonNull(balance);
    }

    /** The balance must have changed by exactly so much since {@code before}. */
    public void requireMoved(BigDecimal before, BigDecimal change, String rule, String hint) {
        requireMoved(player, before, change, rule, hint);
    }

    /** The balance of either player must have changed by exactly so much since {@code before}. */
    public void requireMoved(Player whose, BigDecimal before, BigDecimal change, String rule, String hint) {
        var now = balance(whose);
        Check.require(
                now.subtract(before).compareTo(change) == 0,
                rule,
                "the balance to change by " + change.toPlainString() + ", from " + before.toPlainString() + " to "
                        + before.add(change).toPlainString(),
                "the player callback now says " + now.toPlainString(),
                hint,
                null);
    }

    /** No money may have moved since {@code before}. */
    public void requireUnmoved(BigDecimal before, String rule, String hint) {
        requireMoved(before, BigDecimal.ZERO, rule, hint);
    }

    /** The lookup must know the transaction. */
    public WalletResponse requireKnown(String id, String rule, String hint) {
        var answer = lookup(id);
        Check.require(answer.isResult(), rule, "the lookup to know " + id, Check.describe(answer), hint, answer);
        return answer;
    }

    /** The lookup must not know the transaction. */
    public void requireUnknown(String id, String rule, String hint) {
        var answer = lookup(id);
        Check.require(!answer.isResult(), rule, "the lookup not to know " + id, Check.describe(answer), hint, answer);
    }

    // ---- verdicts

    /** Notes what the wallet does where the specification is open. */
    public void observe(String decision, String seen, String recommended) {
        synchronized (observations) {
            observations.add(new Observation(decision, seen, recommended));
        }
    }

    /** Ends the case for want of something. */
    public SkipCase skip(String missing) {
        return new SkipCase(missing);
    }

    List<Observation> observations() {
        synchronized (observations) {
            return List.copyOf(observations);
        }
    }

    List<Exchange> exchanges() {
        synchronized (exchanges) {
            return List.copyOf(exchanges);
        }
    }

    int omitted() {
        synchronized (exchanges) {
            return omitted;
        }
    }

    OpenRounds openRounds() {
        return open;
    }

    /** Keeps the first and the last exchanges of a long case. */
    private void record(Exchange exchange) {
        synchronized (exchanges) {
            exchanges.add(exchange);
            if (exchanges.size() > KEPT_EXCHANGES) {
                exchanges.remove(KEPT_EXCHANGES / 2);
                omitted++;
            }
        }
    }
}
