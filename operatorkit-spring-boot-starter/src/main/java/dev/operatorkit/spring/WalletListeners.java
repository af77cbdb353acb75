package dev.operatorkit.spring;

import dev.operatorkit.signing.Verification;
import dev.operatorkit.wallet.Refusal;
import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wallet.StoredTransaction.Kind;
import dev.operatorkit.wallet.WalletListener;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Notifies every listener, even when an earlier one throws. */
record WalletListeners(List<WalletListener> all) implements WalletListener {
    private static final Logger LOG = LoggerFactory.getLogger(WalletListeners.class);

    @Override
    public void onVerified(String method, String rawPath) {
        notifyAll(listener -> listener.onVerified(method, rawPath));
    }

    @Override
    public void onSignatureRejected(Verification.Reason reason) {
        notifyAll(listener -> listener.onSignatureRejected(reason));
    }

    @Override
    public void onSourceRejected() {
        notifyAll(WalletListener::onSourceRejected);
    }

    @Override
    public void onResponded(String method, String rawPath, int status, Duration duration) {
        notifyAll(listener -> listener.onResponded(method, rawPath, status, duration));
    }

    @Override
    public void onApplied(StoredTransaction transaction) {
        notifyAll(listener -> listener.onApplied(transaction));
    }

    @Override
    public void onTombstone(StoredTransaction transaction) {
        notifyAll(listener -> listener.onTombstone(transaction));
    }

    @Override
    public void onReplayed(StoredTransaction transaction, boolean bodyDiffers) {
        notifyAll(listener -> listener.onReplayed(transaction, bodyDiffers));
    }

    @Override
    public void onUnreadableField(Kind kind, String field) {
        notifyAll(listener -> listener.onUnreadableField(kind, field));
    }

    @Override
    public void onRefused(Kind kind, Refusal reason) {
        notifyAll(listener -> listener.onRefused(kind, reason));
    }

    @Override
    public void onRefusedByPolicy(Enum<?> reason) {
        notifyAll(listener -> listener.onRefusedByPolicy(reason));
    }

    @Override
    public void onIndeterminate(Kind kind) {
        notifyAll(listener -> listener.onIndeterminate(kind));
    }

    @Override
    public void onBatchEnded(int size, Duration queueTime, Duration duration) {
        notifyAll(listener -> listener.onBatchEnded(size, queueTime, duration));
    }

    private void notifyAll(Consumer<WalletListener> event) {
        for (var listener : all) {
            try {
                event.accept(listener);
            } catch (RuntimeException e) {
                LOG.warn("A wallet listener threw an exception, which is ignored", e);
            }
        }
    }
}
