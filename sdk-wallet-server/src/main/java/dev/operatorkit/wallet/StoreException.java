package dev.operatorkit.wallet;

import org.jspecify.annotations.Nullable;

/** Reports a failure of a {@link WalletStore}, and whether something may have been written (ERR-3, ERR-4, D-29). */
public abstract sealed class StoreException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private StoreException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /**
     * Creates an exception for a unit of work that did not commit, or a read that failed, and would fail again if it were
     * retried immediately.
     *
     * @param message what failed, and for which account or transaction
     * @param cause the underlying failure, or null
     */
    public static RolledBack rolledBack(String message, @Nullable Throwable cause) {
        return new RolledBack(message, false, cause);
    }

    /**
     * Creates an exception for a unit of work that did not commit, but is likely to succeed when retried immediately:
     * after a deadlock, a serialization failure, or a unique key that a concurrent unit of work inserted (SQLSTATE 40P01,
     * 40001 and 23505 in PostgreSQL).
     *
     * @param message what failed, and for which account or transaction
     * @param cause the underlying failure, or null
     */
    public static RolledBack retryable(String message, @Nullable Throwable cause) {
        return new RolledBack(message, true, cause);
    }

    /**
     * Creates an exception for a commit with an unknown outcome.
     *
     * @param message what failed, and for which accounts or transactions
     * @param cause the failure of the connection, or null
     */
    public static OutcomeUnknown outcomeUnknown(String message, @Nullable Throwable cause) {
        return new OutcomeUnknown(message, cause);
    }

    /** Guarantees that nothing was written. */
    public static final class RolledBack extends StoreException {
        private static final long serialVersionUID = 1L;

        private final boolean retryable;

        private RolledBack(String message, boolean retryable, @Nullable Throwable cause) {
            super(message, cause);
            this.retryable = retryable;
        }

        /** Returns true if the same unit of work is likely to succeed when retried immediately. */
        public boolean isRetryable() {
            return retryable;
        }
    }

    /** Reports that a commit was sent and its result was not received. */
    public static final class OutcomeUnknown extends StoreException {
        private static final long serialVersionUID = 1L;

        private OutcomeUnknown(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }
}
