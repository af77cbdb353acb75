package dev.operatorkit.simulator.scenario;

import dev.operatorkit.conformance.client.Evidence;
import dev.operatorkit.conformance.client.Scenario;
import dev.operatorkit.conformance.transport.CallLimits;
import dev.operatorkit.conformance.transport.Endpoint;
import dev.operatorkit.conformance.transport.HttpTransport;
import dev.operatorkit.conformance.transport.Resolver;
import dev.operatorkit.conformance.transport.TrustedCertificates;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Holds one service that plays one scenario at a time, behind a server that records. */
public final class Lane implements AutoCloseable {
    private static final CallLimits LIMITS =
            new CallLimits(Duration.ofSeconds(2), Duration.ofSeconds(30), 64 * 1024, 16 * 1024 * 1024);

    final TestedOperator operator;
    final Clock clock;
    private final String bind;
    private final RecordingServer server;
    private final Service service;
    final HttpTransport simulator;
    private final Set<String> switchedOff = ConcurrentHashMap.newKeySet();
    private volatile @Nullable RecordingServer secured;
    private volatile @Nullable Recording recording;

    private Lane(TestedOperator operator, Clock clock, String bind, RecordingServer server, Service service) {
        this.operator = operator;
        this.clock = clock;
        this.bind = bind;
        this.server = server;
        this.service = service;
        this.simulator = new HttpTransport(
                new Endpoint(
                        false, service.address().getHost(), service.address().getPort()),
                LIMITS,
                TrustedCertificates.system(clock),
                any -> Optional.empty(),
                Resolver.SYSTEM);
    }

    /** Opens a lane on a port, or on any free one. */
    public static Lane open(Service.Starter starter, TestedOperator operator, String bind, int port, Clock clock)
            throws IOException {
        var server = RecordingServer.listen(bind, port, null);
        try {
            var service = starter.start(operator.id(), operator.keys(), server.address(), clock);
            return new Lane(operator, clock, bind, server, service);
        } catch (IllegalArgumentException | IllegalStateException e) {
            server.close();
            throw e;
        }
    }

    public URI address() {
        return server.address();
    }

    /** Returns what was recorded so far of the scenario that is played. */
    public Optional<Evidence> evidence() {
        return Optional.ofNullable(recording).map(now -> now.evidence("", ""));
    }

    /** Returns how many calls were recorded so far of the scenario that is played. */
    public int callCount() {
        var now = recording;
        return now == null ? 0 : now.count();
    }

    /** Returns true when a scenario made more calls than are recorded. */
    public boolean isFull() {
        var now = recording;
        return now != null && now.isFull();
    }

    public Evidence play(Scenario scenario, String unique, Actor actor) throws IOException, InterruptedException {
        var setup = scenario.setup().apply(new Scenario.Values(unique, clock.instant()));
        setup.campaigns().forEach(service::createCampaign);
        setup.gamesOff().forEach(this::switchOff);
        var now = new Recording(this, setup, service.games());
        var front = scenario.tls() ? secured() : server;
        recording = now;
        front.record(now);
        try {
            var outcome = actor.act(scenario, setup, front.address());
            return now.evidence(outcome.output(), outcome.end());
        } finally {
            front.record(null);
            recording = null;
            for (var slug : new HashSet<>(switchedOff)) {
                service.makeAvailable(slug, true);
            }
            switchedOff.clear();
        }
    }

    private RecordingServer secured() throws IOException {
        var known = secured;
        if (known == null) {
            known = RecordingServer.listen(bind, 0, UntrustedCertificate.context());
            secured = known;
        }
        return known;
    }

    void switchOff(String slug) {
        switchedOff.add(slug);
        service.makeAvailable(slug, false);
    }

    @Override
    public void close() {
        server.close();
        var other = secured;
        if (other != null) {
            other.close();
        }
        simulator.close();
        service.close();
    }
}
