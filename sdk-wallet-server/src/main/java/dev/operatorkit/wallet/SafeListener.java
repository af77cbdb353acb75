package dev.operatorkit.wallet;

import dev.operatorkit.signing.Verification;
import dev.operatorkit.wallet.StoredTransaction.Kind;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A listener that can do no harm: whatever the real one throws ends here. */
record SafeListener(WalletListener listener) implements WalletListener {
    private static final Logger LOG = LoggerFactory.getLogger(SafeListener.class);

    @Override
    public void onVerified(String method, String rawPath) {
        safely(() -> listener.onVerified(method, rawPath));
    }

    @Override
    public void onSignatureRejected(Verification.Reason reason) {
        safely(() -> listener.onSignatureRejected(reason));
    }

    @Override
    public void onSourceRejected() {
        safely(listener::onSourceRejected);
    }

    @Override
    public void onResponded(String method, String rawPath, int status, Duration took) {
        safely(() -> listener.onResponded(method, rawPath, status, took));
    }

    @Override
    public void onApplied(StoredTransaction transaction) {
        safely(() -> listener.onApplied(transaction));
    }

    @Override
    public void onTombstone(StoredTransaction transaction) {
        safely(() -> listener.onTombstone(transaction));
    }

    @Override
    public void onReplayed(StoredTransaction transaction, boolean differs) {
        safely(() -> listener.onReplayed(transaction, differs));
    }

    @Override
    public void onUnreadableField(Kind kind, String field) {
        safely(() -> listener.onUnreadableField(kind, field));
    }

    @Override
    public void onRefused(Kind kind, Refusal why) {
        safely(() -> listener.onRefused(kind, why));
    }

    @Override
    public void onIndeterminate(Kind kind) {
        safely(() -> listener.onIndeterminate(kind));
    }

    @Override
    public void onBatchCommitted(int size, Duration waited, Duration took) {
        safely(() -> listener.onBatchCommitted(size, waited, took));
    }

    private static void safely(Runnable tell) {
        try {
            tell.run();
        } catch (RuntimeException e) {
            LOG.warn("a listener failed", e);
        }
    }
}
