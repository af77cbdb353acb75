package dev.operatorkit.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import dev.operatorkit.conformance.WalletStorage.Account;
import dev.operatorkit.conformance.WalletStorage.Entry;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Applies the rules of the {@link ConfigurableWallet} under one lock, and holds the defects of deciding. */
@SuppressWarnings("OperatorPrecedence") // defect and occasion, one pair a line, read better without more brackets
final class WalletRules {
    /** Holds a status, and an entry when there is one. */
    record Reply(int status, @Nullable Entry entry, String message) {}

    private final WalletStorage books;
    private final Map<String, Integer> remembered = new HashMap<>();
    private final Map<String, BigDecimal> refusedStakes = new HashMap<>();
    private final Map<String, Integer> inFlight = new HashMap<>();
    private final WalletVariants variants;
    private final @Nullable Defect defect;
    private BigDecimal latestStake = BigDecimal.ZERO;

    WalletRules(WalletVariants variants, @Nullable Defect defect) {
        this.variants = variants;
        this.defect = defect;
        this.books = new WalletStorage(variants, defect);
    }

    WalletStorage books() {
        return books;
    }

    synchronized @Nullable Entry find(String accountId, String id) {
        return books.find(accountId, id);
    }

    private boolean is(Defect one) {
        return defect == one;
    }

    // ---- movements

    Reply move(String kind, JsonNode message, String body) {
        if (is(Defect.APPLIES_CONCURRENT_REPEATS)
                || is(Defect.OVERDRAWS_UNDER_CONCURRENCY)
                || is(Defect.SETTLES_TWICE_UNDER_CONCURRENCY)
                || is(Defect.OPENS_TWICE_UNDER_CONCURRENCY)
                || is(Defect.LOSES_UPDATES_UNDER_CONCURRENCY)) {
            return moved(kind, message, body);
        }
        var id = message.path("transactionId").asText();
        if (is(Defect.REFUSES_CONCURRENT_REPEATS)) {
            synchronized (inFlight) {
                if (inFlight.merge(id, 1, Integer::sum) > 1) {
                    inFlight.merge(id, -1, Integer::sum);
                    return new Reply(409, null, "a transaction of this id is being processed");
                }
            }
            WalletStorage.pause();
        }
        try {
            Reply reply;
            synchronized (this) {
                reply = moved(kind, message, body);
            }
            if (is(Defect.ANSWERS_BALANCE_READ_LATER) && reply.entry() != null) {
                WalletStorage.pause();
                var e = reply.entry();
                return new Reply(reply.status(), e.showing(e.account().balance, e.operatorId()), "");
            }
            return reply;
        } finally {
            if (is(Defect.REFUSES_CONCURRENT_REPEATS)) {
                synchronized (inFlight) {
                    inFlight.merge(id, -1, Integer::sum);
                }
            }
        }
    }

    private Reply refuse(String message) {
        return new Reply(variants.refusal(), null, message);
    }

    private Reply moved(String kind, JsonNode message, String body) {
        var id = message.path("transactionId");
        var round = message.path("gameRoundId");
        if (!id.isTextual()
                || !round.isTextual()
                || id.asText().isEmpty()
                || id.asText().length() > variants.longestId()
                || round.asText().isEmpty()
                || round.asText().length() > variants.longestId()
                || id.asText().chars().anyMatch(Character::isISOControl) && !is(Defect.CUTS_IDS_AT_NULL)) {
            return is(Defect.ANSWERS_500_TO_BAD_AMOUNTS)
                    ? new Reply(500, null, "oops")
                    : refuse("transactionId and gameRoundId are needed");
        }
        if (variants.wantsEverything() && !message.path("reason").isTextual()) {
            return refuse("a reason is needed");
        }
        return switch (kind) {
            case "debit" -> debit(message, id.asText(), round.asText(), body);
            case "credit" -> credit(message, id.asText(), round.asText(), body);
            default -> rollback(message, id.asText(), round.asText(), body);
        };
    }

    private Reply debit(JsonNode message, String id, String round, String body) {
        var named = books.named(message);
        var token = message.path("token").asText();
        var account = named != null ? named : message.has("playerId") ? null : books.byToken(token);
        var reply = knownOr("debit", account, id, round, body);
        if (reply != null) {
            return reply;
        }
        if (account == null) {
            return is(Defect.ANSWERS_500_TO_UNKNOWN_PLAYERS)
                    ? new Reply(500, null, "nobody")
                    : refuse("no such player");
        }
        if (variants.wantsEverything() && (!message.has("token") || !message.has("playerId"))
                || message.has("token") && !account.token.equals(token)) {
            if (is(Defect.ANSWERS_422_AND_DEBITS)) {
                books.apply(
                        "debit",
                        account,
                        id,
                        round,
                        BigDecimal.ONE.movePointLeft(variants.decimals()).negate(),
                        body);
            }
            return refuse("the token is not this player's");
        }
        var stake = books.amount(message.path("stake").path("amount"));
        if (stake == null || stake.signum() < 0 && !is(Defect.CREDITS_NEGATIVE_STAKES)) {
            return is(Defect.ANSWERS_500_TO_BAD_AMOUNTS)
                    ? new Reply(500, null, "oops")
                    : refuse("the stake is no amount");
        }
        return books.isOwnCurrency(message.path("stake"))
                ? stake(message, account, id, round, stake, body)
                : refuse("the account has another currency");
    }

    private Reply stake(JsonNode message, Account account, String id, String round, BigDecimal asked, String body) {
        var reason = message.path("reason").asText();
        var free = reason.equals("freeround");
        var half = is(Defect.IGNORES_CASE_IN_REASONS) && !free && reason.equalsIgnoreCase("freeround");
        var stake = half ? BigDecimal.ZERO : asked;
        if (free && asked.signum() != 0 && !is(Defect.DEBITS_FREE_ROUND_STAKE)) {
            return refuse("a free round has no stake");
        }
        if (free && is(Defect.DEBITS_FREE_ROUND_VALUE)) {
            stake = message.path("freeRoundData").path("value").path("amount").decimalValue();
        }
        if (stake.signum() == 0
                && (is(Defect.REFUSES_ZERO_STAKES) && !free
                        || is(Defect.REFUSES_FREE_ROUNDS_WITHOUT_BALANCE) && account.balance.signum() == 0)) {
            return refuse("nothing staked");
        }
        var roundKey = account.id + "/" + round;
        if ((books.isOpened(account, round)
                        || books.closed.containsKey("reverted/" + roundKey)
                        || books.closed.containsKey("unknown/" + id))
                && !is(Defect.OPENS_ROUND_TWICE)) {
            if (is(Defect.ANSWERS_422_AND_STORES)) {
                books.apply("debit", account, id, round + id, BigDecimal.ZERO, body);
                return new Reply(422, null, "the round is open already");
            }
            if (is(Defect.DEBITS_LATE_DEBIT_AND_ANSWERS_422) && books.closed.containsKey("unknown/" + id)) {
                books.apply("debit", account, id, round + id, stake.negate(), body);
                return new Reply(422, null, "rolled back before");
            }
            return refuse("the round is open already");
        }
        if (is(Defect.OPENS_TWICE_UNDER_CONCURRENCY) || is(Defect.APPLIES_CONCURRENT_REPEATS)) {
            WalletStorage.pause();
        }
        var unit = BigDecimal.ONE.movePointLeft(variants.decimals());
        var enough = account.balance.compareTo(stake) >= 0
                || is(Defect.OVERDRAWS)
                || is(Defect.OVERDRAWS_BY_1) && account.balance.add(unit).compareTo(stake) >= 0;
        if (is(Defect.OVERDRAWS_UNDER_CONCURRENCY)) {
            WalletStorage.pause();
        }
        if (is(Defect.TAKES_REMAINING_BALANCE) && !enough) {
            stake = account.balance;
            enough = true;
        }
        if (is(Defect.REFUSES_STAKE_EQUAL_TO_BALANCE) && account.balance.compareTo(stake) == 0 && stake.signum() > 0) {
            enough = false;
        }
        if (!enough) {
            refusedStakes.put(id, stake);
            return new Reply(
                    is(Defect.ANSWERS_422_FOR_INSUFFICIENT_FUNDS)
                            ? 422
                            : is(Defect.ANSWERS_402_FOR_INSUFFICIENT_FUNDS) ? 402 : 409,
                    null,
                    "not enough funds");
        }
        latestStake = stake;
        return new Reply(200, books.apply("debit", account, id, round, stake.negate(), body), "");
    }

    private Reply credit(JsonNode message, String id, String round, String body) {
        var account = books.named(message);
        if (is(Defect.STORES_REFUSED_CREDITS) && remembered.containsKey(id)) {
            return refuse("refused before");
        }
        var known = knownOr("credit", account, id, round, body);
        if (known != null) {
            return known;
        }
        var debit = debitOf(message);
        if (is(Defect.PAYS_PLAYER_OF_DEBIT) && debit != null) {
            account = debit.account();
        }
        if (account == null
                || is(Defect.REQUIRES_TOKEN_ON_CREDITS) && !message.has("token")
                || is(Defect.REQUIRES_GAME_ON_SETTLEMENTS) && !message.has("gameId")) {
            return refuse("no such player or session");
        }
        var payout = books.amount(message.path("payout").path("amount"));
        if (payout == null
                || payout.signum() < 0 && !is(Defect.DEBITS_NEGATIVE_PAYOUTS)
                || payout.signum() == 0 && is(Defect.REFUSES_ZERO_PAYOUTS)) {
            return refuse("the payout is no amount");
        }
        if (debit == null && is(Defect.PAYS_UNKNOWN_DEBIT)) {
            return new Reply(200, books.apply("credit", account, id, round, payout, body), "");
        }
        var refusal = misfit("credit", debit, account, round);
        if (refusal != null) {
            remembered.put(id, 1);
            if (is(Defect.ANSWERS_422_AND_STORES_SETTLEMENTS)) {
                books.apply("credit", account, id, round, BigDecimal.ZERO, body);
            }
            return refuse(refusal);
        }
        var value = message.path("freeRoundData").path("value").path("amount");
        if (value.isNumber() && is(Defect.CREDITS_FREE_ROUND_VALUE)) {
            payout = value.decimalValue();
        }
        if (value.isNumber() && is(Defect.DEDUCTS_FREE_ROUND_VALUE)) {
            payout = payout.subtract(value.decimalValue()).max(BigDecimal.ZERO);
        }
        if (value.isNumber() && is(Defect.CAPS_FREE_ROUNDS_AT_VALUE)) {
            payout = payout.min(value.decimalValue());
        }
        if (is(Defect.IGNORES_PAYOUT_OF_LOSSES)
                && message.path("reason").asText().equals("loss")) {
            payout = BigDecimal.ZERO;
        }
        if (!(payout.signum() == 0 && is(Defect.LEAVES_ROUND_OPEN_AFTER_ZERO_PAYOUT))) {
            books.close(debit, "credit");
        }
        return new Reply(200, books.apply("credit", account, id, round, payout, body), "");
    }

    private Reply rollback(JsonNode message, String id, String round, String body) {
        var account = books.named(message);
        var known = knownOr("rollback", account, id, round, body);
        if (known != null) {
            return known;
        }
        if (account == null || is(Defect.REQUIRES_TOKEN_ON_ROLLBACKS) && !message.has("token")) {
            return refuse("no such player or session");
        }
        var debit = debitOf(message);
        var reference = message.path("referenceTransactionId").asText();
        if (debit == null && is(Defect.REVERTS_CREDITS) && books.entries.containsKey(reference)) {
            return new Reply(
                    200,
                    books.apply(
                            "rollback",
                            account,
                            id,
                            round,
                            books.entries.get(reference).amount().negate(),
                            body),
                    "");
        }
        if (debit == null && is(Defect.REVERTS_REFUSED_DEBITS) && refusedStakes.containsKey(reference)) {
            return new Reply(200, books.apply("rollback", account, id, round, refusedStakes.get(reference), body), "");
        }
        if (debit == null && variants.tombstones() && !reference.isEmpty() && !books.entries.containsKey(reference)) {
            if (is(Defect.REVERTS_ROUNDS_OF_OTHER_BETS)) {
                books.close(books.openedBy.get(account.id + "/" + round), "rollback");
            }
            if (!is(Defect.FORGETS_EARLY_ROLLBACKS)) {
                books.closed.put("unknown/" + reference, "rollback");
                books.closed.put("reverted/" + account.id + "/" + round, "rollback");
            }
            var unearned = is(Defect.PAYS_FOR_EARLY_ROLLBACKS) ? BigDecimal.ONE : BigDecimal.ZERO;
            var entry = books.apply("rollback", account, id, round, unearned, body);
            if (is(Defect.STORES_NO_EARLY_ROLLBACKS)) {
                books.entries.remove(id);
            }
            return new Reply(200, entry, "");
        }
        var refusal = misfit("rollback", debit, account, round);
        if (refusal != null) {
            return refuse(refusal);
        }
        books.close(debit, "rollback");
        var back = debit == null ? BigDecimal.ZERO : debit.amount().negate();
        if (is(Defect.RETURNS_LATEST_STAKE)) {
            back = latestStake;
        }
        if (is(Defect.TRUSTS_ROLLBACK_AMOUNT)
                && message.path("stake").path("amount").isNumber()) {
            back = message.path("stake").path("amount").decimalValue();
        }
        return new Reply(200, books.apply("rollback", account, id, round, back, body), "");
    }

    private @Nullable Entry debitOf(JsonNode message) {
        var reference = message.path("referenceTransactionId").asText();
        for (var entry : List.copyOf(books.entries.values())) {
            var same = is(Defect.IGNORES_CASE_IN_REFERENCES)
                    ? entry.id().equalsIgnoreCase(reference)
                    : entry.id().equals(reference);
            if (same && entry.kind().equals("debit")) {
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
                && !is(credit ? Defect.IGNORES_ROUND_ON_CREDITS : Defect.IGNORES_ROUND_ON_ROLLBACKS)) {
            return "the debit's round is another one";
        }
        if (debit.account() != account
                && !is(credit ? Defect.IGNORES_PLAYER_ON_CREDITS : Defect.IGNORES_PLAYER_ON_ROLLBACKS)) {
            return "the debit is another player's";
        }
        var by = books.closed.get(debit.account().id + "/" + debit.id());
        if (is(Defect.SETTLES_TWICE_UNDER_CONCURRENCY)) {
            WalletStorage.pause();
        }
        var allowed = by == null
                || credit && by.equals("credit") && is(Defect.PAYS_ROUND_TWICE)
                || credit && by.equals("rollback") && is(Defect.PAYS_REVERTED_ROUND)
                || !credit && by.equals("credit") && is(Defect.REVERTS_SETTLED_ROUND)
                || !credit && by.equals("rollback") && is(Defect.REVERTS_ROUND_TWICE);
        return allowed ? null : "the round is closed";
    }

    // ---- replays

    private @Nullable Reply knownOr(String kind, @Nullable Account account, String id, String round, String body) {
        if (is(Defect.APPLIES_DEBITS_AGAIN) && kind.equals("debit")
                || is(Defect.APPLIES_CREDITS_AGAIN) && kind.equals("credit")
                || is(Defect.APPLIES_ROLLBACKS_AGAIN) && kind.equals("rollback")) {
            var again = books.entries.get(id);
            if (again != null && account != null && again.kind().equals(kind)) {
                return new Reply(200, books.apply(kind, account, id, round + books.nextId(), again.amount(), body), "");
            }
        }
        var stored = books.entries.get(books.key(kind, account == null ? "" : account.id, id, round, body));
        if (stored == null) {
            return null;
        }
        if (stored.account() != account || !stored.kind().equals(kind)) {
            return refuse("this id is taken");
        }
        if (variants.refusesOtherContent() && !stored.round().equals(round)) {
            return refuse("this id has other content");
        }
        if (is(Defect.REFUSES_REPLAYS)
                || is(Defect.REFUSES_REPLAYS_OF_SETTLED_DEBITS)
                        && books.closed.containsKey(stored.account().id + "/" + id)) {
            return refuse("duplicate");
        }
        if (is(Defect.REFUSES_REPLAYS_WITHOUT_BALANCE)
                && account.balance.compareTo(stored.amount().negate()) < 0) {
            return new Reply(409, null, "not enough funds");
        }
        if (is(Defect.REPLAYS_CURRENT_BALANCE)) {
            return new Reply(200, stored.showing(account.balance, stored.operatorId()), "");
        }
        if (is(Defect.REPLAYS_WITH_A_NEW_ID)) {
            return new Reply(200, stored.showing(stored.after(), "op-" + books.nextId()), "");
        }
        return new Reply(200, stored, "");
    }
}
