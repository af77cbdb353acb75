package dev.operatorkit.reference.simulation;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Says what a right wallet holds and answers, after the specification: maps, whole numbers and no class of the product.
 */
final class PlainModel {
    /** The decimals of EUR. */
    static final int DECIMALS = 2;

    private final Map<String, Holding> accounts = new LinkedHashMap<>();
    private final Map<String, Entry> entries = new LinkedHashMap<>();
    private final Map<String, String> settledBy = new LinkedHashMap<>();
    private final Map<Key, Game> games = new LinkedHashMap<>();

    /** Holds an account. */
    static final class Holding {
        long balance;
        long version;

        Holding(long balance) {
            this.balance = balance;
        }
    }

    /** Holds one applied movement. */
    record Entry(
            String id,
            String kind,
            String account,
            String round,
            String reference,
            long amount,
            long after,
            long version,
            String operatorId,
            String createdAt) {}

    /** Identifies a round. */
    record Key(String account, String round) {}

    /** Holds a round: its debit, and the settlement that closed it. */
    record Game(String debit, @Nullable String settledAs) {}

    /** Holds what a right wallet does with a movement: the status, and the change if it is applied. */
    record Verdict(int status, long amount, long change, Invariant ifApplied) {
        static Verdict refuse(int status, Invariant ifApplied) {
            return new Verdict(status, 0, 0, ifApplied);
        }
    }

    void open(String account, long balance) {
        accounts.put(account, new Holding(balance));
    }

    Map<String, Holding> accounts() {
        return accounts;
    }

    Map<String, Entry> entries() {
        return entries;
    }

    Map<Key, Game> games() {
        return games;
    }

    @Nullable
    Entry entry(String id) {
        return entries.get(id);
    }

    /** Returns what a right wallet does with this movement now. The provider sends no id twice for two movements. */
    Verdict judge(Sent sent) {
        if (entries.containsKey(sent.id())) {
            return Verdict.refuse(200, Invariant.ONE_ENTRY);
        }
        return sent.isDebit() ? judgeDebit(sent) : judgeSettlement(sent);
    }

    private Verdict judgeDebit(Sent sent) {
        if (settledBy.containsKey(sent.id())) {
            return Verdict.refuse(422, Invariant.TOMBSTONE);
        }
        if (games.containsKey(new Key(sent.account(), sent.round()))) {
            return Verdict.refuse(422, Invariant.ONE_SETTLEMENT);
        }
        var stake = units(sent);
        return stake > Objects.requireNonNull(accounts.get(sent.account())).balance
                ? Verdict.refuse(409, Invariant.OVERDRAFT)
                : new Verdict(200, stake, -stake, Invariant.BALANCE);
    }

    private Verdict judgeSettlement(Sent sent) {
        var debit = entries.get(sent.reference());
        if (settledBy.containsKey(sent.reference()) || (debit == null && sent.isCredit())) {
            return Verdict.refuse(422, Invariant.ONE_SETTLEMENT);
        }
        if (debit == null) {
            return new Verdict(200, 0, 0, Invariant.BALANCE);
        }
        var amount = sent.isCredit() ? units(sent) : debit.amount;
        return new Verdict(200, amount, amount, Invariant.BALANCE);
    }

    private static long units(Sent sent) {
        return Objects.requireNonNull(sent.amount()).movePointRight(DECIMALS).longValueExact();
    }

    /** Applies a movement that was judged 200. */
    void apply(Sent sent, Entry entry) {
        var account = Objects.requireNonNull(accounts.get(entry.account));
        account.balance = entry.after;
        account.version = entry.version;
        entries.put(entry.id, entry);
        var key = new Key(entry.account, entry.round);
        if (sent.isDebit()) {
            games.put(key, new Game(entry.id, null));
            return;
        }
        settledBy.put(entry.reference, entry.id);
        var game = games.get(key);
        if (game == null || game.debit.equals(entry.reference)) {
            games.put(key, new Game(entry.reference, sent.isCredit() ? "SETTLED" : "REVERTED"));
        }
    }
}
