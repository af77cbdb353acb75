package dev.operatorkit.reference.operations;

import dev.operatorkit.reference.database.CircuitBreaker;
import dev.operatorkit.reference.staff.UnmatchedCredits;
import dev.operatorkit.wallet.CallbackContext;
import dev.operatorkit.wallet.InvalidCallback;
import dev.operatorkit.wallet.Outcome;
import dev.operatorkit.wallet.PlayerOutcome;
import dev.operatorkit.wallet.Refusal;
import dev.operatorkit.wallet.StoreException;
import dev.operatorkit.wallet.StoredTransaction.Kind;
import dev.operatorkit.wallet.Wallet;
import dev.operatorkit.wallet.WalletListener;
import dev.operatorkit.wire.Credit;
import dev.operatorkit.wire.Debit;
import dev.operatorkit.wire.Rollback;
import dev.operatorkit.wire.TransactionResult;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Answers callbacks immediately while the database is down, with the statuses that they would get after waiting for it: a debit 500, since
 * an earlier attempt with its id may stand and cannot be looked up, and all others 503 (D-29, ERR-4).
 *
 * @param wallet the wallet that answers while the database is there
 * @param breaker the breaker that knows
 * @param unmatched keeps refused credits of bets that a restored database does not know
 */
public record FailFastWallet(Wallet wallet, CircuitBreaker breaker, UnmatchedCredits unmatched) implements Wallet {
    private static final Outcome UNKNOWN = new Outcome.Unknown(
            "the database is not available: this attempt wrote nothing, and an earlier one could not be looked up");
    private static final Outcome RETRY_LATER =
            new Outcome.RetryLater("the database is not available and nothing was written, retry later");

    @Override
    public PlayerOutcome authenticatePlayer(PlayerRequest request, CallbackContext context) {
        requireDatabase();
        return wallet.authenticatePlayer(request, context);
    }

    @Override
    public Optional<TransactionResult> findTransaction(TransactionLookup lookup, CallbackContext context) {
        requireDatabase();
        return wallet.findTransaction(lookup, context);
    }

    private void requireDatabase() {
        if (breaker.isOpen()) {
            throw StoreException.rolledBack("the database is not available", null);
        }
    }

    @Override
    public Outcome debit(Debit debit, CallbackContext context) {
        return answer(Kind.DEBIT, () -> wallet.debit(debit, context));
    }

    @Override
    public Outcome credit(Credit credit, CallbackContext context) {
        var began = unmatched.clock().instant().truncatedTo(ChronoUnit.MILLIS);
        var outcome = answer(Kind.CREDIT, () -> wallet.credit(credit, context));
        if (outcome instanceof Outcome.Refused) {
            unmatched.refused(credit);
        } else if (outcome instanceof Outcome.Applied applied && !isReplay(applied, began)) {
            unmatched.applied(credit);
        }
        return outcome;
    }

    private static boolean isReplay(Outcome.Applied applied, Instant began) {
        var at = applied.result().createdAt();
        return at != null && at.isBefore(began);
    }

    @Override
    public Outcome rollback(Rollback rollback, CallbackContext context) {
        return answer(Kind.ROLLBACK, () -> wallet.rollback(rollback, context));
    }

    /** Answers an invalid debit with 500 too, since its id would be looked up first (D-21). */
    @Override
    public Outcome answerInvalid(InvalidCallback callback, CallbackContext context) {
        return answer(callback.kind(), () -> wallet.answerInvalid(callback, context));
    }

    private Outcome answer(Kind kind, Supplier<Outcome> operation) {
        if (!breaker.isOpen()) {
            return operation.get();
        }
        if (kind == Kind.DEBIT) {
            listener().onOutcomeUnknown(kind);
            return UNKNOWN;
        }
        listener().onRefused(kind, Refusal.STORE_FAILED);
        return RETRY_LATER;
    }

    @Override
    public WalletListener listener() {
        return wallet.listener();
    }
}
