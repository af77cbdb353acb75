package dev.operatorkit.reference.simulation;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Says what a right wallet holds and answers, after the specification: maps, whole numbers and no class of the product.
 */
final class PlainModel {
    private static final BigDecimal LARGEST = BigDecimal.valueOf(Long.MAX_VALUE);

    private final Map<String, Holding> accounts = new LinkedHashMap<>();
    private final Map<String, Entry> entries = new LinkedHashMap<>();
    private final Map<String, String> settledBy = new LinkedHashMap<>();
    private final Map<String, Game> games = new LinkedHashMap<>();

    /** Holds an account. */
    static final class Holding {
        final int decimals;
        long balance;
        long version;
        final List<Entry> entries = new ArrayList<>();

        Holding(long balance, int decimals) {
            this.balance = balance;
            this.decimals = decimals;
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

    /** Holds a round: its debit, and the settlement that closed it. */
    record Game(String debit, @Nullable String settledAs) {}

    /** Holds what a right wallet does with a movement: the status, and the change if it is applied. */
    record Verdict(int status, long amount, long change, Invariant ifApplied) {
        static Verdict refuse(int status, Invariant ifApplied) {
            return new Verdict(status, 0, 0, ifApplied);
        }
    }

    void open(String account, long balance, int decimals) {
        accounts.put(account, new Holding(balance, decimals));
    }

    Map<String, Holding> accounts() {
        return accounts;
    }

    Map<String, Entry> entries() {
        return entries;
    }

    Map<String, Game> games() {
        return games;
    }

    @Nullable
    Entry entry(String id) {
        return entries.get(id);
    }

    static String key(String account, String round) {
        return account + "|" + round;
    }

    /** Returns what a right wallet does with this movement now. */
    Verdict judge(Sent sent) {
        var same = entries.get(sent.id());
        if (same != null) {
            var replay = same.kind.equals(sent.kind()) && same.account.equals(sent.account());
            return Verdict.refuse(replay ? 200 : 422, Invariant.ONE_ENTRY);
        }
        var account = accounts.get(sent.account());
        if (account == null) {
            return Verdict.refuse(422, Invariant.OWN_MOVEMENT);
        }
        return sent.isDebit() ? judgeDebit(sent, account) : judgeSettlement(sent, account);
    }

    private Verdict judgeDebit(Sent sent, Holding account) {
        if (settledBy.containsKey(sent.id())) {
            return Verdict.refuse(422, Invariant.TOMBSTONE);
        }
        var game = games.get(key(sent.account(), sent.round()));
        if (game != null) {
            return Verdict.refuse(422, Invariant.ONE_SETTLEMENT);
        }
        var stake = units(sent, account);
        if (stake == null || (sent.isFree() && stake != 0)) {
            return Verdict.refuse(422, Invariant.EXACT_AMOUNT);
        }
        if (stake > account.balance) {
            return Verdict.refuse(409, Invariant.OVERDRAFT);
        }
        return new Verdict(200, stake, -stake, Invariant.BALANCE);
    }

    private Verdict judgeSettlement(Sent sent, Holding account) {
        if (settledBy.containsKey(sent.id()) || sent.id().equals(sent.reference())) {
            return Verdict.refuse(422, Invariant.OWN_MOVEMENT);
        }
        var game = games.get(key(sent.account(), sent.round()));
        var debit = entries.get(sent.reference());
        if (debit == null) {
            var known =
                    settledBy.containsKey(sent.reference()) || (game != null && game.debit.equals(sent.reference()));
            if (known || sent.isCredit()) {
                return Verdict.refuse(422, Invariant.ONE_SETTLEMENT);
            }
            return new Verdict(200, 0, 0, Invariant.BALANCE);
        }
        if (!debit.kind.equals("debit") || !debit.account.equals(sent.account())) {
            return Verdict.refuse(422, Invariant.OWN_MOVEMENT);
        }
        if (!debit.round.equals(sent.round())
                || settledBy.containsKey(debit.id)
                || game == null
                || game.settledAs != null
                || !game.debit.equals(debit.id)) {
            return Verdict.refuse(422, Invariant.ONE_SETTLEMENT);
        }
        var amount = sent.isCredit() ? units(sent, account) : Long.valueOf(debit.amount);
        if (amount == null || isMoreThanFits(amount, account)) {
            return Verdict.refuse(422, Invariant.EXACT_AMOUNT);
        }
        return new Verdict(200, amount, amount, Invariant.BALANCE);
    }

    private static boolean isMoreThanFits(long amount, Holding account) {
        return amount > Long.MAX_VALUE - account.balance;
    }

    /** Returns true if the player has so much that the settlement of this debit cannot be added. */
    boolean hasNoRoomFor(Sent settlement) {
        var account = accounts.get(settlement.account());
        var debit = entries.get(settlement.reference());
        if (account == null || debit == null) {
            return false;
        }
        var amount = settlement.isCredit() ? units(settlement, account) : Long.valueOf(debit.amount);
        return amount != null && isMoreThanFits(amount, account);
    }

    /** Returns an amount in minor units; null if it does not fit. */
    private static @Nullable Long units(Sent sent, Holding account) {
        var units = Objects.requireNonNull(sent.amount())
                .movePointRight(account.decimals)
                .stripTrailingZeros();
        return units.signum() < 0 || units.scale() > 0 || units.compareTo(LARGEST) > 0 ? null : units.longValueExact();
    }

    /** Applies a movement that was judged 200. */
    void apply(Sent sent, Entry entry) {
        var account = Objects.requireNonNull(accounts.get(entry.account));
        account.balance = entry.after;
        account.version = entry.version;
        account.entries.add(entry);
        entries.put(entry.id, entry);
        var key = key(entry.account, entry.round);
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

    /** Applies a posting, unless the balance would fall below zero. */
    void post(String account, long change) {
        var holding = Objects.requireNonNull(accounts.get(account));
        if (holding.balance + change >= 0) {
            holding.balance += change;
            holding.version++;
        }
    }
}
