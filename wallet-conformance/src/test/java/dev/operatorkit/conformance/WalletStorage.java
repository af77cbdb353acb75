package dev.operatorkit.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.text.Normalizer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Stores the accounts, entries and rounds of the {@link ConfigurableWallet}, and holds the defects of storing. */
@SuppressWarnings("OperatorPrecedence") // defect and occasion, one pair a line, read better without more brackets
final class WalletStorage {
    /** Holds an account and its balance. */
    static final class Account {
        final String id;
        final String token;
        volatile BigDecimal balance;

        @Nullable
        BigDecimal stale;

        int asked;

        Account(String id, String token, BigDecimal balance) {
            this.id = id;
            this.token = token;
            this.balance = balance;
        }
    }

    /** Holds a stored movement. */
    record Entry(
            String kind,
            Account account,
            String id,
            String round,
            BigDecimal amount,
            String operatorId,
            BigDecimal after,
            String body,
            Instant createdAt) {

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
    record Slip(String kind, int extra, boolean shown) {}

    final Map<String, Account> accounts = new HashMap<>();
    final Map<String, Entry> entries = new HashMap<>();
    final Map<String, Entry> openedBy = new HashMap<>();
    final Map<String, String> closed = new HashMap<>();
    boolean sessionsExpired;
    boolean keepsRoundsOpen;

    @Nullable
    Slip slip;

    private final List<String> order = new ArrayList<>();
    private final AtomicInteger ids = new AtomicInteger();
    private final WalletVariants variants;
    private final @Nullable Defect defect;

    WalletStorage(WalletVariants variants, @Nullable Defect defect) {
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

    int nextId() {
        return ids.incrementAndGet();
    }

    @Nullable
    Account byToken(String token) {
        if (sessionsExpired) {
            return null;
        }
        for (var account : accounts.values()) {
            if (account.token.equals(token)
                    || is(Defect.MATCHES_TOKENS_BY_PREFIX) && token.startsWith(account.token)
                    || is(Defect.IGNORES_CASE_IN_TOKENS) && token.equalsIgnoreCase(account.token)
                    || is(Defect.ACCEPTS_ACCOUNT_IDS_AS_TOKENS) && token.equals(account.id)) {
                return account;
            }
        }
        return is(Defect.ACCEPTS_ANY_TOKEN) ? accounts.get("acc-1") : null;
    }

    /** Pauses between reading and writing, so that another call may come between. */
    static void pause() {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
    }

    // ---- ids

    String key(String kind, String account, String id, String round, String body) {
        var key = id;
        if (is(Defect.IGNORES_CASE_IN_IDS)) key = key.toLowerCase(Locale.ROOT);
        if (is(Defect.TRUNCATES_IDS_AT_24)) key = key.substring(0, Math.min(24, key.length()));
        if (is(Defect.TRUNCATES_IDS_AT_64)) key = key.substring(0, Math.min(64, key.length()));
        if (is(Defect.TRUNCATES_IDS_AT_128)) key = key.substring(0, Math.min(128, key.length()));
        if (is(Defect.TRIMS_IDS)) key = key.strip();
        if (is(Defect.STORES_IDS_IN_ASCII)) key = key.replaceAll("[^ -~]", "?");
        if (is(Defect.NORMALISES_IDS)) key = Normalizer.normalize(key, Normalizer.Form.NFC);
        if (is(Defect.COMPARES_IDS_BY_HASH)) key = Integer.toString(key.hashCode());
        if (is(Defect.CUTS_IDS_AT_NULL)) key = key.replaceAll("\0.*", "");
        if (is(Defect.SCOPES_IDS_BY_ROUND)) key += "@" + round;
        if (is(Defect.SCOPES_IDS_BY_KIND)) key += "@" + kind;
        if (is(Defect.MATCHES_REPLAYS_BY_BYTES)) key += "@" + body.hashCode();
        if (is(Defect.MATCHES_REPLAYS_BY_CONTENT_TYPE) || is(Defect.MATCHES_REPLAYS_BY_REQUEST_ID)) {
            key += "@" + body.substring(0, body.indexOf('{'));
        }
        return key;
    }

    // ---- the books

    Entry apply(String kind, Account account, String id, String round, BigDecimal change, String body) {
        var before = account.balance;
        if (is(Defect.LOSES_UPDATES_UNDER_CONCURRENCY)) {
            pause();
        }
        var after = sum(before, change);
        var keeps = !(is(Defect.LOSES_DEBITS) && kind.equals("debit")
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

    /** Returns true for what a wallet may archive: a debit that is settled, or a settlement. */
    private boolean isOver(String key) {
        var entry = Objects.requireNonNull(entries.get(key));
        return !entry.kind().equals("debit") || closed.containsKey(entry.account().id + "/" + entry.id());
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
    BigDecimal amount(JsonNode node) {
        if (!node.isNumber()
                || node.decimalValue().precision() > 400
                || Math.abs((long) node.decimalValue().scale()) > 400) {
            return null;
        }
        var amount = node.decimalValue();
        if (is(Defect.TRUNCATES_CENTS)) {
            return BigDecimal.valueOf(
                    (long) (amount.doubleValue() * Math.pow(10, variants.decimals())), variants.decimals());
        }
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
    Account named(JsonNode message) {
        var name = message.path("playerId").asText();
        return accounts.get(is(Defect.MATCHES_PLAYERS_BY_NUMBER) ? name.replaceFirst("^\\D+", "acc-") : name);
    }

    boolean isOpened(Account account, String round) {
        return openedBy.containsKey(account.id + "/" + round)
                || is(Defect.TAKES_PROTOTYPE_ROUNDS_FOR_OPEN) && round.equals("toString");
    }

    void close(@Nullable Entry debit, String kind) {
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

    /** Returns the debits whose rounds are open. */
    List<Entry> openRounds() {
        return openedBy.values().stream()
                .filter(debit -> !closed.containsKey(debit.account().id + "/" + debit.id()))
                .toList();
    }

    /** Returns the entry for a lookup, or null. */
    @Nullable
    Entry find(String accountId, String id) {
        for (var entry : entries.values()) {
            var same = entry.id().equals(id)
                    || is(Defect.IGNORES_CASE_IN_IDS) && entry.id().equalsIgnoreCase(id)
                    || is(Defect.LOOKS_UP_BY_PREFIX)
                            && id.length() > 8
                            && entry.id().startsWith(id);
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

    boolean isOwnCurrency(com.fasterxml.jackson.databind.JsonNode money) {
        return money.path("currency").asText(variants.currency()).equals(variants.currency());
    }
}
