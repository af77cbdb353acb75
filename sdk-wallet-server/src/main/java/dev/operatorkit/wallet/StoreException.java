package dev.operatorkit.wallet;

import org.jspecify.annotations.Nullable;

/** What a {@link WalletStore} throws: the caller must know whether something may have been written (ERR-3, ERR-4, D-29). */
public abstract sealed class StoreException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private StoreException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** Surely nothing was written. */
    public static final class RolledBack extends StoreException {
        private static final long serialVersionUID = 1L;

        private final boolean worthRetrying;

        /**
         * With {@code worthRetrying} when the same unit may well pass at once: a deadlock, a serialization failure, a
         * key that a unit of other accounts took meanwhile.
         */
        public RolledBack(String message, boolean worthRetrying, @Nullable Throwable cause) {
            super(message, cause);
            this.worthRetrying = worthRetrying;
        }

        /** Whether another try is promising (40001, 40P01, 23505). */
        public boolean isRetryable() {
            return worthRetrying;
        }
    }

    /** The commit was asked for and no answer came. */
    public static final class Indeterminate extends StoreException {
        private static final long serialVersionUID = 1L;

        /** With what broke the connection. */
        public Indeterminate(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }
}
