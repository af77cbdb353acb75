package dev.operatorkit.micrometer;

import dev.operatorkit.signing.Verification;
import dev.operatorkit.wallet.Refusal;
import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wallet.StoredTransaction.Kind;
import dev.operatorkit.wallet.WalletListener;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.Locale;

/**
 * Measures the wallet: responses to callbacks by endpoint and status, and its events by kind and reason. All names begin
 * with {@code operatorkit.wallet.}. Thread-safe.
 */
public final class WalletMetrics implements WalletListener {
    private final MeterRegistry registry;
    private final String prefix;
    private final Iterable<Tag> tags; // not as Tags: Micrometer 1.15, which Spring Boot 3 has, lacks overloads for them
    private final DistributionSummary batchSize;
    private final Timer queueTime;
    private final Timer batchDuration;

    /**
     * Creates a listener for a {@code TransactionalWallet} or your implementation of {@code Wallet}.
     *
     * @param registry the registry of the application
     * @param prefix the prefix of the callbacks, as given to {@code WalletCallbacks}
     */
    public WalletMetrics(MeterRegistry registry, String prefix) {
        this(registry, prefix, Tags.empty());
    }

    /**
     * Creates a listener whose metrics have additional tags, such as the brand of the wallet.
     *
     * @param registry the registry of the application
     * @param prefix the prefix of the callbacks, as given to {@code WalletCallbacks}
     * @param tags the additional tags
     */
    public WalletMetrics(MeterRegistry registry, String prefix, Tags tags) {
        this.registry = registry;
        this.prefix = prefix;
        this.tags = tags;
        batchSize = DistributionSummary.builder("operatorkit.wallet.batch.size")
                .description("movements committed together")
                .tags(tags)
                .register(registry);
        queueTime = Timer.builder("operatorkit.wallet.batch.wait")
                .description("time that the first movement of a batch waited in the queue")
                .tags(tags)
                .register(registry);
        batchDuration = Timer.builder("operatorkit.wallet.batch.duration")
                .description("duration of a unit of work")
                .tags(tags)
                .register(registry);
    }

    @Override
    public void onResponded(Responded event) {
        Timer.builder("operatorkit.wallet.callbacks")
                .description("responses to callbacks")
                .tags(tags)
                .tag("endpoint", endpoint(event.rawPath()))
                .tag("status", Integer.toString(event.status()))
                .register(registry)
                .record(event.duration());
    }

    /** Returns one of six fixed names. */
    private String endpoint(String rawPath) {
        return switch (rawPath.startsWith(prefix) ? rawPath.substring(prefix.length()) : "") {
            case "/player" -> "player";
            case "/debit" -> "debit";
            case "/credit" -> "credit";
            case "/rollback" -> "rollback";
            default -> rawPath.startsWith(prefix + "/players/") ? "lookup" : "other";
        };
    }

    @Override
    public void onVerified(Verified event) {
        count("verified", "secret", event.keyIndex() == 0 ? "current" : "previous");
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
    public void onReplayed(Replayed event) {
        var differs = Boolean.toString(event.bodyDiffers());
        count("replayed", "kind", name(event.transaction().kind()), "differs", differs);
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
    public void onOutcomeUnknown(Kind kind) {
        count("outcome.unknown", "kind", name(kind));
    }

    @Override
    public void onBatchEnded(BatchEnded event) {
        batchSize.record(event.size());
        queueTime.record(event.queueTime());
        batchDuration.record(event.duration());
    }

    private void count(String event, String... tags) {
        Iterable<Tag> all = Tags.concat(this.tags, tags);
        registry.counter("operatorkit.wallet." + event, all).increment();
    }

    private static String name(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
