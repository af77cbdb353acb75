package dev.operatorkit.wallet.engine;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.Account;
import dev.operatorkit.wallet.Refusal;
import dev.operatorkit.wallet.Round;
import dev.operatorkit.wallet.Round.State;
import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wallet.StoredTransaction.Kind;
import dev.operatorkit.wallet.engine.Decision.Apply;
import dev.operatorkit.wallet.engine.Movement.LookUpOnly.NamedAccounts;
import dev.operatorkit.wallet.engine.MovementResult.Origin;
import dev.operatorkit.wallet.engine.MovementResult.Refused;
import dev.operatorkit.wallet.engine.MovementResult.Stored;
import dev.operatorkit.wire.Debit;
import dev.operatorkit.wire.WireAmount;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Decides on a movement: the state table of a round, as a pure function of the movement and of what is stored. The first
 * line that applies decides.
 *
 * <pre>
 * any       its id is stored, same account and kind   replay                               IDM-1 IDM-2 D-21
 * any       its id is stored otherwise                TRANSACTION_ID_TAKEN                 D-21
 * any       it can only be looked up                  INVALID, INVALID_TOKEN,
 *                                                     UNKNOWN_PLAYER, STORE_FAILED         D-21
 * any       no such account                           UNKNOWN_PLAYER                       D-16
 *
 * debit     a rollback of it is stored                ALREADY_ROLLED_BACK                  D-25
 * debit     the round exists                          ROUND_ALREADY_OPENED                 RND-1 D-22
 * debit     the stake is invalid                      WRONG_CURRENCY, NEGATIVE_AMOUNT,
 *                                                     TOO_MANY_DECIMALS, AMOUNT_TOO_LARGE,
 *                                                     NON_ZERO_FREE_ROUND_STAKE            D-19 D-20 D-28 D-54
 * debit     the stake exceeds the balance             INSUFFICIENT_FUNDS                   ERR-2
 * debit     else (the operator's policy may refuse)   balance - stake, round Bet
 *
 * settle    a rollback of the same id is stored       TRANSACTION_ID_TAKEN                 D-21 D-25
 * settle    it refers to itself                       REFERENCE_NOT_A_DEBIT
 * rollback  its debit is unknown and not settled, and
 *             there is no round                       balance, tombstone, round Reverted   D-25
 *             the round has another debit             balance, tombstone, round unchanged  D-25
 * settle    its debit is unknown, but was settled,
 *           or a round has it                         ROUND_CLOSED                         D-23
 * credit    its debit is unknown                      UNKNOWN_DEBIT                        D-24
 * settle    what it refers to is not a debit          REFERENCE_NOT_A_DEBIT
 * settle    the debit is another account's            WRONG_PLAYER                         D-26
 * settle    the debit is another round's              WRONG_ROUND                          D-26
 * settle    the debit is settled, or the round closed ROUND_CLOSED                         RND-4 D-23
 * settle    the account has another currency now      WRONG_CURRENCY                       D-19
 * credit    the payout is invalid                     WRONG_CURRENCY, NEGATIVE_AMOUNT,
 *                                                     TOO_MANY_DECIMALS, AMOUNT_TOO_LARGE  D-19 D-20 D-54
 * settle    the balance would exceed 64 bits          BALANCE_TOO_LARGE                    D-20
 * credit    else                                      balance + payout, round Settled      RND-2
 * rollback  else                                      balance + stored stake,
 *                                                     round Reverted                       RND-3
 * </pre>
 */
final class RoundRules {
    private RoundRules() {}

    /**
     * Holds what is stored about one movement.
     *
     * @param account the account it is for
     * @param same the transaction with its id
     * @param debit the transaction that a settlement refers to; null for a debit
     * @param settlement the settlement that refers to the same debit, or to this one
     * @param round the round of its account and gameRoundId
     * @param idBlocked true if a rollback is stored that refers to this settlement's own id: the id belongs to a debit
     *     that must never be applied (D-25)
     */
    record StoredState(
            @Nullable Account account,
            @Nullable StoredTransaction same,
            @Nullable StoredTransaction debit,
            @Nullable StoredTransaction settlement,
            @Nullable Round round,
            boolean idBlocked) {}

    static Decision decide(Movement movement, StoredState stored) {
        var same = stored.same();
        if (same != null) {
            return isReplay(movement, same)
                    ? new Stored(same, Origin.REPLAYED)
                    : new Refused(Refusal.TRANSACTION_ID_TAKEN);
        }
        if (movement.lookUpOnly() != null) {
            return new Refused(movement.lookUpOnly().refusal());
        }
        var account = stored.account();
        if (account == null) {
            return new Refused(Refusal.UNKNOWN_PLAYER);
        }
        return movement.kind() == Kind.DEBIT
                ? decideDebit(movement, stored, account)
                : decideSettlement(movement, stored, account);
    }

    /**
     * Returns true for the same kind if nothing in the movement names another account; identical bytes name the account
     * that they named originally (D-21).
     */
    static boolean isReplay(Movement movement, StoredTransaction same) {
        if (same.kind() != movement.kind()) {
            return false;
        }
        var sameAccount = same.accountId().equals(movement.accountId());
        var lookUpOnly = movement.lookUpOnly();
        if (lookUpOnly == null) {
            return sameAccount;
        }
        return lookUpOnly.namedAccounts() == NamedAccounts.NONE
                || (lookUpOnly.namedAccounts() == NamedAccounts.ONE && sameAccount)
                || Arrays.equals(same.bodyHash(), movement.bodyHash());
    }

    private static Decision decideDebit(Movement movement, StoredState stored, Account account) {
        if (stored.settlement() != null) {
            return new Refused(Refusal.ALREADY_ROLLED_BACK);
        }
        if (stored.round() != null) {
            return new Refused(Refusal.ROUND_ALREADY_OPENED);
        }
        return withValidAmount(movement, account, stake -> {
            if (Debit.FREE_ROUND.equals(movement.reason()) && stake.minorUnits() != 0) {
                return new Refused(Refusal.NON_ZERO_FREE_ROUND_STAKE);
            }
            if (stake.minorUnits() > account.balance().minorUnits()) {
                return new Refused(Refusal.INSUFFICIENT_FUNDS);
            }
            var round = new Round(movement.round(), movement.transactionId(), State.BET);
            return new Apply(stake, account.balance().minus(stake), round, false);
        });
    }

    private static Decision decideSettlement(Movement movement, StoredState stored, Account account) {
        if (stored.idBlocked()) {
            return new Refused(Refusal.TRANSACTION_ID_TAKEN);
        }
        if (movement.transactionId().equals(movement.referenceTransactionId())) {
            return new Refused(Refusal.REFERENCE_NOT_A_DEBIT);
        }
        var debit = stored.debit();
        if (debit == null) {
            return decideWithoutDebit(movement, stored, account);
        }
        if (debit.kind() != Kind.DEBIT) {
            return new Refused(Refusal.REFERENCE_NOT_A_DEBIT);
        }
        if (!debit.accountId().equals(movement.accountId())) {
            return new Refused(Refusal.WRONG_PLAYER);
        }
        if (!debit.gameRoundId().equals(movement.gameRoundId())) {
            return new Refused(Refusal.WRONG_ROUND);
        }
        var round = stored.round();
        if (stored.settlement() != null
                || round == null
                || round.state() != State.BET
                || !round.debitTransactionId().equals(debit.transactionId())) {
            return new Refused(Refusal.ROUND_CLOSED);
        }
        // The operator changed it since, so the amount of neither the stake nor a payout without a currency is known.
        if (!debit.amount().currency().equals(account.balance().currency())) {
            return new Refused(Refusal.WRONG_CURRENCY);
        }
        return movement.kind() == Kind.ROLLBACK
                ? closeRound(debit.amount(), account, round, State.REVERTED)
                : withValidAmount(movement, account, payout -> closeRound(payout, account, round, State.SETTLED));
    }

    private static Decision decideWithoutDebit(Movement movement, StoredState stored, Account account) {
        var round = stored.round();
        if (stored.settlement() != null
                || (round != null && round.debitTransactionId().equals(movement.debitId()))) {
            return new Refused(Refusal.ROUND_CLOSED);
        }
        if (movement.kind() == Kind.CREDIT) {
            return new Refused(Refusal.UNKNOWN_DEBIT);
        }
        var nothing = new Money(0, account.balance().currency());
        var tombstone = round == null ? new Round(movement.round(), movement.debitId(), State.REVERTED) : null;
        return new Apply(nothing, account.balance(), tombstone, true);
    }

    private static Decision closeRound(Money amount, Account account, Round round, State state) {
        var balance = account.balance().minorUnits();
        // An operator may let a balance fall below zero; the difference would overflow then, and no sum can.
        if (balance > 0 && amount.minorUnits() > Long.MAX_VALUE - balance) {
            return new Refused(Refusal.BALANCE_TOO_LARGE);
        }
        var closed = new Round(round.key(), round.debitTransactionId(), state);
        return new Apply(amount, account.balance().plus(amount), closed, false);
    }

    private static Decision withValidAmount(Movement movement, Account account, Function<Money, Decision> then) {
        var currency = account.balance().currency();
        var amount = Objects.requireNonNull(movement.amount(), "a debit or credit has no amount");
        if (isOtherCurrency(amount, currency)) {
            return new Refused(Refusal.WRONG_CURRENCY);
        }
        if (amount.amount().isNegative()) {
            return new Refused(Refusal.NEGATIVE_AMOUNT);
        }
        Money money;
        try {
            money = amount.toMoney(currency);
        } catch (IllegalArgumentException e) {
            return new Refused(
                    amount.amount().hasMoreDecimalsThan(currency)
                            ? Refusal.TOO_MANY_DECIMALS
                            : Refusal.AMOUNT_TOO_LARGE);
        }
        return then.apply(money);
    }

    private static boolean isOtherCurrency(WireAmount amount, CurrencyCode expected) {
        return amount.currency() != null && !amount.currency().equals(expected.code());
    }
}
