package dev.operatorkit.reference.operations;

import dev.operatorkit.micrometer.WalletMetrics;
import dev.operatorkit.reference.database.CircuitBreaker;
import dev.operatorkit.reference.database.Servers;
import dev.operatorkit.reference.http.ExactRoutes;
import dev.operatorkit.wallet.WalletListener;
import io.helidon.http.HeaderNames;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.charset.StandardCharsets;

/** Counts and measures the work of the wallet and publishes the result for Prometheus. */
public final class PrometheusMetrics implements AutoCloseable {
    private static final String PREFIX = "operatorkit.wallet.";
    private static final double[] SIZES = {1, 2, 4, 8, 16, 32, 64, 128, 256};
    private static final double[] NANOS = {1e6, 2e6, 5e6, 10e6, 20e6, 50e6, 100e6, 250e6, 1e9, 5e9};

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final JvmGcMetrics gcMetrics = new JvmGcMetrics();
    private final WalletListener listener;
    private volatile Runnable beforeScrape = () -> {};

    /** Creates the metrics of a wallet with this path prefix. */
    public PrometheusMetrics(String prefix) {
        registry.config().meterFilter(ofTheSdk());
        gcMetrics.bindTo(registry);
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        listener = new WalletMetrics(registry, prefix);
    }

    /** Gives the meters of the SDK, which its operators find among those of their application, shorter names and histograms. */
    private static MeterFilter ofTheSdk() {
        return new MeterFilter() {
            @Override
            public Meter.Id map(Meter.Id id) {
                return id.getName().startsWith(PREFIX)
                        ? id.withName("wallet." + id.getName().substring(PREFIX.length()))
                        : id;
            }

            @Override
            public DistributionStatisticConfig configure(Meter.Id id, DistributionStatisticConfig config) {
                if (!id.getName().startsWith("wallet.")) {
                    return config;
                }
                var bounds = id.getType() == Meter.Type.TIMER ? NANOS : SIZES;
                return DistributionStatisticConfig.builder()
                        .serviceLevelObjectives(bounds)
                        .build()
                        .merge(config);
            }
        };
    }

    /** Returns what counts the events of the wallet. */
    public WalletListener listener() {
        return listener;
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
    public void close() {
        gcMetrics.close();
        registry.close();
    }
}
