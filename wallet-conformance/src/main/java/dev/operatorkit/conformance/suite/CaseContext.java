package dev.operatorkit.conformance.suite;

import dev.operatorkit.conformance.money.Bet;
import dev.operatorkit.conformance.money.MovementBody;
import dev.operatorkit.conformance.money.Player;
import dev.operatorkit.conformance.money.PlayerAccount;
import dev.operatorkit.conformance.wire.Request;
import dev.operatorkit.conformance.wire.Secret;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Gives a script its player (or two), the callbacks it sends, and checks that cite a rule. */
public final class CaseContext {
    private final RunState run;
    private final String caseId;
    private final int number;
    private final SplittableRandom random;
    private final AtomicInteger ids = new AtomicInteger();
    private final CaseCalls calls;
    private final MovementSender sender;

    /**
     * Creates the context of a case.
     *
     * @param number tells the ids of this case from those of others
     * @param accounts of its one or two players; in a resumed run of all players
     */
    public CaseContext(RunState run, String caseId, int number, List<PlayerAccount> accounts) {
        this.run = run;
        this.caseId = caseId;
        this.number = number;
        this.random = new SplittableRandom(run.seed() * 31 + caseId.hashCode());
        this.calls = new CaseCalls(this, run, caseId, accounts);
        this.sender = new MovementSender(this, run.limits());
    }

    /** Returns the player of this case. */
    public Player player() {
        return calls.accounts().get(0).player();
    }

    /** Returns the second player; skips the case when the tester gave only one token. */
    public Player other() {
        if (calls.accounts().size() < 2) {
            throw new SkipCase("needs a second --token of another player");
        }
        return calls.accounts().get(1).player();
    }

    /** Returns one player twice, with two tokens; empty when the tester gave no two tokens of one player. */
    public List<Player> sessionsOfOnePlayer() {
        return run.sessionsOfOnePlayer();
    }

    /** Returns randomness that depends only on the seed and the case. */
    public SplittableRandom random() {
        return random;
    }

    /** Returns the secret, for signatures that are wrong on purpose. */
    public Secret secret() {
        return run.secret();
    }

    /** Returns the game that the callbacks name. */
    public String game() {
        return run.game();
    }

    /** Returns the campaign that free rounds name. */
    public String campaign() {
        return run.limits().given().campaignOrUsual();
    }

    /** Returns true when the wallet has accepted a free round in this run. */
    public boolean hasPlayedFreeRounds() {
        return run.limits().acceptsCampaign();
    }

    /** Returns the movements that the wallet has applied in this run. */
    public RunJournal journal() {
        return run.journal();
    }

    /** Returns the base path under which the callbacks are mounted. */
    public String prefix() {
        return run.wire().address().prefix();
    }

    /** Returns the current time in Unix milliseconds. */
    public long now() {
        return run.wire().millis();
    }

    /** Returns true when the wallet is on this machine, so both share a clock. */
    public boolean isLocal() {
        return run.wire().address().isLoopback();
    }

    /** Returns true when the wallet is reached over TLS. */
    public boolean isSecure() {
        return run.wire().address().tls();
    }

    /** Returns true when the wallet is on this machine or in a private network. */
    public boolean isInternal() {
        return run.wire().address().isInternal();
    }

    /** Returns this many minor units of the player's currency as an amount. */
    public BigDecimal units(long count) {
        return player().units(count);
    }

    /** Creates an id in the form of a UUID: run, case, counter and a random part. */
    public String id() {
        return run.id(number, ids.incrementAndGet());
    }

    /** Creates a debit of this many minor units on a new round. */
    public MovementBody debit(long units) {
        return debit(id(), id(), units(units));
    }

    /** Creates a debit with these ids. */
    public MovementBody debit(String id, String round, BigDecimal stake) {
        return debit(player(), id, round, stake);
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
        return Request.get(player().lookupPath(id));
    }

    /** Sends a request; ends the case when the run was stopped. */
    public WalletResponse send(Request request) {
        return calls.send(request);
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
    public BigDecimal largestStake(BigDecimal refused) {
        return run.limits().largestBelow(refused);
    }

    /** Sends a message as {@code request}; skips the case when a limit of the wallet explains a refusal (D-63). */
    public WalletResponse send(MovementBody message, Request request) {
        return sender.send(message, request);
    }

    /** Looks up a transaction of this player. */
    public WalletResponse lookup(String id) {
        return lookup(player(), id);
    }

    /** Looks up a transaction of a player. */
    public WalletResponse lookup(Player whose, String id) {
        calls.oracles().recordLookup(id);
        return send(Request.get(whose.lookupPath(id)));
    }

    /** Returns true when a call takes long, so that a case should make fewer, or more of them at the same time. */
    public boolean isSlow() {
        return run.isSlow();
    }

    /** Fails the case when a response broke a rule that the case did not check. */
    public void requireTruth() {
        calls.oracles().requireTruth();
        calls.races().extent().ifPresent(this::note);
        calls.races().weakness().ifPresent(this::observe);
    }

    /** Places a bet that must succeed, since the case builds on it. */
    public Bet bet(long units) {
        return bet(debit(units));
    }

    /** Places a bet that must succeed, since the case builds on it. */
    public Bet bet(MovementBody debit) {
        run.gates().require(Gate.DEBIT, caseId);
        var answer = send(debit);
        Check.requireApplied(answer, debit.amount().signum() == 0 ? "RND-1" : "WAL-4", "the debit");
        return new Bet(debit, answer);
    }

    /** Sends a settlement that must succeed, since the case builds on it. */
    public WalletResponse settle(MovementBody settlement) {
        var credit = settlement.kind() == MovementBody.Kind.CREDIT;
        run.gates().require(credit ? Gate.CREDIT : Gate.ROLLBACK, caseId);
        var answer = send(settlement);
        Check.requireApplied(answer, credit ? "RND-2" : "RND-3", credit ? "the credit" : "the rollback");
        return answer;
    }

    /** Sends a settlement and returns true when the wallet applied it. */
    public boolean trySettle(MovementBody settlement) {
        return send(settlement).status() == 200;
    }

    /** Makes all of these calls at the same moment, or a little apart, and returns the responses in the same order. */
    public List<WalletResponse> sendTogether(List<Supplier<WalletResponse>> each) {
        return calls.races().run(each);
    }

    /**
     * Makes calls that have nothing to do with each other, several at a time, and returns the responses in the same order. It
     * saves time where each call takes long; a case about calls at the same moment uses {@link #sendTogether}.
     */
    public List<WalletResponse> sendBeside(List<Supplier<WalletResponse>> each) {
        return calls.races().runUncounted(each);
    }

    /** Places bets that must succeed, several at a time; one that the wallet refuses beside others is placed once more. */
    public List<Bet> bets(List<MovementBody> debits) {
        run.gates().require(Gate.DEBIT, caseId);
        return sendApplied(debits, debit -> bet(debit).answer(), Bet::new);
    }

    /** Sends settlements that must succeed, several at a time; one that the wallet refuses beside others is sent once more. */
    public List<WalletResponse> settleBeside(List<MovementBody> settlements) {
        return sendApplied(settlements, this::settle, (settlement, answer) -> answer);
    }

    private <T> List<T> sendApplied(
            List<MovementBody> messages,
            Function<MovementBody, WalletResponse> again,
            BiFunction<MovementBody, WalletResponse, T> pairing) {
        var answers = sendBeside(messages.stream()
                .<Supplier<WalletResponse>>map(message -> () -> send(message))
                .toList());
        return IntStream.range(0, messages.size())
                .mapToObj(i -> {
                    var isApplied =
                            answers.get(i).status() == 200 && answers.get(i).balance() != null;
                    return pairing.apply(messages.get(i), isApplied ? answers.get(i) : again.apply(messages.get(i)));
                })
                .toList();
    }

    /** Rolls back the rounds that the case has opened so far. */
    public void rollBackOpenRounds() {
        calls.rollBack();
    }

    /** Runs a race this many times, fewer against a slow wallet and more against a fast one: it is not lost every time. */
    public void race(int usual, Runnable round) {
        calls.races().repeat(usual, round);
    }

    /** Returns the balance that the player callback reports. */
    public BigDecimal balance() {
        return balance(player());
    }

    /** Returns the balance that the player callback reports for a player. */
    public BigDecimal balance(Player whose) {
        return calls.balance(whose);
    }

    /** Looks up transactions of this player, several at a time. */
    public List<WalletResponse> lookupWithBalance(List<String> ids) {
        return sendBeside(ids.stream()
                .<Supplier<WalletResponse>>map(id -> () -> lookup(id))
                .toList());
    }

    /** Fails when money has moved since {@code before}, or the lookup knows one of these transactions. */
    public void requireUnmovedAndUnknown(BigDecimal before, List<String> ids, String rule, String hint) {
        var answers = lookupWithBalance(ids);
        requireUnmoved(before, rule, hint + ", but money moved.");
        for (var i = 0; i < ids.size(); i++) {
            requireUnknown(ids.get(i), answers.get(i), rule, hint + ", but it was stored.");
        }
    }

    /** Fails unless the balance has changed by exactly this amount since {@code before}. */
    public void requireMoved(BigDecimal before, BigDecimal change, String rule, String hint) {
        requireMoved(player(), before, change, rule, hint);
    }

    /** Fails unless a player's balance has changed by exactly this amount since {@code before}. */
    public void requireMoved(Player whose, BigDecimal before, BigDecimal change, String rule, String hint) {
        Check.requireMoved(whose, balance(whose), before, change, rule, hint);
    }

    /** Fails when money has moved since {@code before}. */
    public void requireUnmoved(BigDecimal before, String rule, String hint) {
        requireMoved(before, BigDecimal.ZERO, rule, hint);
    }

    /** Fails unless the lookup knows the transaction. */
    public WalletResponse requireKnown(String id, String rule, String hint) {
        run.gates().require(Gate.LOOKUP, caseId);
        return requireKnown(id, lookup(id), rule, hint);
    }

    /** Fails unless this response of the lookup shows that the wallet knows the transaction. */
    public WalletResponse requireKnown(String id, WalletResponse answer, String rule, String hint) {
        run.gates().require(Gate.LOOKUP, caseId);
        Check.require(answer.isResult(), rule, "a lookup that knows " + id, Check.describe(answer), hint, answer);
        return answer;
    }

    /** Fails when the lookup knows the transaction. */
    public void requireUnknown(String id, String rule, String hint) {
        requireUnknown(id, lookup(id), rule, hint);
    }

    /** Fails when this response of the lookup shows that the wallet knows the transaction. */
    public void requireUnknown(String id, WalletResponse answer, String rule, String hint) {
        Check.require(!answer.isResult(), rule, "a lookup without " + id, Check.describe(answer), hint, answer);
    }

    /** Records what the wallet does where the specification is open. */
    public void observe(Observation seen) {
        log().record(seen);
    }

    /** Adds to the report what a case did, whatever its result. */
    public void note(String text) {
        log().note(text);
    }

    /** Skips the case, naming the missing precondition. */
    public SkipCase skip(String missing) {
        return new SkipCase(missing);
    }

    /** Returns what this case saw so far. */
    public CaseLog log() {
        return calls.log();
    }

    /** Returns the calls that this case makes. */
    public CaseCalls calls() {
        return calls;
    }
}
