package dev.operatorkit.conformance.wallets;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.operatorkit.conformance.wallets.Mutation.Place;
import dev.operatorkit.conformance.wallets.WalletStorage.Account;
import dev.operatorkit.conformance.wallets.WalletStorage.Entry;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Applies the rules of the {@link ConfigurableWallet} under one lock, and holds the defects of deciding. */
@SuppressWarnings("OperatorPrecedence") // defect and occasion, one pair a line, read better without more brackets
public final class WalletRules {
    /** Holds a status, and an entry when there is one. */
    public record Reply(int status, @Nullable Entry entry, String message) {
        static Reply of(Entry entry) {
            return new Reply(200, entry, "");
        }

        boolean isReplay() {
            return message.equals("replay");
        }
    }

    private final WalletStorage books;
    private final Replays replays;
    private final Tombstones tombstones;
    private final Settlements settlements;
    private final Map<String, Integer> remembered = new HashMap<>();
    private final Map<String, BigDecimal> refusedStakes = new HashMap<>();
    private final Map<String, Integer> inFlight = new HashMap<>();
    private final WalletVariants variants;
    private final @Nullable Defect defect;
    private BigDecimal latestStake = BigDecimal.ZERO;

    public WalletRules(WalletVariants variants, @Nullable Defect defect) {
        this.variants = variants;
        this.defect = defect;
        this.books = new WalletStorage(variants, defect);
        this.replays = new Replays(books, variants, defect);
        this.tombstones = new Tombstones(books, defect);
        this.settlements = new Settlements(books, variants, defect);
    }

    public WalletStorage books() {
        return books;
    }

    synchronized @Nullable Entry find(String accountId, String id) {
        return books.find(accountId, id);
    }

    private boolean is(Defect one) {
        return defect == one;
    }

    // ---- movements

    public Reply move(String kind, JsonNode message, String body) {
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

    private Reply refuse(Place place, String message) {
        return new Reply(Defect.statusOf(defect, place, variants.refusal()), null, message);
    }

    private Reply moved(String kind, JsonNode message, String body) {
        var id = message.path("transactionId");
        if (is(Defect.ACCEPTS_DEBITS_WITHOUT_IDS) && id.isMissingNode()) {
            id = TextNode.valueOf("own-" + books.nextId());
        }
        var round = message.path("gameRoundId");
        if (!isId(id) || !isId(round)) {
            return refuse(Place.BAD_AMOUNT, "transactionId and gameRoundId are needed");
        }
        if (variants.wantsEverything() && !message.path("reason").isTextual()) {
            return refuse("a reason is needed");
        }
        var name = id.asText();
        var key = Defect.changed(defect, Place.ROUND, round.asText());
        return switch (kind) {
            case "debit" -> debit(message, name, key, body);
            case "credit" -> credit(message, name, key, body);
            default -> rollback(message, name, key, body);
        };
    }

    private boolean isId(JsonNode node) {
        var text = node.asText();
        return node.isTextual()
                && !text.isEmpty()
                && text.length() <= variants.longestId()
                && (text.chars().noneMatch(Character::isISOControl) || is(Defect.CUTS_IDS_AT_NULL));
    }

    private Reply debit(JsonNode message, String id, String round, String body) {
        var named = books.named(message);
        var token = message.path("token").asText();
        var account = named != null ? named : message.has("playerId") ? null : books.byToken(token);
        var reply = replays.find("debit", account, id, round, body);
        if (reply != null) {
            return reply;
        }
        if (account == null) {
            return refuse(Place.UNKNOWN_PLAYER, "no such player");
        }
        if (is(Defect.REQUIRES_GAME_ON_DEBITS) && !message.has("gameId")) {
            return refuse("a game is needed");
        }
        if (variants.wantsEverything() && (!message.has("token") || !message.has("playerId"))
                || message.has("token") && !account.owns(token)
                || is(Defect.REFUSES_BETS_OF_SECOND_TOKENS) && token.endsWith(WalletStorage.SECOND)) {
            if (is(Defect.ANSWERS_422_AND_DEBITS)) {
                books.apply(
                        "debit",
                        account,
                        id,
                        round,
                        BigDecimal.ONE.movePointLeft(variants.decimals()).negate(),
                        body);
            }
            return refuse(Place.WRONG_TOKEN, "the token is not this player's");
        }
        var stake = books.amount(message.path("stake").path("amount"), Place.STAKE);
        if (stake == null || stake.signum() < 0 && !is(Defect.CREDITS_NEGATIVE_STAKES)) {
            return refuse(Place.BAD_AMOUNT, "the stake is no amount");
        }
        if (!books.isOwnCurrency(message.path("stake"))) {
            if (is(Defect.DEBITS_BEFORE_CHECKING_CURRENCIES)) {
                books.apply("debit", account, id, round, stake.negate(), body);
            }
            return refuse(Place.OTHER_CURRENCY, "the account has another currency");
        }
        var replay = replays.findOther(message, account, round, stake);
        return replay != null ? replay : stake(message, account, id, round, stake, body);
    }

    private Reply stake(JsonNode message, Account account, String id, String round, BigDecimal asked, String body) {
        var reason = message.path("reason").asText();
        var free = reason.equals("freeround");
        var half = is(Defect.IGNORES_CASE_IN_REASONS) && !free && reason.equalsIgnoreCase("freeround");
        var given = is(Defect.DEBITS_NOTHING_WITH_FREE_ROUND_DATA) && message.has("freeRoundData");
        var stake = half || given ? BigDecimal.ZERO : asked;
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
        var late = tombstones.isLate(account, id, round, asked, free);
        if ((books.isOpened(account, round) || late) && !is(Defect.OPENS_ROUND_TWICE)) {
            if (is(Defect.ANSWERS_422_AND_STORES)) {
                books.apply("debit", account, id, round + id, BigDecimal.ZERO, body);
                return new Reply(422, null, "the round is open already");
            }
            if (is(Defect.DEBITS_LATE_DEBIT_AND_ANSWERS_422) && late) {
                books.apply("debit", account, id, round + id, stake.negate(), body);
                return new Reply(422, null, "rolled back before");
            }
            return is(Defect.DROPS_LATE_DEBITS) && late
                    ? Reply.of(books.unapplied("debit", account, id, round))
                    : refuse(late ? Place.LATE_DEBIT : Place.OPEN_ROUND, "the round is open already");
        }
        if (is(Defect.OPENS_TWICE_UNDER_CONCURRENCY) || is(Defect.APPLIES_CONCURRENT_REPEATS)) {
            WalletStorage.pause();
        }
        var unit = BigDecimal.ONE.movePointLeft(variants.decimals());
        var enough = account.balance.compareTo(stake) >= 0
                || is(Defect.OVERDRAWS)
                || is(Defect.OVERDRAWS_BY_1) && account.balance.add(unit).compareTo(stake) >= 0;
        if (is(Defect.COMPARES_FUNDS_AS_TEXT)) {
            enough = account.balance.toPlainString().compareTo(stake.toPlainString()) >= 0;
        }
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
            if (is(Defect.STORES_REFUSED_DEBITS)) {
                books.apply("debit", account, id, round, BigDecimal.ZERO, body);
            }
            return new Reply(Defect.statusOf(defect, Place.INSUFFICIENT_FUNDS, 409), null, "not enough funds");
        }
        latestStake = stake;
        if (is(Defect.ABANDONS_OPEN_ROUNDS)) {
            books.closeRounds(account);
        }
        var entry = books.apply("debit", account, id, round, stake.negate(), body);
        replays.remember(message, entry);
        if (is(Defect.REFUSES_LAST_CENT_AFTER_DEBITING) && account.balance.signum() == 0) {
            return new Reply(409, null, "not enough funds");
        }
        return Reply.of(
                is(Defect.ANSWERS_BONUS_BALANCES) && free ? entry.showing(BigDecimal.ZERO, entry.operatorId()) : entry);
    }

    private Reply credit(JsonNode message, String id, String round, String body) {
        var account = books.named(message);
        if (is(Defect.STORES_REFUSED_CREDITS) && remembered.containsKey(id)) {
            return refuse("refused before");
        }
        var known = replays.find("credit", account, id, round, body);
        if (known != null) {
            return known;
        }
        var debit = settlements.debitOf(message, account, round);
        if (is(Defect.PAYS_PLAYER_OF_DEBIT) && debit != null) {
            account = debit.account();
        }
        if (account == null
                || is(Defect.REQUIRES_TOKEN_ON_CREDITS) && !message.has("token")
                || is(Defect.REQUIRES_GAME_ON_SETTLEMENTS) && !message.has("gameId")) {
            return refuse("no such player or session");
        }
        var payout = books.amount(message.path("payout").path("amount"), Place.PAYOUT);
        if (payout == null
                || payout.signum() < 0 && !is(Defect.DEBITS_NEGATIVE_PAYOUTS)
                || payout.signum() == 0 && is(Defect.REFUSES_ZERO_PAYOUTS)) {
            return refuse(Place.BAD_AMOUNT, "the payout is no amount");
        }
        if (debit == null
                && (is(Defect.PAYS_UNKNOWN_DEBIT) || is(Defect.PAYS_BURIED_ROUNDS) && tombstones.isBuried(message))) {
            return Reply.of(books.apply("credit", account, id, round, payout, body));
        }
        if (debit == null && is(Defect.DROPS_CREDITS_OF_UNKNOWN_DEBITS)) {
            return Reply.of(books.unapplied("credit", account, id, round));
        }
        var refusal = settlements.misfit("credit", debit, account, round);
        if (refusal != null) {
            if (is(Defect.DROPS_SECOND_SETTLEMENTS) && refusal.message().equals(Settlements.CLOSED)) {
                return Reply.of(books.unapplied("credit", account, id, round));
            }
            remembered.put(id, 1);
            if (is(Defect.ANSWERS_422_AND_STORES_SETTLEMENTS)) {
                books.apply("credit", account, id, round, BigDecimal.ZERO, body);
            }
            return refusal;
        }
        payout = settlements.paid(message, debit, payout);
        if (!(payout.signum() == 0 && is(Defect.LEAVES_ROUND_OPEN_AFTER_ZERO_PAYOUT))) {
            books.close(debit, "credit");
        }
        return Reply.of(books.apply("credit", account, id, round, payout, body));
    }

    private Reply rollback(JsonNode message, String id, String round, String body) {
        var account = books.named(message);
        var known = replays.find("rollback", account, id, round, body);
        if (known != null) {
            return known;
        }
        if (account == null || is(Defect.REQUIRES_TOKEN_ON_ROLLBACKS) && !message.has("token")) {
            return refuse("no such player or session");
        }
        var debit = settlements.debitOf(message, account, round);
        var reference = message.path("referenceTransactionId").asText();
        if (debit == null && is(Defect.REVERTS_CREDITS) && books.entries.containsKey(reference)) {
            return Reply.of(books.apply(
                    "rollback",
                    account,
                    id,
                    round,
                    books.entries.get(reference).amount().negate(),
                    body));
        }
        if (debit == null && is(Defect.REVERTS_REFUSED_DEBITS) && refusedStakes.containsKey(reference)) {
            return Reply.of(books.apply("rollback", account, id, round, refusedStakes.get(reference), body));
        }
        if (debit == null && variants.tombstones() && !reference.isEmpty() && !books.entries.containsKey(reference)) {
            var status = Defect.statusOf(defect, Place.EARLY_ROLLBACK, 200);
            if (status != 200) {
                return new Reply(status, null, "no such debit");
            }
            return Reply.of(tombstones.bury(message, account, id, round, body));
        }
        var refusal = settlements.misfit("rollback", debit, account, round);
        if (refusal != null) {
            return is(Defect.DROPS_SECOND_SETTLEMENTS) && refusal.message().equals(Settlements.CLOSED)
                    ? Reply.of(books.unapplied("rollback", account, id, round))
                    : refusal;
        }
        if (is(Defect.REFUSES_ROLLBACKS_OF_ZERO)
                && debit != null
                && debit.amount().signum() == 0) {
            return refuse("nothing to return");
        }
        books.close(debit, "rollback");
        var back = debit == null ? BigDecimal.ZERO : debit.amount().negate();
        if (debit != null) {
            back = switch (defect) {
                case RETURNS_LATEST_STAKE -> latestStake;
                case DEBITS_ROLLBACKS -> back.negate();
                case RESTORES_BALANCE_BEFORE_DEBIT -> debit.after().add(back).subtract(account.balance);
                case PAYS_VALUE_FOR_FREE_ROLLBACKS ->
                    debit.json().at("/freeRoundData/value/amount").isNumber()
                            ? debit.json().at("/freeRoundData/value/amount").decimalValue()
                            : back;
                case DELETES_REVERTED_DEBITS -> {
                    books.delete(debit);
                    yield back;
                }
                case null, default -> back;
            };
        }
        if (is(Defect.TRUSTS_ROLLBACK_AMOUNT)
                && message.path("stake").path("amount").isNumber()) {
            back = message.path("stake").path("amount").decimalValue();
        }
        return Reply.of(books.apply("rollback", account, id, round, back, body));
    }
}
