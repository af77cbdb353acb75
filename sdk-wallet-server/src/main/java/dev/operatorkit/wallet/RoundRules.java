package dev.operatorkit.wallet;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.Decision.Apply;
import dev.operatorkit.wallet.Decision.Refuse;
import dev.operatorkit.wallet.Decision.Replay;
import dev.operatorkit.wallet.Movement.LookUpOnly.Names;
import dev.operatorkit.wallet.Round.State;
import dev.operatorkit.wallet.StoredTransaction.Kind;
import dev.operatorkit.wire.Debit;
import dev.operatorkit.wire.WireAmount;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Decides on a movement: the state table of a round, as a pure function of what is stored and what is asked. The first
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
 *                                                     AMOUNT_OUT_OF_RANGE,
 *                                                     NON_ZERO_FREE_ROUND_STAKE            D-20 D-28 D-54
 * debit     the stake exceeds the balance             INSUFFICIENT_FUNDS                   ERR-2
 * debit     else                                      balance - stake, round Bet
 *
 * settle    a rollback of its own id is stored        TRANSACTION_ID_TAKEN                 D-21 D-25
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
 * credit    the payout is invalid                     WRONG_CURRENCY, NEGATIVE_AMOUNT,
 *                                                     AMOUNT_OUT_OF_RANGE                  D-20 D-54
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
     * @param idBarred true if a rollback is stored that refers to this settlement's own id: the id belongs to a debit
     *     that must never be applied (D-25)
     */
    record StoredState(
            @Nullable Account account,
            @Nullable StoredTransaction same,
            @Nullable StoredTransaction debit,
            @Nullable StoredTransaction settlement,
            @Nullable Round round,
            boolean idBarred) {}

    static Decision decide(Movement asked, StoredState known) {
        var same = known.same();
        if (same != null) {
            return isReplay(asked, same) ? new Replay(same) : new Refuse(Refusal.TRANSACTION_ID_TAKEN);
        }
        if (asked.lookUpOnly() != null) {
            return new Refuse(asked.lookUpOnly().otherwise());
        }
        var account = known.account();
        if (account == null) {
            return new Refuse(Refusal.UNKNOWN_PLAYER);
        }
        return asked.kind() == Kind.DEBIT ? debit(asked, known, account) : settle(asked, known, account);
    }

    /**
     * Returns true for the same kind if nothing in the movement names another account; identical bytes name the account
     * that they named originally (D-21).
     */
    static boolean isReplay(Movement asked, StoredTransaction same) {
        if (same.kind() != asked.kind()) {
            return false;
        }
        var sameAccount = same.accountId().equals(asked.accountId());
        var lookUpOnly = asked.lookUpOnly();
        if (lookUpOnly == null) {
            return sameAccount;
        }
        return lookUpOnly.names() == Names.NONE
                || (lookUpOnly.names() == Names.ONE && sameAccount)
                || Arrays.equals(same.bodyHash(), asked.fingerprint());
    }

    private static Decision debit(Movement asked, StoredState known, Account account) {
        if (known.settlement() != null) {
            return new Refuse(Refusal.ALREADY_ROLLED_BACK);
        }
        if (known.round() != null) {
            return new Refuse(Refusal.ROUND_ALREADY_OPENED);
        }
        return withAmount(asked, account, stake -> {
            if (Debit.FREE_ROUND.equals(asked.reason()) && stake.minorUnits() != 0) {
                return new Refuse(Refusal.NON_ZERO_FREE_ROUND_STAKE);
            }
            if (stake.minorUnits() > account.balance().minorUnits()) {
                return new Refuse(Refusal.INSUFFICIENT_FUNDS);
            }
            var round = new Round(asked.round(), asked.transactionId(), State.BET);
            return new Apply(stake, account.balance().minus(stake), round, false);
        });
    }

    private static Decision settle(Movement asked, StoredState known, Account account) {
        if (known.idBarred()) {
            return new Refuse(Refusal.TRANSACTION_ID_TAKEN);
        }
        if (asked.transactionId().equals(asked.referenceTransactionId())) {
            return new Refuse(Refusal.REFERENCE_NOT_A_DEBIT);
        }
        var debit = known.debit();
        if (debit == null) {
            return debitUnknown(asked, known, account);
        }
        if (debit.kind() != Kind.DEBIT) {
            return new Refuse(Refusal.REFERENCE_NOT_A_DEBIT);
        }
        if (!debit.accountId().equals(asked.accountId())) {
            return new Refuse(Refusal.WRONG_PLAYER);
        }
        if (!debit.gameRoundId().equals(asked.gameRoundId())) {
            return new Refuse(Refusal.WRONG_ROUND);
        }
        var round = known.round();
        if (known.settlement() != null
                || round == null
                || round.state() != State.BET
                || !round.debitTransactionId().equals(debit.transactionId())) {
            return new Refuse(Refusal.ROUND_CLOSED);
        }
        return asked.kind() == Kind.ROLLBACK
                ? add(debit.amount(), account, round, State.REVERTED)
                : withAmount(asked, account, payout -> add(payout, account, round, State.SETTLED));
    }

    private static Decision debitUnknown(Movement asked, StoredState known, Account account) {
        var round = known.round();
        if (known.settlement() != null
                || (round != null && round.debitTransactionId().equals(asked.debitId()))) {
            return new Refuse(Refusal.ROUND_CLOSED);
        }
        if (asked.kind() == Kind.CREDIT) {
            return new Refuse(Refusal.UNKNOWN_DEBIT);
        }
        var nothing = new Money(0, account.balance().currency());
        var tombstone = round == null ? new Round(asked.round(), asked.debitId(), State.REVERTED) : null;
        return new Apply(nothing, account.balance(), tombstone, true);
    }

    private static Decision add(Money amount, Account account, Round round, State state) {
        if (amount.minorUnits() > Long.MAX_VALUE - account.balance().minorUnits()) {
            return new Refuse(Refusal.BALANCE_TOO_LARGE);
        }
        var closed = new Round(round.key(), round.debitTransactionId(), state);
        return new Apply(amount, account.balance().plus(amount), closed, false);
    }

    private static Decision withAmount(Movement asked, Account account, Function<Money, Decision> then) {
        var currency = account.balance().currency();
        var amount = Objects.requireNonNull(asked.amount(), "a debit or credit has no amount");
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
            return new Refuse(Refusal.AMOUNT_OUT_OF_RANGE);
        }
        return then.apply(money);
    }

    private static boolean isOtherCurrency(WireAmount amount, CurrencyCode expected) {
        return amount.currency() != null && !amount.currency().equals(expected.code());
    }
}
