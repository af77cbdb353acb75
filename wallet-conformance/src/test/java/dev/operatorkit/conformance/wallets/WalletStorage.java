package dev.operatorkit.conformance.wallets;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.RoundingMode;
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
public final class WalletStorage {
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
            String kind,
            Account account,
            String id,
            String round,
            BigDecimal amount,
            String operatorId,
            BigDecimal after,
            String body,
            Instant createdAt) {

        /** Returns the message, without what a defect puts before it. */
        JsonNode json() {
            return RequestBody.json(body);
        }

        Entry showing(BigDecimal balance, String otherId) {
            return new Entry(kind, account, id, round, amount, otherId, balance, body, createdAt);
        }
    }

    /**
     * Describes a mistake in the next movement of a kind that moves money, as a wallet makes it that has just started.
     *
     * @param extra what happens beside the movement: 1 applies it once more, -1 takes it back
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
    private final WalletVariants variants;
    private final @Nullable Defect defect;

    public WalletStorage(WalletVariants variants, @Nullable Defect defect) {
        this.variants = variants;
        this.defect = defect;
        for (var i = 1; i <= 2; i++) {
            var account = new Account(
                    "acc-" + i, "secret-token-" + i, BigDecimal.valueOf(variants.balance(), variants.decimals()));
            accounts.put(account.id, account);
        }
    }

    private boolean is(Defect one) {
        return defect == one;
    }

    public int nextId() {
        return ids.incrementAndGet();
    }

    @Nullable
    public Account byToken(String token) {
        if (sessionsExpired) {
            return null;
        }
        for (var account : accounts.values()) {
            if (account.owns(token)
                    || is(Defect.MATCHES_TOKENS_BY_PREFIX) && token.startsWith(account.token)
                    || is(Defect.IGNORES_CASE_IN_TOKENS) && token.equalsIgnoreCase(account.token)
                    || is(Defect.ACCEPTS_ACCOUNT_IDS_AS_TOKENS) && token.equals(account.id)) {
                return account;
            }
        }
        return is(Defect.ACCEPTS_ANY_TOKEN) ? accounts.get("acc-1") : null;
    }

    /** Pauses between reading and writing, so that another call may come between. */
    public static void pause() {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
    }

    // ---- ids

    public String key(String kind, String account, String id, String round, String body) {
        var key = Defect.changed(defect, Mutation.Place.ID, id);
        if (is(Defect.SCOPES_IDS_BY_ROUND)) key += "@" + round;
        if (is(Defect.SCOPES_IDS_BY_KIND)) key += "@" + kind;
        if (is(Defect.SCOPES_IDS_BY_GAME)) key += body.replaceFirst("(?s).*\"gameId\":\"([^\"]*)\".*", "@$1");
        if (is(Defect.MATCHES_REPLAYS_BY_BYTES)) key += "@" + body.hashCode();
        if (is(Defect.MATCHES_REPLAYS_BY_CONTENT_TYPE) || is(Defect.MATCHES_REPLAYS_BY_REQUEST_ID)) {
            key += "@" + body.substring(0, body.indexOf('{'));
        }
        return key;
    }

    // ---- the books

    public Entry apply(String kind, Account account, String id, String round, BigDecimal change, String body) {
        var before = account.balance;
        if (is(Defect.LOSES_UPDATES_UNDER_CONCURRENCY)) {
            pause();
        }
        var after = sum(before, change);
        var keeps = !(is(Defect.LOSES_DEBITS) && kind.equals("debit")
                || is(Defect.LOSES_EVERY_TENTH_MOVEMENT) && entries.size() % 10 == 9
                || is(Defect.LOSES_CREDITS) && kind.equals("credit")
                || is(Defect.LOSES_ROLLBACKS) && kind.equals("rollback"));
        if (keeps) {
            account.balance = is(Defect.OVERDRAWS_UNDER_CONCURRENCY)
                            || is(Defect.SETTLES_TWICE_UNDER_CONCURRENCY)
                            || is(Defect.OPENS_TWICE_UNDER_CONCURRENCY)
                            || is(Defect.APPLIES_CONCURRENT_REPEATS)
                    ? addNow(account, change)
                    : after;
        }
        if (is(Defect.COPIES_BALANCE_TO_ALL_PLAYERS)) {
            accounts.values().forEach(each -> each.balance = account.balance);
        }
        var shown = is(Defect.ANSWERS_BALANCE_BEFORE_DEBIT) && kind.equals("debit")
                        || is(Defect.ANSWERS_BALANCE_BEFORE_CREDIT) && kind.equals("credit")
                        || is(Defect.ANSWERS_BALANCE_BEFORE_ROLLBACK) && kind.equals("rollback")
                ? before
                : after;
        var wrong = slip(kind, account, change);
        var entry =
                new Entry(kind, account, id, round, change, "op-" + nextId(), shown.add(wrong), body, Instant.now());
        if (is(Defect.STORES_NO_PROTOTYPE_IDS) && id.equals("__proto__")) {
            return entry;
        }
        if (kind.equals("debit")) {
            openedBy.put(account.id + "/" + round, entry);
        }
        if (is(Defect.STORES_NO_ROLLBACKS) && kind.equals("rollback")) {
            return entry;
        }
        if (!(change.signum() == 0
                && (kind.equals("credit") && is(Defect.STORES_NO_ZERO_PAYOUTS)
                        || kind.equals("debit") && is(Defect.STORES_NO_ZERO_STAKES)))) {
            var key = key(kind, account.id, id, round, body);
            entries.put(key, entry);
            order.add(key);
            if (is(Defect.FORGETS_OLD_TRANSACTIONS) && order.size() > 100) {
                order.stream().filter(this::isOver).findFirst().ifPresent(this::forget);
            }
        }
        return entry;
    }

    /** Returns the response to a movement that is not applied. */
    public Entry unapplied(String kind, Account account, String id, String round) {
        return new Entry(
                kind, account, id, round, BigDecimal.ZERO, "op-" + nextId(), account.balance, "", Instant.now());
    }

    /** Returns true for what a wallet may archive: a debit that is settled, or a settlement. */
    private boolean isOver(String key) {
        var entry = Objects.requireNonNull(entries.get(key));
        return !entry.kind().equals("debit") || closed.containsKey(entry.account().id + "/" + entry.id());
    }

    public void delete(Entry debit) {
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
    public BigDecimal amount(JsonNode node, Mutation.Place place) {
        if (!node.isNumber()
                || node.decimalValue().precision() > 400
                || Math.abs((long) node.decimalValue().scale()) > 400) {
            return null;
        }
        var read = Defect.changed(
                defect, Mutation.Place.AMOUNT, node.decimalValue().toString());
        var text = read.isEmpty() ? "" : Defect.changed(defect, place, read);
        if (text.isEmpty()) {
            return null;
        }
        var amount = new BigDecimal(text);
        if (is(Defect.WRAPS_LARGE_STAKES)) {
            return BigDecimal.valueOf(amount.movePointRight(variants.decimals()).longValue(), variants.decimals());
        }
        if (amount.stripTrailingZeros().scale() > variants.decimals()) {
            return is(Defect.ROUNDS_SMALL_FRACTIONS)
                    ? amount.setScale(variants.decimals(), RoundingMode.HALF_UP)
                    : null;
        }
        return amount;
    }

    private BigDecimal sum(BigDecimal before, BigDecimal change) {
        if (is(Defect.CALCULATES_IN_DOUBLE)) {
            return new BigDecimal(Double.toString(before.doubleValue() + change.doubleValue()));
        }
        if (is(Defect.CALCULATES_IN_FLOAT)) {
            return new BigDecimal(Float.toString(before.floatValue() + change.floatValue()));
        }
        return before.add(change);
    }

    /** Returns the account that a message names. */
    @Nullable
    public Account named(JsonNode message) {
        var name = message.path("playerId").asText();
        return accounts.get(is(Defect.MATCHES_PLAYERS_BY_NUMBER) ? name.replaceFirst("^\\D+", "acc-") : name);
    }

    public boolean isOpened(Account account, String round) {
        return openedBy.containsKey(account.id + "/" + round)
                || is(Defect.TAKES_PROTOTYPE_ROUNDS_FOR_OPEN) && round.equals("toString");
    }

    public void close(@Nullable Entry debit, String kind) {
        if (is(Defect.SETTLES_FREE_ROUNDS_TOGETHER)
                && debit != null
                && debit.amount().signum() == 0) {
            openedBy.values().stream()
                    .filter(other -> other.amount().signum() == 0)
                    .forEach(other -> closed.put(other.account().id + "/" + other.id(), kind));
        }
        if (debit != null && !keepsRoundsOpen) {
            closed.put(debit.account().id + "/" + debit.id(), kind);
        }
    }

    /** Closes the open rounds of a player, as lost. */
    public void closeRounds(Account account) {
        openRounds().stream().filter(debit -> debit.account() == account).forEach(debit -> close(debit, "credit"));
    }

    /** Returns the debits whose rounds are open. */
    public List<Entry> openRounds() {
        return openedBy.values().stream()
                .filter(debit -> !closed.containsKey(debit.account().id + "/" + debit.id()))
                .toList();
    }

    /** Returns the entry for a lookup, or null. */
    @Nullable
    public Entry find(String accountId, String id) {
        for (var entry : entries.values()) {
            var same = entry.id().equals(id)
                    || (is(Defect.IGNORES_CASE_IN_IDS) || is(Defect.LOOKS_UP_IN_ANY_CASE))
                            && entry.id().equalsIgnoreCase(id)
                    || is(Defect.LOOKS_UP_BY_PREFIX)
                            && id.length() > 8
                            && entry.id().startsWith(id);
            if (is(Defect.LOOKS_UP_LATE)
                            && entry.createdAt().isAfter(Instant.now().minusMillis(250))
                    || is(Defect.LOOKS_UP_NO_SETTLED_DEBITS)
                            && closed.containsKey(entry.account().id + "/" + entry.id())) {
                continue;
            }
            if (same
                    && (entry.account().id.equals(accountId) || is(Defect.LOOKS_UP_FOR_ANY_ACCOUNT))
                    && (entry.kind().equals("debit") || !is(Defect.LOOKS_UP_DEBITS_ONLY))) {
                return entry;
            }
        }
        if (is(Defect.STORES_TOMBSTONE_ON_LOOKUP)) {
            closed.put("unknown/" + id, "lookup");
        }
        return null;
    }

    public boolean isOwnCurrency(JsonNode money) {
        return is(Defect.IGNORES_CURRENCIES)
                || money.path("currency").asText(variants.currency()).equals(variants.currency());
    }
}
