package dev.operatorkit.conformance;

import dev.operatorkit.conformance.wire.NoResponse;
import dev.operatorkit.conformance.wire.Request;
import dev.operatorkit.conformance.wire.Secret;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Gives a script its player (or two), the callbacks it sends, and checks that cite a rule. */
public final class CaseContext {
    private final CaseRunner runner;
    private final Case underWay;
    private final Player player;
    private final @Nullable Player other;
    private final int number;
    private final SplittableRandom random;
    private final AtomicInteger ids = new AtomicInteger();
    private final CaseLog log = new CaseLog();
    private final OpenRounds open = new OpenRounds();
    private final Oracles oracles;
    private final MovementSender sender;
    private final Races races = new Races();
    private volatile boolean givingBack;

    CaseContext(CaseRunner runner, Case of, int number, Player player, @Nullable Player other) {
        this.runner = runner;
        this.underWay = of;
        this.player = player;
        this.other = other;
        this.number = number;
        this.random = new SplittableRandom(runner.seed() * 31 + of.id().hashCode());
        this.oracles = new Oracles(this, runner.journal());
        this.sender = new MovementSender(this, runner.limits());
    }

    /** Returns the player of this case. */
    public Player player() {
        return player;
    }

    /** Returns the second player; skips the case when the tester gave only one token. */
    public Player other() {
        if (other == null) {
            throw new SkipCase("needs a second --token of another player");
        }
        return other;
    }

    /** Returns randomness that depends only on the seed and the case. */
    public SplittableRandom random() {
        return random;
    }

    /** Returns the secret, for signatures that are wrong on purpose. */
    public Secret secret() {
        return runner.secret();
    }

    /** Returns the game that the callbacks name. */
    public String game() {
        return runner.game();
    }

    /** Returns the campaign that free rounds name. */
    public String campaign() {
        return runner.limits().given().campaignOrUsual();
    }

    /** Returns true when the wallet has accepted a free round in this run. */
    public boolean hasPlayedFreeRounds() {
        return runner.limits().acceptsCampaign();
    }

    /** Returns the movements that the wallet has applied in this run. */
    public RunJournal journal() {
        return runner.journal();
    }

    /** Returns the base path under which the callbacks are mounted. */
    public String prefix() {
        return runner.wire().address().prefix();
    }

    /** Returns the current time in Unix milliseconds. */
    public long now() {
        return runner.wire().millis();
    }

    /** Returns true when the wallet is on this machine, so both share a clock. */
    public boolean isLocal() {
        return runner.wire().address().isLoopback();
    }

    /** Returns true when the wallet is reached over TLS. */
    public boolean isSecure() {
        return runner.wire().address().tls();
    }

    /** Returns true when the wallet is on this machine or in a private network. */
    public boolean isInternal() {
        return runner.wire().address().isInternal();
    }

    /** Returns this many minor units of the player's currency as an amount. */
    public BigDecimal units(long count) {
        return player.units(count);
    }

    /** Creates an id in the form of a UUID: run, case, counter and a random part. */
    public String id() {
        var count = ids.incrementAndGet();
        return String.format(
                "%08x-%04x-4%03x-8%03x-%012x",
                runner.run(), number, count >> 12 & 0xfff, count & 0xfff, Math.floorMod(runner.chance(), 1L << 48));
    }

    // ---- messages
    /** Creates a debit of this many minor units on a new round. */
    public MovementBody debit(long units) {
        return debit(id(), id(), player.units(units));
    }

    /** Creates a debit with these ids. */
    public MovementBody debit(String id, String round, BigDecimal stake) {
        return debit(player, id, round, stake);
    }

    /** Creates a debit of either player. */
    public MovementBody debit(Player whose, String id, String round, BigDecimal stake) {
        return MovementBody.debit(whose, game(), id, round, stake);
    }

    /** Creates a credit of a bet, with a new id. */
    public MovementBody credit(Bet bet, BigDecimal payout) {
        return credit(bet.player(), id(), bet.round(), bet.id(), payout);
    }

    /** Creates a credit with these ids. */
    public MovementBody credit(Player whose, String id, String round, String reference, BigDecimal payout) {
        return MovementBody.credit(whose, game(), id, round, reference, payout);
    }

    /** Creates a rollback of a bet, with a new id. */
    public MovementBody rollback(Bet bet) {
        return rollback(bet.player(), id(), bet.round(), bet.id());
    }

    /** Creates a rollback with these ids. */
    public MovementBody rollback(Player whose, String id, String round, String reference) {
        return MovementBody.rollback(whose, game(), id, round, reference);
    }

    /** Creates the request of a message, which a case may change before it is sent. */
    public Request request(MovementBody message) {
        return Request.post(message.kind().path(), message.json().getBytes(StandardCharsets.UTF_8));
    }

    /** Creates the player callback. */
    public Request playerCall(Player whose) {
        return Request.get("/player")
                .query("gameId=" + Player.encoded(game()) + "&token=" + Player.encoded(whose.token()));
    }

    /** Creates the lookup of a transaction of this player. */
    public Request lookupCall(String id) {
        return Request.get(player.lookupPath(id));
    }

    // ---- sending

    /** Sends a request; ends the case when the run was stopped. */
    public WalletResponse send(Request request) {
        requireRunning();
        try {
            var answer = runner.wire().send(request);
            log.record(answer.exchange());
            races.recordSingle(answer.exchange());
            oracles.judge(answer);
            return answer;
        } catch (NoResponse e) {
            log.record(e.exchange());
            throw e;
        }
    }

    /** Sends a message unchanged. */
    public WalletResponse send(MovementBody message) {
        return send(message, request(message));
    }

    /**
     * Sends a message on a connection of its own: idle ones would occupy the threads of a wallet that has one thread per
     * connection.
     */
    public WalletResponse sendApart(MovementBody message) {
        return send(message, request(message).onNewConnection());
    }

    /** Returns a stake below one that the wallet refused. */
    BigDecimal largestStake(BigDecimal refused) {
        return runner.limits().largestBelow(refused);
    }

    /** Sends a message as {@code request}; skips the case when a limit of the wallet explains a refusal (D-63). */
    public WalletResponse send(MovementBody message, Request request) {
        return sender.send(message, request);
    }

    /** Sends a message once and records the rounds that it may have opened or closed. */
    WalletResponse sendOnce(MovementBody message, Request request) {
        requireRunning();
        var earlier = runner.journal().find(message);
        open.recordSending(message, earlier != null);
        try {
            var answer = send(request);
            open.recordAnswer(message, answer.status());
            log.balances().recordMovement(message, answer, earlier != null);
            oracles.judge(message, answer, earlier, races.isRunning());
            return answer;
        } catch (NoResponse e) {
            if (e.exchange().request().genuine() && !e.isUnreachable()) {
                open.recordSilence(message);
                log.balances().recordSilence(message, e.exchange());
            }
            throw e;
        }
    }

    private void requireRunning() {
        if (!givingBack && !runner.stopped().isEmpty()) {
            throw new SkipCase(runner.stopped());
        }
    }

    /** Returns true while balances are restored. */
    boolean isGivingBack() {
        return givingBack;
    }

    /** Starts the restoring of balances: from here on calls are made even when the run was stopped. */
    void giveBack() {
        givingBack = true;
    }

    /** Looks up a transaction of this player. */
    public WalletResponse lookup(String id) {
        return lookup(player, id);
    }

    /** Looks up a transaction of a player. */
    public WalletResponse lookup(Player whose, String id) {
        oracles.recordLookup(id);
        return send(Request.get(whose.lookupPath(id)));
    }

    /** Fails the case when a response broke a rule that the case did not check. */
    void requireTruth() {
        oracles.requireTruth();
        races.weakness().ifPresent(this::observe);
    }

    /** Returns true for the players of this case. */
    boolean takesPart(Player whose) {
        return whose.accountId().equals(player.accountId())
                || (other != null && whose.accountId().equals(other.accountId()));
    }

    /** Places a bet that must succeed, since the case builds on it. */
    public Bet bet(long units) {
        return bet(debit(units));
    }

    /** Places a bet that must succeed, since the case builds on it. */
    public Bet bet(MovementBody debit) {
        runner.gates().require(Gate.DEBIT, underWay);
        var answer = send(debit);
        Check.requireApplied(answer, debit.amount().signum() == 0 ? "RND-1" : "WAL-4", "the debit");
        return new Bet(debit, answer);
    }

    /** Sends a settlement that must succeed, since the case builds on it. */
    public WalletResponse settle(MovementBody settlement) {
        var credit = settlement.kind() == MovementBody.Kind.CREDIT;
        runner.gates().require(credit ? Gate.CREDIT : Gate.ROLLBACK, underWay);
        var answer = send(settlement);
        Check.requireApplied(answer, credit ? "RND-2" : "RND-3", credit ? "the credit" : "the rollback");
        return answer;
    }

    /** Sends a settlement and returns true when the wallet applied it. */
    public boolean trySettle(MovementBody settlement) {
        return send(settlement).status() == 200;
    }

    /** Makes all of these calls at the same moment, or a little apart, and returns the responses in the same order. */
    public List<WalletResponse> sendTogether(List<Supplier<WalletResponse>> calls) {
        return races.run(calls);
    }

    /** Runs a race this many times, and against a fast wallet more often, since a race is not lost every time. */
    public void race(int atLeast, Runnable round) {
        Races.repeat(atLeast, round);
    }

    /** Returns the balance that the player callback reports. */
    public BigDecimal balance() {
        return balance(player);
    }

    /** Returns the balance that the player callback reports for a player. */
    public BigDecimal balance(Player whose) {
        var answer = send(playerCall(whose));
        var balance = answer.balance();
        Check.require(
                answer.status() == 200 && balance != null,
                Set.of(401, 403, 404, 422).contains(answer.status()) ? "LAU-10" : "WAL-2",
                "200 with a balance from the player callback",
                Check.describe(answer),
                "",
                answer);
        log.balances().recordRead(whose, answer);
        return Objects.requireNonNull(balance);
    }

    /** Fails unless the balance has changed by exactly this amount since {@code before}. */
    public void requireMoved(BigDecimal before, BigDecimal change, String rule, String hint) {
        requireMoved(player, before, change, rule, hint);
    }

    /** Fails unless a player's balance has changed by exactly this amount since {@code before}. */
    public void requireMoved(Player whose, BigDecimal before, BigDecimal change, String rule, String hint) {
        var now = balance(whose);
        Check.requireBalance(
                before.add(change),
                now,
                rule,
                "the balance changes by " + change.toPlainString() + ", from " + before.toPlainString() + " to "
                        + before.add(change).toPlainString(),
                "the player callback reports " + now.toPlainString(),
                hint,
                null);
    }

    /** Fails when money has moved since {@code before}. */
    public void requireUnmoved(BigDecimal before, String rule, String hint) {
        requireMoved(before, BigDecimal.ZERO, rule, hint);
    }

    /** Fails unless the lookup knows the transaction. */
    public WalletResponse requireKnown(String id, String rule, String hint) {
        runner.gates().require(Gate.LOOKUP, underWay);
        var answer = lookup(id);
        Check.require(answer.isResult(), rule, "the lookup knows " + id, Check.describe(answer), hint, answer);
        return answer;
    }

    /** Fails when the lookup knows the transaction. */
    public void requireUnknown(String id, String rule, String hint) {
        var answer = lookup(id);
        Check.require(!answer.isResult(), rule, "the lookup does not know " + id, Check.describe(answer), hint, answer);
    }

    /** Records what the wallet does where the specification is open. */
    public void observe(Observation seen) {
        log.record(seen);
    }

    /** Skips the case, naming the missing precondition. */
    public SkipCase skip(String missing) {
        return new SkipCase(missing);
    }

    /** Returns what this case saw so far. */
    CaseLog log() {
        return log;
    }

    OpenRounds openRounds() {
        return open;
    }
}
