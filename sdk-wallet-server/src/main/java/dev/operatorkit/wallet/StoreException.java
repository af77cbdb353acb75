package dev.operatorkit.wallet;

import org.jspecify.annotations.Nullable;

/** Reports a failure of a {@link WalletStore}, and whether something may have been written (ERR-3, ERR-4, D-29). */
public abstract sealed class StoreException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private StoreException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** Guarantees that nothing was written. */
    public static final class RolledBack extends StoreException {
        private static final long serialVersionUID = 1L;

        private final boolean retryable;

        /**
         * Creates an exception for a unit that did not commit.
         *
         * @param message the failure and the value it concerns
         * @param retryable true if the same unit is likely to succeed when retried at once: after a deadlock, a
         *     serialization failure, or a key that a unit of other accounts inserted in the meantime
         * @param cause the underlying failure, or null
         */
        public RolledBack(String message, boolean retryable, @Nullable Throwable cause) {
            super(message, cause);
            this.retryable = retryable;
        }

        /** Returns true if a retry is likely to succeed (SQLSTATE 40001, 40P01 or 23505). */
        public boolean isRetryable() {
            return retryable;
        }
    }

    /** Reports that a commit was sent and its result was not received. */
    public static final class Indeterminate extends StoreException {
        private static final long serialVersionUID = 1L;

        /**
         * Creates an exception for a commit with an unknown outcome.
         *
         * @param message the failure and the value it concerns
         * @param cause the failure of the connection, or null
         */
        public Indeterminate(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }
}
