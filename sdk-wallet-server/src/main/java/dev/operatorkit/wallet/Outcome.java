package dev.operatorkit.wallet;

import dev.operatorkit.wire.ErrorMessage;
import dev.operatorkit.wire.TransactionResult;
import java.util.Objects;

/**
 * Represents the outcome of a debit, credit or rollback. Each outcome has a fixed HTTP status (ERR-2, ERR-3, ERR-4). Immutable.
 */
public sealed interface Outcome {

    /** Returns the HTTP status of this outcome. */
    int status();

    /** Returns the record that is sent as the JSON response body. */
    Object responseBody();

    /**
     * Reports a movement that was applied, now or earlier (status 200). A replay gets the original response (IDM-2).
     *
     * @param result the response body
     */
    record Applied(TransactionResult result) implements Outcome {
        public Applied {
            Objects.requireNonNull(result, "result");
        }

        @Override
        public int status() {
            return 200;
        }

        @Override
        public Object responseBody() {
            return result;
        }
    }

    /** Represents an outcome whose response body is an error message for the provider. */
    sealed interface Failure extends Outcome {
        /** Returns the error message for the provider. */
        String message();

        @Override
        default Object responseBody() {
            return new ErrorMessage(message());
        }
    }

    /**
     * Reports that the stake exceeds the balance (status 409, ERR-2). Nothing was written.
     *
     * @param message the error message for the provider
     */
    record InsufficientFunds(String message) implements Failure {
        public InsufficientFunds {
            Objects.requireNonNull(message, "message");
        }

        @Override
        public int status() {
            return 409;
        }
    }

    /**
     * Reports a movement that was refused for a reason other than insufficient funds (status 422). It is guaranteed
     * that nothing was written for this callback (ERR-3): the lookup found no transaction with its id, or found one of
     * another account or kind (D-21, D-29).
     *
     * @param message the error message for the provider
     */
    record Refused(String message) implements Failure {
        public Refused {
            Objects.requireNonNull(message, "message");
        }

        @Override
        public int status() {
            return 422;
        }
    }

    /**
     * Reports a credit or rollback that could not be looked up or attempted, and that the provider may retry (status
     * 503, D-29). The provider does not retry debits, so for a debit {@link WalletCallbacks} responds as for {@link
     * Unknown}.
     *
     * @param message the error message for the provider
     */
    record RetryLater(String message) implements Failure {
        public RetryLater {
            Objects.requireNonNull(message, "message");
        }

        @Override
        public int status() {
            return 503;
        }
    }

    /**
     * Reports that it is unknown whether anything was written (status 500, ERR-4, D-29): the outcome of a commit could
     * not be determined, or the id of a debit could not be looked up. The provider then sends a rollback of the debit
     * (D-31), or repeats the credit or rollback, as it does after every status except 200 (D-32). For a credit or
     * rollback whose id could not be looked up, use {@link RetryLater}.
     *
     * @param message the error message for the provider
     */
    record Unknown(String message) implements Failure {
        public Unknown {
            Objects.requireNonNull(message, "message");
        }

        @Override
        public int status() {
            return 500;
        }
    }
}
