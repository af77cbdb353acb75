package dev.operatorkit.conformance.wallets;

import static dev.operatorkit.conformance.wallets.Defect.*;

import dev.operatorkit.conformance.wallets.Mutation.Place;
import dev.operatorkit.conformance.wallets.WalletStorage.Account;
import dev.operatorkit.conformance.wallets.WalletStorage.Entry;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides about the settlements of the {@link ConfigurableWallet}, and holds the defects of doing so. */
@SuppressWarnings("OperatorPrecedence") // defect and occasion, one pair a line, read better without more brackets
final class Settlements extends WalletPart {
    static final String CLOSED = "the round is closed";
    private final WalletStorage books;

    Settlements(WalletStorage books) {
        super(books.variants, books.defect);
        this.books = books;
    }

    /** Returns the debit that a settlement refers to, or null. */
    @Nullable
    Entry debitOf(Movement movement, @Nullable Account account) {
        if (is(IGNORES_REFERENCES) && account != null) {
            return books.openedBy.get(account.id + "/" + movement.round());
        }
        var reference = changed(Place.REFERENCE, movement.reference());
        return List.copyOf(books.entries.values()).stream()
                .filter(entry -> entry.kind().equals("debit") && entry.id().equals(reference))
                .findFirst()
                .orElse(null);
    }

    /** Returns the refusal of a settlement, or null. */
    @Nullable
    Reply misfit(Movement movement, @Nullable Entry debit, Account account) {
        if (debit == null) {
            return refuse(Place.UNKNOWN_DEBIT, "no such debit");
        }
        if (is(OPENS_NO_FREE_ROUNDS) && debit.movement().message().has("freeRoundData")) {
            return refuse("no such round");
        }
        var credit = movement.kind().equals("credit");
        if (!debit.round().equals(movement.round())
                && !is(credit ? IGNORES_ROUND_ON_CREDITS : IGNORES_ROUND_ON_ROLLBACKS)) {
            return refuse("the debit's round is another one");
        }
        if (debit.account() != account && !is(credit ? IGNORES_PLAYER_ON_CREDITS : IGNORES_PLAYER_ON_ROLLBACKS)) {
            return refuse("the debit is another player's");
        }
        var by = books.closedBy(debit);
        if (is(SETTLES_TWICE_UNDER_CONCURRENCY)) {
            WalletStorage.pause();
        }
        if (by == null) {
            return null;
        }
        var again = by.equals("credit")
                ? credit ? PAYS_ROUND_TWICE : REVERTS_SETTLED_ROUND
                : credit ? PAYS_REVERTED_ROUND : REVERTS_ROUND_TWICE;
        return is(again) ? null : refuse(Place.CLOSED_ROUND, CLOSED);
    }

    /** Returns the amount that a credit pays. */
    BigDecimal paid(Movement movement, @Nullable Entry debit, BigDecimal payout) {
        var value = movement.value(payout);
        var isFree = movement.message().has("freeRoundData");
        return switch (defect) {
            case CREDITS_FREE_ROUND_VALUE -> value;
            case DEDUCTS_FREE_ROUND_VALUE -> isFree ? payout.subtract(value).max(BigDecimal.ZERO) : payout;
            case CAPS_FREE_ROUNDS_AT_VALUE -> payout.min(value);
            case PAYS_NET_PAYOUTS ->
                debit == null ? payout : payout.add(debit.amount()).max(BigDecimal.ZERO);
            case IGNORES_PAYOUT_OF_LOSSES -> movement.text("reason").equals("loss") ? BigDecimal.ZERO : payout;
            case null, default -> payout;
        };
    }

    /** Returns the amount that a rollback returns. */
    BigDecimal returned(Movement movement, Entry debit, BigDecimal latestStake) {
        var back = debit.amount().negate();
        return switch (defect) {
            case RETURNS_LATEST_STAKE -> latestStake;
            case DEBITS_ROLLBACKS -> back.negate();
            case RESTORES_BALANCE_BEFORE_DEBIT -> debit.after().add(back).subtract(debit.account().balance);
            case PAYS_VALUE_FOR_FREE_ROLLBACKS -> debit.movement().value(back);
            case TRUSTS_ROLLBACK_AMOUNT -> movement.number("/stake/amount", back);
            case null, default -> back;
        };
    }
}
