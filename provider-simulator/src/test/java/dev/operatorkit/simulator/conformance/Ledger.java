package dev.operatorkit.simulator.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The books of the wallet that the tests break: in memory, one lock, and a place for every defect. */
@SuppressWarnings("OperatorPrecedence") // defect and occasion, one pair a line, read better without more brackets
final class Ledger {
    /** An account and what is on it. */
    static final class Account {
        final String id;
        final String token;
        volatile BigDecimal balance;

        @Nullable
        BigDecimal stale;

        Account(String id, String token, BigDecimal balance) {
            this.id = id;
            this.token = token;
            this.balance = balance;
        }
    }

    record Entry(
            String kind,
            Account account,
            String id,
            String round,
            BigDecimal amount,
            String operatorId,
            BigDecimal after,
            String body) {}

    /** What is answered: a status, and an entry when there is one. */
    record Reply(int status, @Nullable Entry entry, String message) {}

    final Map<String, Account> accounts = new HashMap<>();
    private final Map<String, Entry> entries = new HashMap<>();
    private final Map<String, Entry> openedBy = new HashMap<>();
    private final Map<String, String> closed = new HashMap<>();
    private final List<String> order = new ArrayList<>();
    private final Map<String, Integer> remembered = new HashMap<>();
    private final Map<String, BigDecimal> refusedStakes = new HashMap<>();
    private final Map<String, Integer> inFlight = new HashMap<>();
    private final AtomicInteger ids = new AtomicInteger();
    private final Manners manners;
    private final @Nullable Defect defect;
    private BigDecimal latestStake = BigDecimal.ZERO;

    Ledger(Manners manners, @Nullable Defect defect) {
        this.manners = manners;
        this.defect = defect;
        for (var i = 1; i <= 2; i++) {
            var account = new Account(
                    "acc-" + i, "secret-token-" + i, BigDecimal.valueOf(manners.balance(), manners.decimals()));
            accounts.put(account.id, account);
        }
    }

    boolean is(Defect one) {
        return defect == one;
    }

    @Nullable
    Account byToken(String token) {
        for (var account : accounts.values()) {
            if (account.token.equals(token)
                    || is(Defect.KNOWS_TOKENS_BY_THEIR_BEGINNING) && token.startsWith(account.token)
                    || is(Defect.KNOWS_ACCOUNTS_AS_TOKENS) && token.equals(account.id)) {
                return account;
            }
        }
        return is(Defect.KNOWS_EVERY_TOKEN) ? accounts.get("acc-1") : null;
    }

    /** This wallet is slow on purpose: between its look and its leap another may come. */
    private static void dawdle() {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
    }

    // ---- ids

    private String key(String kind, String account, String id, String round, String body) {
        var key = id;
        if (is(Defect.IGNORES_CASE_IN_IDS)) key = key.toLowerCase(Locale.ROOT);
        if (is(Defect.CUTS_IDS_AT_24)) key = key.substring(0, Math.min(24, key.length()));
        if (is(Defect.CUTS_IDS_AT_64)) key = key.substring(0, Math.min(64, key.length()));
        if (is(Defect.CUTS_IDS_AT_128)) key = key.substring(0, Math.min(128, key.length()));
        if (is(Defect.TRIMS_IDS)) key = key.strip();
        if (is(Defect.NORMALISES_IDS)) key = Normalizer.normalize(key, Normalizer.Form.NFC);
        if (is(Defect.KNOWS_IDS_PER_ROUND)) key += "@" + round;
        if (is(Defect.KNOWS_IDS_PER_KIND)) key += "@" + kind;
        if (is(Defect.KNOWS_IDS_PER_PLAYER)) key += "@" + account;
        if (is(Defect.KNOWS_REPLAYS_BY_THEIR_BYTES)) key += "@" + body.hashCode();
        return key;
    }

    // ---- movements

    Reply move(String kind, JsonNode message, String body) {
        if (is(Defect.APPLIES_TWINS)
                || is(Defect.OVERDRAWS_IN_A_CROWD)
                || is(Defect.SETTLES_TWICE_IN_A_CROWD)
                || is(Defect.OPENS_TWICE_IN_A_CROWD)
                || is(Defect.LOSES_UPDATES_IN_A_CROWD)) {
            return moved(kind, message, body);
        }
        var id = message.path("transactionId").asText();
        if (is(Defect.REFUSES_TWINS)) {
            synchronized (inFlight) {
                if (inFlight.merge(id, 1, Integer::sum) > 1) {
                    inFlight.merge(id, -1, Integer::sum);
                    return new Reply(409, null, "a transaction of this id is being processed");
                }
            }
            dawdle();
        }
        try {
            Reply reply;
            synchronized (this) {
                reply = moved(kind, message, body);
            }
            if (is(Defect.READS_THE_BALANCE_LATER) && reply.entry() != null) {
                dawdle();
                var e = reply.entry();
                return new Reply(
                        reply.status(),
                        new Entry(
                                e.kind(),
                                e.account(),
                                e.id(),
                                e.round(),
                                e.amount(),
                                e.operatorId(),
                                e.account().balance,
                                e.body()),
                        "");
            }
            return reply;
        } finally {
            if (is(Defect.REFUSES_TWINS)) {
                synchronized (inFlight) {
                    inFlight.merge(id, -1, Integer::sum);
                }
            }
        }
    }

    private Reply refuse(String message) {
        return new Reply(manners.refusal(), null, message);
    }

    private Reply moved(String kind, JsonNode message, String body) {
        var id = message.path("transactionId");
        var round = message.path("gameRoundId");
        if (!id.isTextual()
                || !round.isTextual()
                || id.asText().isEmpty()
                || id.asText().length() > manners.longestId()
                || round.asText().isEmpty()
                || round.asText().length() > manners.longestId()
                || id.asText().chars().anyMatch(Character::isISOControl)) {
            return is(Defect.ANSWERS_500_TO_BAD_AMOUNTS)
                    ? new Reply(500, null, "oops")
                    : refuse("transactionId and gameRoundId are needed");
        }
        if (manners.wantsEverything() && !message.path("reason").isTextual()) {
            return refuse("a reason is needed");
        }
        return switch (kind) {
            case "debit" -> debit(message, id.asText(), round.asText(), body);
            case "credit" -> credit(message, id.asText(), round.asText(), body);
            default -> rollback(message, id.asText(), round.asText(), body);
        };
    }

    /** Null when there is none that can be read. */
    private @Nullable BigDecimal amount(JsonNode node) {
        if (!node.isNumber()
                || node.decimalValue().precision() > 400
                || Math.abs((long) node.decimalValue().scale()) > 400) {
            return null;
        }
        var amount = node.decimalValue();
        if (is(Defect.CUTS_CENTS)) {
            return BigDecimal.valueOf(
                    (long) (amount.doubleValue() * Math.pow(10, manners.decimals())), manners.decimals());
        }
        if (is(Defect.WRAPS_LARGE_STAKES)) {
            return BigDecimal.valueOf(amount.movePointRight(manners.decimals()).longValue(), manners.decimals());
        }
        if (amount.stripTrailingZeros().scale() > manners.decimals()) {
            return is(Defect.ROUNDS_FINE_AMOUNTS) ? amount.setScale(manners.decimals(), RoundingMode.HALF_UP) : null;
        }
        return amount;
    }

    private Reply debit(JsonNode message, String id, String round, String body) {
        var named = accounts.get(message.path("playerId").asText());
        var token = message.path("token").asText();
        var account = named != null ? named : message.has("playerId") ? null : byToken(token);
        var reply = knownOr("debit", account, id, round, body);
        if (reply != null) {
            return reply;
        }
        if (account == null) {
            return is(Defect.ANSWERS_500_TO_UNKNOWN_PLAYERS)
                    ? new Reply(500, null, "nobody")
                    : refuse("no such player");
        }
        if (manners.wantsEverything() && (!message.has("token") || !message.has("playerId") || !message.has("gameId"))
                || message.has("token") && !account.token.equals(token)) {
            if (is(Defect.ANSWERS_422_AND_TAKES)) {
                apply(
                        "debit",
                        account,
                        id,
                        round,
                        BigDecimal.ONE.movePointLeft(manners.decimals()).negate(),
                        body);
            }
            return refuse("the token is not this player's");
        }
        var stake = amount(message.path("stake").path("amount"));
        if (stake == null || stake.signum() < 0 && !is(Defect.GIVES_FOR_NEGATIVE_STAKES)) {
            return is(Defect.ANSWERS_500_TO_BAD_AMOUNTS)
                    ? new Reply(500, null, "oops")
                    : refuse("the stake is no amount");
        }
        return stake(message, account, id, round, stake, body);
    }

    private Reply stake(JsonNode message, Account account, String id, String round, BigDecimal asked, String body) {
        var free = message.path("reason").asText().equals("freeround");
        var stake = asked;
        if (free && asked.signum() != 0 && !is(Defect.TAKES_A_FREE_ROUNDS_STAKE)) {
            return refuse("a free round has no stake");
        }
        if (free && is(Defect.TAKES_THE_FREE_ROUNDS_VALUE)) {
            stake = message.path("freeRoundData").path("value").path("amount").decimalValue();
        }
        if (stake.signum() == 0
                && (is(Defect.REFUSES_A_ZERO_STAKE) && !free
                        || is(Defect.REFUSES_FREE_ROUNDS_OF_THE_POOR) && account.balance.signum() == 0)) {
            return refuse("nothing staked");
        }
        var roundKey = account.id + "/" + round;
        if ((openedBy.containsKey(roundKey) || closed.containsKey("unknown/" + id))
                && !is(Defect.OPENS_A_ROUND_TWICE)) {
            if (is(Defect.ANSWERS_422_AND_STORES)) {
                apply("debit", account, id, round + id, BigDecimal.ZERO, body);
                return new Reply(422, null, "the round is open already");
            }
            return refuse("the round is open already");
        }
        if (is(Defect.OPENS_TWICE_IN_A_CROWD) || is(Defect.APPLIES_TWINS)) {
            dawdle();
        }
        var unit = BigDecimal.ONE.movePointLeft(manners.decimals());
        var enough = account.balance.compareTo(stake) >= 0
                || is(Defect.OVERDRAWS)
                || is(Defect.OVERDRAWS_BY_ONE) && account.balance.add(unit).compareTo(stake) >= 0;
        if (is(Defect.OVERDRAWS_IN_A_CROWD)) {
            dawdle();
        }
        if (is(Defect.TAKES_WHAT_IS_LEFT) && !enough) {
            stake = account.balance;
            enough = true;
        }
        if (is(Defect.REFUSES_THE_WHOLE_BALANCE) && account.balance.compareTo(stake) == 0 && stake.signum() > 0) {
            enough = false;
        }
        if (!enough) {
            refusedStakes.put(id, stake);
            return new Reply(
                    is(Defect.ANSWERS_422_FOR_FUNDS) ? 422 : is(Defect.ANSWERS_402_FOR_FUNDS) ? 402 : 409,
                    null,
                    "not enough funds");
        }
        latestStake = stake;
        return new Reply(200, apply("debit", account, id, round, stake.negate(), body), "");
    }

    private Reply credit(JsonNode message, String id, String round, String body) {
        var account = accounts.get(message.path("playerId").asText());
        if (is(Defect.REMEMBERS_REFUSED_CREDITS) && remembered.containsKey(id)) {
            return refuse("refused before");
        }
        var known = knownOr("credit", account, id, round, body);
        if (known != null) {
            return known;
        }
        var debit = debitOf(message);
        if (is(Defect.PAYS_THE_DEBITS_PLAYER) && debit != null) {
            account = debit.account();
        }
        if (account == null || is(Defect.WANTS_A_TOKEN_ON_CREDITS) && !message.has("token")) {
            return refuse("no such player or session");
        }
        var payout = amount(message.path("payout").path("amount"));
        if (payout == null
                || payout.signum() < 0 && !is(Defect.TAKES_NEGATIVE_PAYOUTS)
                || payout.signum() == 0 && is(Defect.REFUSES_A_ZERO_PAYOUT)) {
            return refuse("the payout is no amount");
        }
        if (debit == null && is(Defect.PAYS_FOR_AN_UNKNOWN_DEBIT)) {
            return new Reply(200, apply("credit", account, id, round, payout, body), "");
        }
        var refusal = misfit("credit", debit, account, round);
        if (refusal != null) {
            remembered.put(id, 1);
            return refuse(refusal);
        }
        var value = message.path("freeRoundData").path("value").path("amount");
        if (value.isNumber() && is(Defect.PAYS_THE_FREE_ROUNDS_VALUE)) {
            payout = value.decimalValue();
        }
        if (value.isNumber() && is(Defect.DEDUCTS_THE_FREE_ROUNDS_VALUE)) {
            payout = payout.subtract(value.decimalValue()).max(BigDecimal.ZERO);
        }
        if (!(payout.signum() == 0 && is(Defect.LEAVES_THE_ROUND_OPEN_AFTER_A_ZERO_PAYOUT))) {
            close(debit, "credit");
        }
        return new Reply(200, apply("credit", account, id, round, payout, body), "");
    }

    private Reply rollback(JsonNode message, String id, String round, String body) {
        var account = accounts.get(message.path("playerId").asText());
        var known = knownOr("rollback", account, id, round, body);
        if (known != null) {
            return known;
        }
        if (account == null || is(Defect.WANTS_A_TOKEN_ON_ROLLBACKS) && !message.has("token")) {
            return refuse("no such player or session");
        }
        var debit = debitOf(message);
        var reference = message.path("referenceTransactionId").asText();
        if (debit == null && is(Defect.REVERTS_CREDITS) && entries.containsKey(reference)) {
            return new Reply(
                    200,
                    apply(
                            "rollback",
                            account,
                            id,
                            round,
                            entries.get(reference).amount().negate(),
                            body),
                    "");
        }
        if (debit == null && is(Defect.REVERTS_REFUSED_DEBITS) && refusedStakes.containsKey(reference)) {
            return new Reply(200, apply("rollback", account, id, round, refusedStakes.get(reference), body), "");
        }
        if (debit == null && manners.tombstones() && !reference.isEmpty() && !entries.containsKey(reference)) {
            if (!is(Defect.FORGETS_EARLY_ROLLBACKS)) {
                closed.put("unknown/" + reference, "rollback");
            }
            var unearned = is(Defect.PAYS_FOR_EARLY_ROLLBACKS) ? BigDecimal.ONE : BigDecimal.ZERO;
            return new Reply(200, apply("rollback", account, id, round, unearned, body), "");
        }
        var refusal = misfit("rollback", debit, account, round);
        if (refusal != null) {
            return refuse(refusal);
        }
        close(debit, "rollback");
        var back = debit == null ? BigDecimal.ZERO : debit.amount().negate();
        if (is(Defect.RETURNS_THE_LATEST_STAKE)) {
            back = latestStake;
        }
        if (is(Defect.BELIEVES_THE_ROLLBACKS_AMOUNT)
                && message.path("stake").path("amount").isNumber()) {
            back = message.path("stake").path("amount").decimalValue();
        }
        return new Reply(200, apply("rollback", account, id, round, back, body), "");
    }

    private @Nullable Entry debitOf(JsonNode message) {
        var reference = message.path("referenceTransactionId").asText();
        for (var entry : List.copyOf(entries.values())) {
            if (entry.id().equals(reference) && entry.kind().equals("debit")) {
                return entry;
            }
        }
        return null;
    }

    private @Nullable String misfit(String kind, @Nullable Entry debit, Account account, String round) {
        if (debit == null) {
            return "no such debit";
        }
        var credit = kind.equals("credit");
        if (!debit.round().equals(round)
                && !is(credit ? Defect.COMPARES_NO_ROUND_ON_CREDITS : Defect.COMPARES_NO_ROUND_ON_ROLLBACKS)) {
            return "the debit's round is another one";
        }
        if (debit.account() != account
                && !is(credit ? Defect.COMPARES_NO_PLAYER_ON_CREDITS : Defect.COMPARES_NO_PLAYER_ON_ROLLBACKS)) {
            return "the debit is another player's";
        }
        var by = closed.get(debit.account().id + "/" + debit.id());
        if (is(Defect.SETTLES_TWICE_IN_A_CROWD)) {
            dawdle();
        }
        var allowed = by == null
                || credit && by.equals("credit") && is(Defect.PAYS_A_ROUND_TWICE)
                || credit && by.equals("rollback") && is(Defect.PAYS_A_REVERTED_ROUND)
                || !credit && by.equals("credit") && is(Defect.REVERTS_A_SETTLED_ROUND)
                || !credit && by.equals("rollback") && is(Defect.REVERTS_A_ROUND_TWICE);
        return allowed ? null : "the round is closed";
    }

    private void close(@Nullable Entry debit, String kind) {
        if (debit != null) {
            closed.put(debit.account().id + "/" + debit.id(), kind);
        }
    }

    // ---- replays

    private @Nullable Reply knownOr(String kind, @Nullable Account account, String id, String round, String body) {
        if (is(Defect.APPLIES_DEBITS_AGAIN) && kind.equals("debit")
                || is(Defect.APPLIES_CREDITS_AGAIN) && kind.equals("credit")
                || is(Defect.APPLIES_ROLLBACKS_AGAIN) && kind.equals("rollback")) {
            var again = entries.get(id);
            if (again != null && account != null && again.kind().equals(kind)) {
                return new Reply(200, apply(kind, account, id, round + ids.get(), again.amount(), body), "");
            }
        }
        var stored = entries.get(key(kind, account == null ? "" : account.id, id, round, body));
        if (stored == null) {
            return null;
        }
        if (stored.account() != account || !stored.kind().equals(kind)) {
            return refuse("this id is taken");
        }
        if (manners.refusesOtherContent() && !stored.round().equals(round)) {
            return new Reply(409, null, "this id has other content");
        }
        if (is(Defect.REFUSES_REPLAYS)
                || is(Defect.REFUSES_REPLAYS_OF_SETTLED_DEBITS) && closed.containsKey(stored.account().id + "/" + id)) {
            return refuse("duplicate");
        }
        if (is(Defect.REFUSES_REPLAYS_OF_THE_POOR)
                && account.balance.compareTo(stored.amount().negate()) < 0) {
            return new Reply(409, null, "not enough funds");
        }
        if (is(Defect.REPLAYS_TODAYS_BALANCE)) {
            return new Reply(
                    200,
                    new Entry(kind, account, id, round, stored.amount(), stored.operatorId(), account.balance, body),
                    "");
        }
        if (is(Defect.REPLAYS_WITH_A_NEW_ID)) {
            return new Reply(
                    200,
                    new Entry(
                            kind,
                            account,
                            id,
                            round,
                            stored.amount(),
                            "op-" + ids.incrementAndGet(),
                            stored.after(),
                            body),
                    "");
        }
        return new Reply(200, stored, "");
    }

    // ---- the books

    private Entry apply(String kind, Account account, String id, String round, BigDecimal change, String body) {
        var before = account.balance;
        if (is(Defect.LOSES_UPDATES_IN_A_CROWD)) {
            dawdle();
        }
        var after = sum(before, change);
        var keeps = !(is(Defect.KEEPS_NO_DEBIT) && kind.equals("debit")
                || is(Defect.KEEPS_NO_CREDIT) && kind.equals("credit")
                || is(Defect.KEEPS_NO_ROLLBACK) && kind.equals("rollback"));
        if (keeps) {
            account.balance = is(Defect.OVERDRAWS_IN_A_CROWD)
                            || is(Defect.SETTLES_TWICE_IN_A_CROWD)
                            || is(Defect.OPENS_TWICE_IN_A_CROWD)
                            || is(Defect.APPLIES_TWINS)
                    ? addNow(account, change)
                    : after;
        }
        if (is(Defect.MIXES_PLAYERS_UP)) {
            accounts.values().forEach(each -> each.balance = account.balance);
        }
        var shown = is(Defect.ANSWERS_THE_BALANCE_BEFORE_A_DEBIT) && kind.equals("debit")
                        || is(Defect.ANSWERS_THE_BALANCE_BEFORE_A_CREDIT) && kind.equals("credit")
                        || is(Defect.ANSWERS_THE_BALANCE_BEFORE_A_ROLLBACK) && kind.equals("rollback")
                ? before
                : after;
        var entry = new Entry(kind, account, id, round, change, "op-" + ids.incrementAndGet(), shown, body);
        if (kind.equals("debit")) {
            openedBy.put(account.id + "/" + round, entry);
        }
        if (!(change.signum() == 0
                && (kind.equals("credit") && is(Defect.FORGETS_A_ZERO_PAYOUT)
                        || kind.equals("debit") && is(Defect.FORGETS_A_ZERO_STAKE)))) {
            var key = key(kind, account.id, id, round, body);
            entries.put(key, entry);
            order.add(key);
            if (is(Defect.FORGETS_OLD_TRANSACTIONS) && order.size() > 100) {
                entries.remove(order.remove(0));
            }
        }
        return entry;
    }

    private static synchronized BigDecimal addNow(Account account, BigDecimal change) {
        return account.balance.add(change);
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

    // ---- lookup

    synchronized @Nullable Entry find(String accountId, String id) {
        for (var entry : entries.values()) {
            var same = entry.id().equals(id)
                    || is(Defect.IGNORES_CASE_IN_IDS) && entry.id().equalsIgnoreCase(id)
                    || is(Defect.LOOKS_UP_BY_BEGINNING)
                            && id.length() > 8
                            && entry.id().startsWith(id);
            if (same
                    && (entry.account().id.equals(accountId) || is(Defect.LOOKS_UP_FOR_ANY_ACCOUNT))
                    && (entry.kind().equals("debit") || !is(Defect.LOOKS_UP_DEBITS_ALONE))) {
                return entry;
            }
        }
        return null;
    }
}
