package dev.operatorkit.wallet;

/** What a {@link WalletStore} throws: the caller must know whether something may have been written (ERR-3, ERR-4, D-29). */
public abstract sealed class StoreException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private StoreException(String message, Throwable cause) {
        super(message, cause);
    }

    /** Surely nothing was written. */
    public static final class RolledBack extends StoreException {
        private static final long serialVersionUID = 1L;

        private final boolean worthRetrying;

        /** With {@code worthRetrying} when the same unit may pass at once: a deadlock, a serialization failure. */
        public RolledBack(String message, boolean worthRetrying, Throwable cause) {
            super(message, cause);
            this.worthRetrying = worthRetrying;
        }

        /** Whether the database asked for another try (40001, 40P01). */
        public boolean worthRetrying() {
            return worthRetrying;
        }
    }

    /** The commit was asked for and no answer came. */
    public static final class OutcomeUnknown extends StoreException {
        private static final long serialVersionUID = 1L;

        /** With what broke the connection. */
        public OutcomeUnknown(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
