package dev.operatorkit.wallet.rules;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.Account;
import dev.operatorkit.wallet.Refusal;
import dev.operatorkit.wallet.Round;
import dev.operatorkit.wallet.Round.State;
import dev.operatorkit.wallet.StoredTransaction.Kind;
import dev.operatorkit.wallet.rules.Decision.Apply;
import dev.operatorkit.wallet.rules.Decision.Refuse;
import dev.operatorkit.wallet.rules.Decision.Replay;
import dev.operatorkit.wire.Debit;
import dev.operatorkit.wire.WireAmount;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * Decides on a movement: the state table of a round, as a pure function of the movement and of what is stored. The first
 * line that applies decides. Thread-safe.
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
public final class RoundRules {
    private RoundRules() {}

    /**
     * Decides on a movement. Call it while its {@linkplain Movement#idsToLock ids} and its account are locked, and until
     * what it decides is committed.
     */
    public static Decision decide(StoredState stored, Movement movement) {
        var same = stored.transaction(movement.transactionId());
        if (same.isPresent()) {
            return movement.isReplayOf(same.get()) ? new Replay(same.get()) : new Refuse(Refusal.TRANSACTION_ID_TAKEN);
        }
        var lookUpOnly = movement.parts.lookUpOnly();
        if (lookUpOnly != null) {
            return new Refuse(Objects.requireNonNull(lookUpOnly.refusal()), lookUpOnly.message());
        }
        var account = stored.account(movement.accountId());
        if (account.isEmpty()) {
            return new Refuse(Refusal.UNKNOWN_PLAYER);
        }
        return movement.kind() == Kind.DEBIT
                ? decideDebit(movement, stored, account.get())
                : decideSettlement(movement, stored, account.get());
    }

    private static Decision decideDebit(Movement movement, StoredState stored, Account account) {
        if (stored.settlement(movement.transactionId()).isPresent()) {
            return new Refuse(Refusal.ALREADY_ROLLED_BACK);
        }
        if (stored.round(movement.key()).isPresent()) {
            return new Refuse(Refusal.ROUND_ALREADY_OPENED);
        }
        return withValidAmount(movement, account, stake -> {
            if (Debit.FREE_ROUND.equals(movement.parts.reason()) && stake.minorUnits() != 0) {
                return new Refuse(Refusal.NON_ZERO_FREE_ROUND_STAKE);
            }
            if (stake.minorUnits() > account.balance().minorUnits()) {
                return new Refuse(Refusal.INSUFFICIENT_FUNDS);
            }
            var round = new Round(movement.key(), movement.transactionId(), State.BET);
            return new Apply(movement, account, stake, account.balance().minus(stake), Optional.of(round), false);
        });
    }

    private static Decision decideSettlement(Movement movement, StoredState stored, Account account) {
        if (stored.settlement(movement.transactionId()).isPresent()) {
            return new Refuse(Refusal.TRANSACTION_ID_TAKEN);
        }
        if (movement.transactionId().equals(movement.debitId())) {
            return new Refuse(Refusal.REFERENCE_NOT_A_DEBIT);
        }
        var debit = stored.transaction(movement.debitId()).orElse(null);
        if (debit == null) {
            return decideWithoutDebit(movement, stored, account);
        }
        if (debit.kind() != Kind.DEBIT) {
            return new Refuse(Refusal.REFERENCE_NOT_A_DEBIT);
        }
        if (!debit.accountId().equals(movement.accountId())) {
            return new Refuse(Refusal.WRONG_PLAYER);
        }
        if (!debit.gameRoundId().equals(movement.parts.gameRoundId())) {
            return new Refuse(Refusal.WRONG_ROUND);
        }
        var round = stored.round(movement.key()).orElse(null);
        if (stored.settlement(movement.debitId()).isPresent()
                || round == null
                || round.state() != State.BET
                || !round.debitTransactionId().equals(debit.transactionId())) {
            return new Refuse(Refusal.ROUND_CLOSED);
        }
        // The operator changed it since, so the amount of neither the stake nor a payout without a currency is known.
        if (!debit.amount().currency().equals(account.balance().currency())) {
            return new Refuse(Refusal.WRONG_CURRENCY);
        }
        var isRollback = movement.kind() == Kind.ROLLBACK;
        var closed = new Round(round.key(), debit.transactionId(), isRollback ? State.REVERTED : State.SETTLED);
        return isRollback
                ? closeRound(movement, account, debit.amount(), closed)
                : withValidAmount(movement, account, payout -> closeRound(movement, account, payout, closed));
    }

    private static Decision decideWithoutDebit(Movement movement, StoredState stored, Account account) {
        var round = stored.round(movement.key()).orElse(null);
        if (stored.settlement(movement.debitId()).isPresent()
                || (round != null && round.debitTransactionId().equals(movement.debitId()))) {
            return new Refuse(Refusal.ROUND_CLOSED);
        }
        if (movement.kind() == Kind.CREDIT) {
            return new Refuse(Refusal.UNKNOWN_DEBIT);
        }
        var nothing = new Money(0, account.balance().currency());
        var tombstone = round == null ? new Round(movement.key(), movement.debitId(), State.REVERTED) : null;
        return new Apply(movement, account, nothing, account.balance(), Optional.ofNullable(tombstone), true);
    }

    private static Decision closeRound(Movement movement, Account account, Money amount, Round closed) {
        var balance = account.balance().minorUnits();
        // An operator may let a balance fall below zero; the difference would overflow then, and no sum can.
        if (balance > 0 && amount.minorUnits() > Long.MAX_VALUE - balance) {
            return new Refuse(Refusal.BALANCE_TOO_LARGE);
        }
        return new Apply(movement, account, amount, account.balance().plus(amount), Optional.of(closed), false);
    }

    private static Decision withValidAmount(Movement movement, Account account, Function<Money, Decision> then) {
        var currency = account.balance().currency();
        var amount = Objects.requireNonNull(movement.parts.amount(), "a debit or credit has no amount");
        if (isOtherCurrency(amount, currency)) {
            return new Refuse(Refusal.WRONG_CURRENCY);
        }
        if (amount.amount().isNegative()) {
            return new Refuse(Refusal.NEGATIVE_AMOUNT);
        }
        Money money;
        try {
            money = amount.toMoney(currency);
        } catch (IllegalArgumentException e) {
            return new Refuse(
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
