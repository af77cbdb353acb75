package dev.operatorkit.conformance.suite;

import dev.operatorkit.conformance.money.Bet;
import dev.operatorkit.conformance.money.MovementBody;
import dev.operatorkit.conformance.money.Player;
import dev.operatorkit.conformance.money.PlayerAccount;
import dev.operatorkit.conformance.wire.Request;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;

/** Gives a script its player (or two), the callbacks it sends, and checks that cite a rule. */
public final class CaseContext {
    private final RunState run;
    private final String caseId;
    private final int number;
    private final SplittableRandom random;
    private final AtomicInteger ids = new AtomicInteger();
    private final CaseCalls calls;

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
        this.calls = new CaseCalls(this, run, accounts);
    }

    /** Returns the player of this case. */
    public Player player() {
        return calls.accounts().get(0).player();
    }

    /** Returns the second player; skips the case when the tester gave only one token. */
    public Player other() {
        if (calls.accounts().size() < 2) {
            throw skip("needs a second --token of another player");
        }
        return calls.accounts().get(1).player();
    }

    /** Returns randomness that depends only on the seed and the case. */
    public SplittableRandom random() {
        return random;
    }

    /** Returns what the cases of the run share. */
    public RunState run() {
        return run;
    }

    /** Returns the game that the callbacks name. */
    public String game() {
        return run.game();
    }

    /** Returns the campaign that free rounds name. */
    public String campaign() {
        return run.limits().given().campaignOrDefault();
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
        return debit(player(), units(units));
    }

    /** Creates a debit of either player on a new round. */
    public MovementBody debit(Player whose, BigDecimal stake) {
        return MovementBody.debit(whose, game(), id(), id(), stake);
    }

    /** Creates a free round, with the usual value. */
    public MovementBody spin() {
        return free(debit(0));
    }

    /** Returns a movement of a free round, with the usual value. */
    public MovementBody free(MovementBody movement) {
        return movement.free(campaign(), units(20));
    }

    /** Creates a credit of a bet, with a new id. */
    public MovementBody credit(Bet bet, long units) {
        return credit(bet.debit(), units);
    }

    /** Creates a credit of a debit, with a new id. */
    public MovementBody credit(MovementBody debit, long units) {
        return credit(debit, debit.player().units(units));
    }

    /** Creates a credit of a debit, with a new id. */
    public MovementBody credit(MovementBody debit, BigDecimal payout) {
        return MovementBody.credit(debit, game(), id(), payout);
    }

    /** Creates a rollback of a bet, with a new id. */
    public MovementBody rollback(Bet bet) {
        return rollback(bet.debit());
    }

    /** Creates a rollback of a debit, with a new id. */
    public MovementBody rollback(MovementBody debit) {
        return MovementBody.rollback(debit, game(), id());
    }

    /** Creates the request of a message, which a case may change before it is sent. */
    public Request request(MovementBody message) {
        return Request.post(message.kind().path(), message.json().getBytes(StandardCharsets.UTF_8));
    }

    /** Creates the player callback. */
    public Request playerCall(Player whose) {
        return playerCall(run.playerQuery(whose.token()));
    }

    /** Returns the raw query of the player callback of this case's player. */
    public String playerQuery() {
        return run.playerQuery(player().token());
    }

    /** Creates the player callback with this raw query. */
    public Request playerCall(String query) {
        return Request.get("/player").query(query);
    }

    /** Creates the lookup of a transaction of this player. */
    public Request lookupCall(String id) {
        return Request.get(player().lookupPath(id));
    }

    /** Sends a request; ends the case when the run was stopped. */
    public WalletResponse send(Request request) {
        return calls.send(request);
    }

    /** Sends the player callback. */
    public WalletResponse sendPlayerCall() {
        return send(playerCall(player()));
    }

    /** Sends a message unchanged. */
    public WalletResponse send(MovementBody message) {
        return send(message, request(message));
    }

    /** Sends a message as {@code request}; skips the case when a limit of the wallet explains a refusal (D-63). */
    public WalletResponse send(MovementBody message, Request request) {
        return calls.sendAsService(message, request);
    }

    /** Sends a message on a new connection: idle ones would occupy the threads of a wallet that has one thread per connection. */
    public WalletResponse sendOnNewConnection(MovementBody message) {
        return send(message, request(message).onNewConnection());
    }

    /** Sends a message that must move no money, and returns the response. */
    public WalletResponse sendUnmoved(MovementBody message, String rule, String hint) {
        var before = balance();
        var answer = send(message);
        requireUnmoved(before, rule, hint);
        return answer;
    }

    /** Sends a message that changes the balance by this amount if it gets 200, and otherwise by nothing. */
    public WalletResponse sendExact(MovementBody message, BigDecimal change, String rule, String hint) {
        var before = balance();
        var answer = send(message);
        requireMoved(before, answer.status() == 200 ? change : BigDecimal.ZERO, rule, hint);
        return answer;
    }

    /** Sends a message that must be applied and change the balance by this amount. */
    public WalletResponse sendApplied(MovementBody message, BigDecimal change, String rule, String what) {
        var before = balance();
        var answer = send(message);
        Check.requireApplied(answer, before.add(change), rule, what);
        requireMoved(before, change, rule, "");
        return answer;
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

    /** Makes a call for each of these at the same moment, or a little apart, and returns the responses in the same order. */
    public <T> List<WalletResponse> sendTogether(Collection<T> items, Function<T, WalletResponse> call) {
        return calls.races().run(items, call);
    }

    /**
     * Makes independent calls, several at a time, and returns the response to each item. It saves time where each call takes long; a
     * case about calls at the same moment uses {@link #sendTogether}.
     */
    public <T> Map<T, WalletResponse> sendConcurrently(Collection<T> items, Function<T, WalletResponse> call) {
        var answers = calls.races().runUncounted(items, call).iterator();
        var byItem = new LinkedHashMap<T, WalletResponse>();
        items.forEach(item -> byItem.put(item, answers.next()));
        return byItem;
    }

    /** Places bets that must succeed, several at a time; one that the wallet refuses among others is placed once more. */
    public List<Bet> bets(List<MovementBody> debits) {
        run.gates().require(Gate.DEBIT, caseId);
        var bets = new ArrayList<Bet>();
        sendApplied(debits, debit -> bet(debit).answer()).forEach((debit, answer) -> bets.add(new Bet(debit, answer)));
        return bets;
    }

    /** Places this many bets of the same stake. */
    public List<Bet> bets(int count, long units) {
        return bets(Stream.generate(() -> debit(units)).limit(count).toList());
    }

    /** Sends settlements that must succeed, several at a time; one that the wallet refuses among others is sent once more. */
    public Collection<WalletResponse> settleConcurrently(List<MovementBody> settlements) {
        return sendApplied(settlements, this::settle).values();
    }

    private Map<MovementBody, WalletResponse> sendApplied(
            List<MovementBody> messages, Function<MovementBody, WalletResponse> again) {
        var answers = sendConcurrently(messages, this::send);
        answers.replaceAll((message, answer) ->
                answer.status() == 200 && answer.balance() != null ? answer : again.apply(message));
        return answers;
    }

    /** Rolls back the rounds that the case has opened so far, after which no lookup judges a refusal any more. */
    public void rollBackOpenRounds() {
        calls.oracles().requireTruth();
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

    /** Fails when money has moved since {@code before}, or the lookup knows one of these transactions. */
    public void requireUnmovedAndUnknown(BigDecimal before, List<String> ids, String rule, String hint) {
        var answers = sendConcurrently(ids, this::lookup);
        requireUnmoved(before, rule, hint + ", but money moved.");
        answers.forEach((id, answer) -> requireUnknown(id, answer, rule, hint + ", but it was stored."));
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
        requireUnmoved(player(), before, rule, hint);
    }

    /** Fails when money of a player has moved since {@code before}. */
    public void requireUnmoved(Player whose, BigDecimal before, String rule, String hint) {
        requireMoved(whose, before, BigDecimal.ZERO, rule, hint);
    }

    /** Fails unless the lookup knows the transaction. */
    public WalletResponse requireKnown(String id, String rule, String hint) {
        run.gates().require(Gate.LOOKUP, caseId);
        return requireKnown(id, lookup(id), rule, hint);
    }

    /** Fails unless this response of the lookup shows that the wallet knows the transaction. */
    public WalletResponse requireKnown(String id, WalletResponse answer, String rule, String hint) {
        run.gates().require(Gate.LOOKUP, caseId);
        Check.require(answer, answer.isResult(), rule, "a lookup that knows " + id, hint);
        return answer;
    }

    /** Fails when this response of the lookup shows that the wallet knows the transaction. */
    public void requireUnknown(String id, WalletResponse answer, String rule, String hint) {
        Check.require(answer, !answer.isResult(), rule, "a lookup without " + id, hint);
    }

    /** Records what the wallet does where the specification is open. */
    public void observe(Observation seen) {
        log().record(seen);
    }

    /** Records the status that {@code what} got, where the specification is open. */
    public void observe(String what, WalletResponse answer, Advice advice) {
        observe(advice.of(what, answer));
    }

    /** Adds to the report what a case did, with any result. */
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
