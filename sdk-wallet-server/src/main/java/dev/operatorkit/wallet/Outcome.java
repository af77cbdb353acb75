package dev.operatorkit.wallet;

import dev.operatorkit.wire.ErrorMessage;
import dev.operatorkit.wire.TransactionResult;

/**
 * Represents the outcome of a debit, credit or rollback. Each outcome has a fixed HTTP status (ERR-2, ERR-3, ERR-4).
 */
public sealed interface Outcome {

    /** Returns the HTTP status of this outcome. */
    int status();

    /** Returns the record that is sent as the JSON response body. */
    Object responseBody();

    /**
     * Reports a movement that was applied, now or earlier; a replay gets the original response (IDM-2).
     *
     * @param result the response body
     */
    record Applied(TransactionResult result) implements Outcome {
        @Override
        public int status() {
            return 200;
        }

        @Override
        public Object responseBody() {
            return result;
        }
    }

    /**
     * Reports that the stake exceeds the balance (ERR-2). Nothing was written.
     *
     * @param message the error message for the provider
     */
    record InsufficientFunds(String message) implements Outcome {
        @Override
        public int status() {
            return 409;
        }

        @Override
        public Object responseBody() {
            return new ErrorMessage(message);
        }
    }

    /**
     * Reports a refusal for any other reason than insufficient funds. It is guaranteed that nothing was written
     * (ERR-3): the id was looked up and is unknown, or belongs to another transaction (D-21, D-29).
     *
     * @param message the error message for the provider
     */
    record Refused(String message) implements Outcome {
        @Override
        public int status() {
            return 422;
        }

        @Override
        public Object responseBody() {
            return new ErrorMessage(message);
        }
    }

    /**
     * Reports a credit or rollback that could not be looked up or attempted, and which the provider may retry (D-29).
     * The provider does not retry debits: for a debit it becomes {@link Indeterminate}.
     *
     * @param message the error message for the provider
     */
    record RetryLater(String message) implements Outcome {
        @Override
        public int status() {
            return 503;
        }

        @Override
        public Object responseBody() {
            return new ErrorMessage(message);
        }
    }

    /**
     * Reports that it is unknown whether anything was written (ERR-4, D-29): the id could not be looked up, or the
     * outcome of a commit could not be determined. The provider then rolls a debit back.
     *
     * @param message the error message for the provider
     */
    record Indeterminate(String message) implements Outcome {
        @Override
        public int status() {
            return 500;
        }

        @Override
        public Object responseBody() {
            return new ErrorMessage(message);
        }
    }
}
