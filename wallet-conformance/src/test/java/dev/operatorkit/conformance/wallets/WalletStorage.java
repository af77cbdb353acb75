package dev.operatorkit.conformance.wallets;

import static dev.operatorkit.conformance.wallets.Defect.*;

import com.fasterxml.jackson.databind.JsonNode;
import dev.operatorkit.conformance.wallets.Mutation.Place;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Stores the accounts, entries and rounds of the {@link ConfigurableWallet}, and holds the defects of storing. */
@SuppressWarnings("OperatorPrecedence") // defect and occasion, one pair a line, read better without more brackets
public final class WalletStorage extends WalletPart {
    public static final String SECOND = "-second";

    /** Holds an account and its balance. */
    public static final class Account {
        public final String id;
        public final String token;
        public volatile BigDecimal balance;

        @Nullable
        BigDecimal stale;

        int asked;

        public Account(String id, String token, BigDecimal balance) {
            this.id = id;
            this.token = token;
            this.balance = balance;
        }

        /** Returns true for the token of the first session and for that of the second, which a player may open too. */
        boolean owns(String text) {
            return text.equals(token) || text.equals(token + SECOND);
        }
    }

    /** Holds a stored movement. */
    public record Entry(
            Movement movement,
            Account account,
            BigDecimal amount,
            String operatorId,
            BigDecimal after,
            Instant createdAt) {
        public String kind() {
            return movement.kind();
        }

        public String id() {
            return movement.id();
        }

        public String round() {
            return movement.round();
        }

        Entry showing(BigDecimal balance, String otherId) {
            return new Entry(movement, account, amount, otherId, balance, createdAt);
        }
    }

    /**
     * Describes a mistake in the next movement of a kind that moves money, as a wallet makes it that has just started.
     *
     * @param extra the times that the movement is applied in addition; -1 takes it back
     * @param shown true when the response shows the wrong balance
     */
    public record Slip(String kind, int extra, boolean shown) {}

    public final Map<String, Account> accounts = new HashMap<>();
    public final Map<String, Entry> entries = new HashMap<>();
    public final Map<String, Entry> openedBy = new HashMap<>();
    public final Map<String, String> closed = new HashMap<>();
    public boolean sessionsExpired;
    public boolean keepsRoundsOpen;

    @Nullable
    public Slip slip;

    private final List<String> order = new ArrayList<>();
    private final AtomicInteger ids = new AtomicInteger();

    WalletStorage(WalletVariants variants, @Nullable Defect defect) {
        super(variants, defect);
        for (var id : List.of("1", "2")) {
            var balance = BigDecimal.valueOf(variants.balance(), variants.decimals());
            accounts.put("acc-" + id, new Account("acc-" + id, "secret-token-" + id, balance));
        }
    }

    public int nextId() {
        return ids.incrementAndGet();
    }

    /** Returns the first account, which must exist. */
    public Account first() {
        return Objects.requireNonNull(accounts.get("acc-1"));
    }

    @Nullable
    Account byToken(String token) {
        return accounts.values().stream()
                .filter(account -> !sessionsExpired && account.owns(changed(Place.TOKEN, token)))
                .findFirst()
                .orElse(null);
    }

    /** Pauses between reading and writing, so that another call may come between. */
    static void pause() {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
    }

    /** Returns the key under which a movement is stored. */
    String key(Movement movement) {
        var body = movement.body();
        return changed(Place.ID, movement.id())
                + switch (defect) {
                    case SCOPES_IDS_BY_ROUND -> "@" + movement.round();
                    case SCOPES_IDS_BY_KIND -> "@" + movement.kind();
                    case SCOPES_IDS_BY_GAME -> "@" + movement.text("gameId");
                    case MATCHES_REPLAYS_BY_BYTES -> "@" + body.hashCode();
                    case MATCHES_REPLAYS_BY_CONTENT_TYPE, MATCHES_REPLAYS_BY_REQUEST_ID ->
                        "@" + body.substring(0, body.indexOf('{'));
                    case null, default -> "";
                };
    }

    Entry apply(Movement movement, Account account, BigDecimal change) {
        var kind = movement.kind();
        var before = account.balance;
        if (is(LOSES_UPDATES_UNDER_CONCURRENCY)) {
            pause();
        }
        var after = sum(before, change);
        var loses = isOf(kind, LOSES_DEBITS, LOSES_CREDITS, LOSES_ROLLBACKS)
                || is(LOSES_EVERY_TENTH_MOVEMENT) && entries.size() % 10 == 9;
        if (!loses) {
            account.balance = isAny(
                            OVERDRAWS_UNDER_CONCURRENCY,
                            SETTLES_TWICE_UNDER_CONCURRENCY,
                            OPENS_TWICE_UNDER_CONCURRENCY,
                            APPLIES_CONCURRENT_REPEATS)
                    ? addNow(account, change)
                    : after;
        }
        if (is(COPIES_BALANCE_TO_ALL_PLAYERS)) {
            accounts.values().forEach(each -> each.balance = account.balance);
        }
        var showsBefore = isOf(
                kind, ANSWERS_BALANCE_BEFORE_DEBIT, ANSWERS_BALANCE_BEFORE_CREDIT, ANSWERS_BALANCE_BEFORE_ROLLBACK);
        var shown = (showsBefore ? before : after).add(slip(kind, account, change));
        var entry = new Entry(movement, account, change, "op-" + nextId(), shown, Instant.now());
        if (is(STORES_NO_PROTOTYPE_IDS) && movement.id().equals("__proto__")) {
            return entry;
        }
        if (kind.equals("debit")) {
            openedBy.put(account.id + "/" + movement.round(), entry);
        }
        var isUnstored = is(STORES_NO_ROLLBACKS) && kind.equals("rollback")
                || is(STORES_NO_ZERO_PAYOUTS) && kind.equals("credit") && change.signum() == 0
                || is(STORES_NO_ZERO_STAKES) && kind.equals("debit") && change.signum() == 0;
        if (!isUnstored) {
            entries.put(key(movement), entry);
            order.add(key(movement));
            if (is(FORGETS_OLD_TRANSACTIONS) && order.size() > 100) {
                order.stream().filter(this::isOver).findFirst().ifPresent(this::forget);
            }
        }
        return entry;
    }

    /** Returns the response to a movement that is not applied. */
    Entry unapplied(Movement movement, Account account) {
        return new Entry(movement, account, BigDecimal.ZERO, "op-" + nextId(), account.balance, Instant.now());
    }

    /** Returns true for an entry that a wallet may archive: a debit that is settled, or a settlement. */
    private boolean isOver(String key) {
        var entry = Objects.requireNonNull(entries.get(key));
        return !entry.kind().equals("debit") || isClosed(entry);
    }

    private static String roundKey(Entry debit) {
        return debit.account().id + "/" + debit.id();
    }

    boolean isClosed(Entry debit) {
        return closed.containsKey(roundKey(debit));
    }

    /** Returns the kind of the settlement that has closed the round of a debit, or null. */
    @Nullable
    String closedBy(Entry debit) {
        return closed.get(roundKey(debit));
    }

    void delete(Entry debit) {
        entries.values().remove(debit);
        openedBy.values().remove(debit);
    }

    private void forget(String key) {
        order.remove(key);
        entries.remove(key);
    }

    /** Makes the mistake that waits for this kind of movement; returns by how much the response is wrong. */
    private BigDecimal slip(String kind, Account account, BigDecimal change) {
        var next = slip;
        if (next == null || !next.kind().equals(kind) || change.signum() == 0) {
            return BigDecimal.ZERO;
        }
        slip = null;
        var extra = change.multiply(BigDecimal.valueOf(next.extra()));
        account.balance = account.balance.add(extra);
        return next.shown() ? extra : BigDecimal.ZERO;
    }

    private static synchronized BigDecimal addNow(Account account, BigDecimal change) {
        return account.balance.add(change);
    }

    /** Returns the amount, or null when there is none that can be read. */
    @Nullable
    BigDecimal amount(JsonNode node, Place place) {
        var isReadable = node.isNumber()
                && node.decimalValue().precision() <= 400
                && Math.abs((long) node.decimalValue().scale()) <= 400;
        var read = isReadable ? changed(Place.AMOUNT, node.decimalValue().toString()) : "";
        var text = read.isEmpty() ? "" : changed(place, read);
        if (text.isEmpty()) {
            return null;
        }
        var amount = new BigDecimal(text);
        return amount.stripTrailingZeros().scale() > variants.decimals() ? null : amount;
    }

    private BigDecimal sum(BigDecimal before, BigDecimal change) {
        return switch (defect) {
            case CALCULATES_IN_DOUBLE -> new BigDecimal(Double.toString(before.doubleValue() + change.doubleValue()));
            case CALCULATES_IN_FLOAT -> new BigDecimal(Float.toString(before.floatValue() + change.floatValue()));
            case null, default -> before.add(change);
        };
    }

    /** Returns the account that a movement names. */
    @Nullable
    Account named(Movement movement) {
        return accounts.get(changed(Place.ACCOUNT, movement.text("playerId")));
    }

    boolean isOpened(Account account, String round) {
        return openedBy.containsKey(account.id + "/" + round)
                || is(TAKES_PROTOTYPE_ROUNDS_FOR_OPEN) && round.equals("toString");
    }

    void close(@Nullable Entry debit, String kind) {
        if (debit == null) {
            return;
        }
        if (is(SETTLES_FREE_ROUNDS_TOGETHER) && debit.amount().signum() == 0) {
            openedBy.values().stream()
                    .filter(other -> other.amount().signum() == 0)
                    .forEach(other -> closed.put(roundKey(other), kind));
        }
        if (!keepsRoundsOpen) {
            closed.put(roundKey(debit), kind);
        }
    }

    /** Closes the open rounds of a player, as lost. */
    void closeRounds(Account account) {
        openRounds().stream().filter(debit -> debit.account() == account).forEach(debit -> close(debit, "credit"));
    }

    /** Returns the debits whose rounds are open. */
    public List<Entry> openRounds() {
        return openedBy.values().stream().filter(debit -> !isClosed(debit)).toList();
    }

    /** Returns the entry for a lookup, or null. */
    @Nullable
    Entry find(String accountId, String id) {
        var found = entries.values().stream()
                .filter(entry -> isSame(entry, id) && !isHidden(entry))
                .filter(entry -> entry.account().id.equals(accountId) || is(LOOKS_UP_FOR_ANY_ACCOUNT))
                .filter(entry -> entry.kind().equals("debit") || !is(LOOKS_UP_DEBITS_ONLY))
                .findFirst()
                .orElse(null);
        if (found == null && is(STORES_TOMBSTONE_ON_LOOKUP)) {
            closed.put("unknown/" + id, "lookup");
        }
        return found;
    }

    private boolean isSame(Entry entry, String id) {
        return entry.id().equals(id)
                || isAny(IGNORES_CASE_IN_IDS, LOOKS_UP_IN_ANY_CASE)
                        && entry.id().equalsIgnoreCase(id)
                || is(LOOKS_UP_BY_PREFIX) && id.length() > 8 && entry.id().startsWith(id);
    }

    private boolean isHidden(Entry entry) {
        return is(LOOKS_UP_LATE) && entry.createdAt().isAfter(Instant.now().minusMillis(250))
                || is(LOOKS_UP_NO_SETTLED_DEBITS) && isClosed(entry);
    }

    boolean isOwnCurrency(JsonNode money) {
        return is(IGNORES_CURRENCIES)
                || money.path("currency").asText(variants.currency()).equals(variants.currency());
    }
}
