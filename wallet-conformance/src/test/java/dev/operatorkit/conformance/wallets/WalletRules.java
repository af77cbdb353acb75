package dev.operatorkit.conformance.wallets;

import static dev.operatorkit.conformance.wallets.Defect.*;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.operatorkit.conformance.wallets.Mutation.Place;
import dev.operatorkit.conformance.wallets.WalletStorage.Account;
import dev.operatorkit.conformance.wallets.WalletStorage.Entry;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Applies the rules of the {@link ConfigurableWallet} under one lock, and holds the defects of deciding. */
@SuppressWarnings("OperatorPrecedence") // defect and occasion, one pair a line, read better without more brackets
public final class WalletRules extends WalletPart {
    private final WalletStorage books;
    private final Replays replays;
    private final Tombstones tombstones;
    private final Settlements settlements;
    private final Set<String> remembered = new HashSet<>();
    private final Map<String, BigDecimal> refusedStakes = new HashMap<>();
    private final Map<String, Integer> inFlight = new HashMap<>();
    private BigDecimal latestStake = BigDecimal.ZERO;

    WalletRules(WalletVariants variants, @Nullable Defect defect) {
        super(variants, defect);
        this.books = new WalletStorage(variants, defect);
        this.replays = new Replays(books);
        this.tombstones = new Tombstones(books);
        this.settlements = new Settlements(books);
    }

    public WalletStorage books() {
        return books;
    }

    synchronized @Nullable Entry find(String accountId, String id) {
        return books.find(accountId, id);
    }

    Reply move(String kind, JsonNode message, String body) {
        if (isAny(
                APPLIES_CONCURRENT_REPEATS,
                OVERDRAWS_UNDER_CONCURRENCY,
                SETTLES_TWICE_UNDER_CONCURRENCY,
                OPENS_TWICE_UNDER_CONCURRENCY,
                LOSES_UPDATES_UNDER_CONCURRENCY)) {
            return decide(kind, message, body);
        }
        var id = message.path("transactionId").asText();
        if (is(REFUSES_CONCURRENT_REPEATS) && count(id, 1) > 1) {
            count(id, -1);
            return new Reply(409, null, "a transaction of this id is being processed");
        }
        if (is(REFUSES_CONCURRENT_REPEATS)) {
            WalletStorage.pause();
        }
        try {
            var reply = decideAlone(kind, message, body);
            var entry = reply.entry();
            if (is(ANSWERS_BALANCE_READ_LATER) && entry != null) {
                WalletStorage.pause();
                return new Reply(reply.status(), entry.showing(entry.account().balance, entry.operatorId()), "");
            }
            return reply;
        } finally {
            if (is(REFUSES_CONCURRENT_REPEATS)) {
                count(id, -1);
            }
        }
    }

    private int count(String id, int change) {
        synchronized (inFlight) {
            return inFlight.merge(id, change, Integer::sum);
        }
    }

    private synchronized Reply decideAlone(String kind, JsonNode message, String body) {
        return decide(kind, message, body);
    }

    private Reply decide(String kind, JsonNode message, String body) {
        var given = message.path("transactionId");
        var ownId = is(ACCEPTS_DEBITS_WITHOUT_IDS) && given.isMissingNode();
        var id = ownId ? TextNode.valueOf("own-" + books.nextId()) : given;
        var round = message.path("gameRoundId");
        if (!isId(id) || !isId(round)) {
            return refuse(Place.BAD_AMOUNT, "transactionId and gameRoundId are needed");
        }
        if (variants.wantsEverything() && !message.path("reason").isTextual()) {
            return refuse("a reason is needed");
        }
        var movement = new Movement(kind, message, id.asText(), changed(Place.ROUND, round.asText()), body);
        return switch (kind) {
            case "debit" -> debit(movement);
            case "credit" -> credit(movement);
            default -> rollback(movement);
        };
    }

    private boolean isId(JsonNode node) {
        var text = node.asText();
        return node.isTextual()
                && !text.isEmpty()
                && text.length() <= variants.longestId()
                && (text.chars().noneMatch(Character::isISOControl) || is(CUTS_IDS_AT_NULL));
    }

    private Reply debit(Movement movement) {
        var message = movement.message();
        var named = books.named(movement);
        var token = movement.text("token");
        var account = named != null ? named : message.has("playerId") ? null : books.byToken(token);
        var reply = replays.find(movement, account);
        if (reply != null) {
            return reply;
        }
        if (account == null) {
            return refuse(Place.UNKNOWN_PLAYER, "no such player");
        }
        if (variants.wantsEverything() && (!message.has("token") || !message.has("playerId"))
                || message.has("token") && !account.owns(token)
                || is(REFUSES_BETS_OF_SECOND_TOKENS) && token.endsWith(WalletStorage.SECOND)) {
            if (is(ANSWERS_422_AND_DEBITS)) {
                books.apply(movement, account, unit().negate());
            }
            return refuse(Place.WRONG_TOKEN, "the token is not this player's");
        }
        var stake = books.amount(message.at("/stake/amount"), Place.STAKE);
        if (stake == null || stake.signum() < 0 && !is(CREDITS_NEGATIVE_STAKES)) {
            return refuse(Place.BAD_AMOUNT, "the stake is no amount");
        }
        if (!books.isOwnCurrency(message.path("stake"))) {
            if (is(DEBITS_BEFORE_CHECKING_CURRENCIES)) {
                books.apply(movement, account, stake.negate());
            }
            return refuse(Place.OTHER_CURRENCY, "the account has another currency");
        }
        var replay = replays.findOther(movement, account, stake);
        return replay != null ? replay : stake(movement, account, stake);
    }

    private BigDecimal unit() {
        return BigDecimal.ONE.movePointLeft(variants.decimals());
    }

    private Reply stake(Movement movement, Account account, BigDecimal asked) {
        var free = movement.isFree();
        var half = is(IGNORES_CASE_IN_REASONS) && movement.text("reason").equalsIgnoreCase("freeround");
        var given =
                is(DEBITS_NOTHING_WITH_FREE_ROUND_DATA) && movement.message().has("freeRoundData");
        if (free && asked.signum() != 0 && !is(DEBITS_FREE_ROUND_STAKE)) {
            return refuse("a free round has no stake");
        }
        var usual = half || given ? BigDecimal.ZERO : asked;
        var stake = free && is(DEBITS_FREE_ROUND_VALUE) ? movement.value(usual) : usual;
        if (stake.signum() == 0
                && (is(REFUSES_ZERO_STAKES) && !free
                        || is(REFUSES_FREE_ROUNDS_WITHOUT_BALANCE) && account.balance.signum() == 0)) {
            return refuse("nothing staked");
        }
        var late = tombstones.isLate(movement, account, asked);
        if ((books.isOpened(account, movement.round()) || late) && !is(OPENS_ROUND_TWICE)) {
            return refuseSecond(movement, account, stake, late);
        }
        if (isAny(OPENS_TWICE_UNDER_CONCURRENCY, APPLIES_CONCURRENT_REPEATS)) {
            WalletStorage.pause();
        }
        var enough = isCovered(account, stake);
        if (is(OVERDRAWS_UNDER_CONCURRENCY)) {
            WalletStorage.pause();
        }
        if (!enough && !is(TAKES_REMAINING_BALANCE)) {
            refusedStakes.put(movement.id(), stake);
            if (is(STORES_REFUSED_DEBITS)) {
                books.apply(movement, account, BigDecimal.ZERO);
            }
            return new Reply(Defect.statusOf(defect, Place.INSUFFICIENT_FUNDS, 409), null, "not enough funds");
        }
        latestStake = enough ? stake : account.balance;
        if (is(ABANDONS_OPEN_ROUNDS)) {
            books.closeRounds(account);
        }
        var entry = books.apply(movement, account, latestStake.negate());
        replays.remember(movement, entry);
        if (is(REFUSES_LAST_CENT_AFTER_DEBITING) && account.balance.signum() == 0) {
            return new Reply(409, null, "not enough funds");
        }
        var isBonus = is(ANSWERS_BONUS_BALANCES) && free;
        return Reply.of(isBonus ? entry.showing(BigDecimal.ZERO, entry.operatorId()) : entry);
    }

    private Reply refuseSecond(Movement movement, Account account, BigDecimal stake, boolean late) {
        var elsewhere = movement.of(movement.id(), movement.round() + movement.id());
        if (is(ANSWERS_422_AND_STORES)) {
            books.apply(elsewhere, account, BigDecimal.ZERO);
            return new Reply(422, null, "the round is open already");
        }
        if (is(DEBITS_LATE_DEBIT_AND_ANSWERS_422) && late) {
            books.apply(elsewhere, account, stake.negate());
            return new Reply(422, null, "rolled back before");
        }
        return is(DROPS_LATE_DEBITS) && late
                ? Reply.of(books.unapplied(movement, account))
                : refuse(late ? Place.LATE_DEBIT : Place.OPEN_ROUND, "the round is open already");
    }

    private boolean isCovered(Account account, BigDecimal stake) {
        var balance = account.balance;
        return switch (defect) {
            case OVERDRAWS -> true;
            case OVERDRAWS_BY_1 -> balance.add(unit()).compareTo(stake) >= 0;
            case COMPARES_FUNDS_AS_TEXT -> balance.toPlainString().compareTo(stake.toPlainString()) >= 0;
            case REFUSES_STAKE_EQUAL_TO_BALANCE -> balance.compareTo(stake) > 0 || stake.signum() == 0;
            case null, default -> balance.compareTo(stake) >= 0;
        };
    }

    private Reply credit(Movement movement) {
        var message = movement.message();
        var named = books.named(movement);
        if (is(STORES_REFUSED_CREDITS) && remembered.contains(movement.id())) {
            return refuse("refused before");
        }
        var known = replays.find(movement, named);
        if (known != null) {
            return known;
        }
        var debit = settlements.debitOf(movement, named);
        var account = is(PAYS_PLAYER_OF_DEBIT) && debit != null ? debit.account() : named;
        if (account == null) {
            return refuse("no such player");
        }
        var payout = books.amount(message.at("/payout/amount"), Place.PAYOUT);
        if (payout == null
                || payout.signum() < 0 && !is(DEBITS_NEGATIVE_PAYOUTS)
                || payout.signum() == 0 && is(REFUSES_ZERO_PAYOUTS)) {
            return refuse(Place.BAD_AMOUNT, "the payout is no amount");
        }
        var paysUnknown = is(PAYS_UNKNOWN_DEBIT) || is(PAYS_BURIED_ROUNDS) && tombstones.isBuried(movement);
        if (debit == null && paysUnknown) {
            return Reply.of(books.apply(movement, account, payout));
        }
        if (debit == null && is(DROPS_CREDITS_OF_UNKNOWN_DEBITS)) {
            return Reply.of(books.unapplied(movement, account));
        }
        var refusal = settlements.misfit(movement, debit, account);
        if (refusal != null) {
            remembered.add(movement.id());
            if (is(ANSWERS_422_AND_STORES_SETTLEMENTS)) {
                books.apply(movement, account, BigDecimal.ZERO);
            }
            return dropIfClosed(movement, account, refusal);
        }
        var paid = settlements.paid(movement, debit, payout);
        if (!(paid.signum() == 0 && is(LEAVES_ROUND_OPEN_AFTER_ZERO_PAYOUT))) {
            books.close(debit, "credit");
        }
        return Reply.of(books.apply(movement, account, paid));
    }

    private Reply dropIfClosed(Movement movement, Account account, Reply refusal) {
        return is(DROPS_SECOND_SETTLEMENTS) && refusal.message().equals(Settlements.CLOSED)
                ? Reply.of(books.unapplied(movement, account))
                : refusal;
    }

    private Reply rollback(Movement movement) {
        var account = books.named(movement);
        var known = replays.find(movement, account);
        if (known != null) {
            return known;
        }
        if (account == null) {
            return refuse("no such player");
        }
        var debit = settlements.debitOf(movement, account);
        if (debit == null) {
            return rollBackUnknown(movement, account);
        }
        var refusal = settlements.misfit(movement, debit, account);
        if (refusal != null) {
            return dropIfClosed(movement, account, refusal);
        }
        if (is(REFUSES_ROLLBACKS_OF_ZERO) && debit.amount().signum() == 0) {
            return refuse("nothing to return");
        }
        books.close(debit, "rollback");
        if (is(DELETES_REVERTED_DEBITS)) {
            books.delete(debit);
        }
        return Reply.of(books.apply(movement, account, settlements.returned(movement, debit, latestStake)));
    }

    private Reply rollBackUnknown(Movement movement, Account account) {
        var reference = movement.reference();
        var credit = books.entries.get(reference);
        if (is(REVERTS_CREDITS) && credit != null) {
            return Reply.of(books.apply(movement, account, credit.amount().negate()));
        }
        var refused = refusedStakes.get(reference);
        if (is(REVERTS_REFUSED_DEBITS) && refused != null) {
            return Reply.of(books.apply(movement, account, refused));
        }
        if (!variants.tombstones() || reference.isEmpty() || credit != null) {
            return refuse(Place.UNKNOWN_DEBIT, "no such debit");
        }
        var status = Defect.statusOf(defect, Place.EARLY_ROLLBACK, 200);
        return status == 200 ? Reply.of(tombstones.bury(movement, account)) : new Reply(status, null, "no such debit");
    }
}
