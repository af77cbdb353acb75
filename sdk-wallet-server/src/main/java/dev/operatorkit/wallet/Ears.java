package dev.operatorkit.wallet;

import dev.operatorkit.signing.Verification;
import dev.operatorkit.wallet.StoredTransaction.Kind;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A listener that can do no harm: whatever the real one throws ends here. */
record Ears(WalletListener listener) implements WalletListener {
    private static final Logger LOG = LoggerFactory.getLogger(Ears.class);

    @Override
    public void accepted(String method, String rawPath) {
        guard(() -> listener.accepted(method, rawPath));
    }

    @Override
    public void rejected(Verification.Reason reason) {
        guard(() -> listener.rejected(reason));
    }

    @Override
    public void rejectedSource() {
        guard(listener::rejectedSource);
    }

    @Override
    public void answered(String method, String rawPath, int status, Duration took) {
        guard(() -> listener.answered(method, rawPath, status, took));
    }

    @Override
    public void applied(StoredTransaction transaction) {
        guard(() -> listener.applied(transaction));
    }

    @Override
    public void tombstoned(StoredTransaction transaction) {
        guard(() -> listener.tombstoned(transaction));
    }

    @Override
    public void replayed(StoredTransaction transaction, boolean differs) {
        guard(() -> listener.replayed(transaction, differs));
    }

    @Override
    public void unreadable(Kind kind, String field) {
        guard(() -> listener.unreadable(kind, field));
    }

    @Override
    public void refused(Kind kind, Refusal why) {
        guard(() -> listener.refused(kind, why));
    }

    @Override
    public void unknown(Kind kind) {
        guard(() -> listener.unknown(kind));
    }

    @Override
    public void batch(int size, Duration waited, Duration took) {
        guard(() -> listener.batch(size, waited, took));
    }

    private static void guard(Runnable tell) {
        try {
            tell.run();
        } catch (RuntimeException e) {
            LOG.warn("a listener failed", e);
        }
    }
}
