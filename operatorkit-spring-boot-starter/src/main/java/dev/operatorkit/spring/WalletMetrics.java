package dev.operatorkit.spring;

import dev.operatorkit.signing.Verification;
import dev.operatorkit.wallet.Refusal;
import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wallet.StoredTransaction.Kind;
import dev.operatorkit.wallet.WalletListener;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Locale;

/** Counts the wallet's events with Micrometer. Every tag comes from a fixed set. */
final class WalletMetrics implements WalletListener {
    private final MeterRegistry registry;
    private final DistributionSummary batchSize;
    private final Timer batchWait;
    private final Timer batchDuration;

    WalletMetrics(MeterRegistry registry) {
        this.registry = registry;
        batchSize = DistributionSummary.builder("operatorkit.wallet.batch.size")
                .description("movements committed together")
                .register(registry);
        batchWait = Timer.builder("operatorkit.wallet.batch.wait")
                .description("time that the first movement of a batch waited in the queue")
                .register(registry);
        batchDuration = Timer.builder("operatorkit.wallet.batch.duration")
                .description("duration of a unit of work")
                .register(registry);
    }

    @Override
    public void onSignatureRejected(Verification.Reason reason) {
        count("rejected", "reason", name(reason));
    }

    @Override
    public void onSourceRejected() {
        count("rejected", "reason", "source");
    }

    @Override
    public void onApplied(StoredTransaction transaction) {
        count("applied", "kind", name(transaction.kind()));
    }

    @Override
    public void onTombstone(StoredTransaction transaction) {
        count("tombstones");
    }

    @Override
    public void onReplayed(StoredTransaction transaction, boolean bodyDiffers) {
        count("replayed", "kind", name(transaction.kind()), "differs", Boolean.toString(bodyDiffers));
    }

    @Override
    public void onUnreadableField(Kind kind, String field) {
        count("unreadable", "kind", name(kind), "field", field);
    }

    @Override
    public void onRefused(Kind kind, Refusal reason) {
        count("refused", "kind", name(kind), "reason", name(reason));
    }

    @Override
    public void onRefusedByPolicy(Enum<?> reason) {
        count("refused.by.policy", "reason", name(reason));
    }

    @Override
    public void onIndeterminate(Kind kind) {
        count("outcome.unknown", "kind", name(kind));
    }

    @Override
    public void onBatchEnded(int size, Duration queueTime, Duration duration) {
        batchSize.record(size);
        batchWait.record(queueTime);
        batchDuration.record(duration);
    }

    private void count(String event, String... tags) {
        registry.counter("operatorkit.wallet." + event, tags).increment();
    }

    private static String name(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
