package dev.operatorkit.reference.operations;

import dev.operatorkit.reference.database.CircuitBreaker;
import dev.operatorkit.reference.database.Servers;
import dev.operatorkit.reference.http.ExactRoutes;
import dev.operatorkit.signing.Verification;
import dev.operatorkit.wallet.Refusal;
import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wallet.StoredTransaction.Kind;
import dev.operatorkit.wallet.WalletListener;
import io.helidon.http.HeaderNames;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Counts and measures the work of the wallet and publishes the result for Prometheus. */
public final class WalletMetrics implements WalletListener, AutoCloseable {
    private static final Duration[] BUCKETS = {
        Duration.ofMillis(1), Duration.ofMillis(2), Duration.ofMillis(5), Duration.ofMillis(10), Duration.ofMillis(20),
        Duration.ofMillis(50), Duration.ofMillis(100), Duration.ofMillis(250), Duration.ofSeconds(1),
                Duration.ofSeconds(5)
    };

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final JvmGcMetrics gcMetrics = new JvmGcMetrics();
    private final Map<String, Timer> responses = new ConcurrentHashMap<>();
    private final String prefix;
    private final DistributionSummary batchSize;
    private final Timer batchWait;
    private final Timer batchDuration;
    private volatile Runnable beforeScrape = () -> {};

    /** Creates the metrics of a wallet with this path prefix. */
    public WalletMetrics(String prefix) {
        this.prefix = prefix;
        gcMetrics.bindTo(registry);
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        batchSize = DistributionSummary.builder("wallet.batch.size")
                .description("movements committed together")
                .serviceLevelObjectives(1, 2, 4, 8, 16, 32, 64, 128, 256)
                .register(registry);
        batchWait = timer("wallet.batch.wait", "time that the first movement of a batch waited in the queue");
        batchDuration = timer("wallet.batch.duration", "duration of a unit of work");
    }

    private Timer timer(String name, String description, String... tags) {
        return Timer.builder(name)
                .description(description)
                .tags(tags)
                .serviceLevelObjectives(BUCKETS)
                .register(registry);
    }

    /** Returns the registry, to which the connection pools add their own metrics. */
    public MeterRegistry registry() {
        return registry;
    }

    /** Publishes the number of batches that may be committed at the same time. */
    public void publishCommitters(int committers) {
        Gauge.builder("wallet.committers", () -> committers)
                .description("number of batches that may be committed at the same time")
                .register(registry);
    }

    /** Publishes what the checks of the database have found. */
    public void publishBreaker(CircuitBreaker breaker) {
        Gauge.builder("wallet.database.ready", () -> breaker.report().isReady() ? 1 : 0)
                .description("1 if the latest check of the database passed")
                .register(registry);
        Gauge.builder("wallet.breaker.open", () -> breaker.isOpen() ? 1 : 0)
                .description("1 while the database is down and callbacks are answered without it")
                .register(registry);
        FunctionCounter.builder("wallet.breaker.openings", breaker, CircuitBreaker::openings)
                .description("how often the database was found down")
                .register(registry);
    }

    /** Publishes what the checks of the workers have found; each scrape asks which workers there are. */
    public void publishWorkers(Servers servers) {
        var down = MultiGauge.builder("wallet.worker.away")
                .description("1 while the worker is down and callbacks of its accounts are answered without it")
                .register(registry);
        beforeScrape = () -> down.register(
                servers.down().entrySet().stream()
                        .map(worker -> MultiGauge.Row.of(Tags.of("worker", worker.getKey()), worker.getValue() ? 1 : 0))
                        .toList(),
                true);
    }

    /** Adds {@code /metrics}. */
    public void routing(ExactRoutes routes) {
        routes.get("/metrics", (request, response) -> {
            beforeScrape.run();
            response.header(HeaderNames.CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8");
            response.send(registry.scrape().getBytes(StandardCharsets.UTF_8));
        });
    }

    @Override
    public void onResponded(String method, String rawPath, int status, Duration took) {
        var endpoint = endpoint(rawPath);
        responses
                .computeIfAbsent(
                        endpoint + " " + status,
                        key -> timer(
                                "wallet.callbacks",
                                "responses to callbacks",
                                "endpoint",
                                endpoint,
                                "status",
                                "" + status))
                .record(took);
    }

    /** Returns one of six fixed names, so that no caller can create new time series. */
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
    public void onVerified(String method, String rawPath, int secret) {
        registry.counter("wallet.verified", "secret", secret == 0 ? "current" : "previous")
                .increment();
    }

    @Override
    public void onSignatureRejected(Verification.Reason reason) {
        registry.counter("wallet.rejected", "reason", name(reason)).increment();
    }

    @Override
    public void onSourceRejected() {
        registry.counter("wallet.rejected", "reason", "source").increment();
    }

    @Override
    public void onUnreadableField(Kind kind, String field) {
        registry.counter("wallet.unreadable", "kind", name(kind), "field", field)
                .increment();
    }

    @Override
    public void onRefused(Kind kind, Refusal reason) {
        registry.counter("wallet.refused", "kind", name(kind), "reason", name(reason))
                .increment();
    }

    @Override
    public void onRefusedByPolicy(Enum<?> reason) {
        registry.counter("wallet.refused.by.policy", "reason", name(reason)).increment();
    }

    @Override
    public void onReplayed(StoredTransaction transaction, boolean differs) {
        registry.counter("wallet.replayed", "kind", name(transaction.kind()), "differs", "" + differs)
                .increment();
    }

    @Override
    public void onTombstone(StoredTransaction transaction) {
        registry.counter("wallet.tombstones").increment();
    }

    @Override
    public void onIndeterminate(Kind kind) {
        registry.counter("wallet.outcome.unknown", "kind", name(kind)).increment();
    }

    @Override
    public void onBatchEnded(int size, Duration waited, Duration took) {
        batchSize.record(size);
        batchWait.record(waited);
        batchDuration.record(took);
    }

    private static String name(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public void close() {
        gcMetrics.close();
        registry.close();
    }
}
