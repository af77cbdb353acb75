package dev.operatorkit.wallet;

import dev.operatorkit.wire.ErrorMessage;
import dev.operatorkit.wire.TransactionResult;

/** How a debit, credit or rollback ended. Each kind knows its status, so that nobody has to choose one (ERR-2, ERR-3, ERR-4). */
public sealed interface Outcome {

    /** The HTTP status that tells it. */
    int status();

    /** The record that the answer's body is the JSON of. */
    Object responseBody();

    /** Applied now, or applied before and answered again as it was (IDM-2). */
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

    /** The stake is more than the balance (ERR-2); nothing was written. */
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

    /** Refused, and nothing was written (ERR-3): the id was looked up and is not there, or is another's (D-21, D-29). */
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
     * A settlement that could not be looked up or tried and may come again (D-29). A debit is never told to come again: of a
     * debit it becomes {@link Indeterminate}.
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
     * Something may have been written and nobody can tell (ERR-4, D-29): the id could not be looked up, or a commit was asked for
     * and its outcome cannot be found out. The service rolls a debit back.
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
