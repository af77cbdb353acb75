package dev.operatorkit.wallet;

import dev.operatorkit.signing.Verification;
import dev.operatorkit.wallet.StoredTransaction.Kind;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Protects callers from a listener: logs whatever the listener throws. */
record SafeListener(WalletListener listener) implements WalletListener {
    private static final Logger LOG = LoggerFactory.getLogger(SafeListener.class);

    static WalletListener of(WalletListener listener) {
        return listener instanceof SafeListener ? listener : new SafeListener(listener);
    }

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
    public void onResponded(String method, String rawPath, int status, Duration duration) {
        safely(() -> listener.onResponded(method, rawPath, status, duration));
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
    public void onReplayed(StoredTransaction transaction, boolean bodyDiffers) {
        safely(() -> listener.onReplayed(transaction, bodyDiffers));
    }

    @Override
    public void onUnreadableField(Kind kind, String field) {
        safely(() -> listener.onUnreadableField(kind, field));
    }

    @Override
    public void onRefused(Kind kind, Refusal reason) {
        safely(() -> listener.onRefused(kind, reason));
    }

    @Override
    public void onRefusedByPolicy(Enum<?> reason) {
        safely(() -> listener.onRefusedByPolicy(reason));
    }

    @Override
    public void onIndeterminate(Kind kind) {
        safely(() -> listener.onIndeterminate(kind));
    }

    @Override
    public void onBatchEnded(int size, Duration queueTime, Duration duration) {
        safely(() -> listener.onBatchEnded(size, queueTime, duration));
    }

    private static void safely(Runnable notification) {
        try {
            notification.run();
        } catch (RuntimeException e) {
            LOG.warn("A wallet listener threw an exception, which is ignored", e);
        }
    }
}
