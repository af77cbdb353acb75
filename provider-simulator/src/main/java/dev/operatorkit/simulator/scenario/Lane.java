package dev.operatorkit.simulator.scenario;

import dev.operatorkit.conformance.client.ClientCall;
import dev.operatorkit.conformance.client.Evidence;
import dev.operatorkit.conformance.client.Preparation;
import dev.operatorkit.conformance.client.Scenario;
import dev.operatorkit.conformance.wire.Secret;
import dev.operatorkit.money.Money;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.server.Simulator;
import dev.operatorkit.simulator.server.SimulatorSettings;
import dev.operatorkit.wire.NewCampaign;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Holds one service that plays one scenario at a time: a simulator of its own, behind a server that records. */
public final class Lane implements AutoCloseable {
    private static final String GAME = "cherry-rush";

    private final String operator;
    private final Secret secret;
    private final Clock clock;
    private final String bind;
    private final RecordingServer server;
    private final Simulator simulator;
    private final Set<String> switchedOff = new HashSet<>();
    private @Nullable RecordingServer secured;

    private Lane(
            String operator, Secret secret, Clock clock, String bind, RecordingServer server, Simulator simulator) {
        this.operator = operator;
        this.secret = secret;
        this.clock = clock;
        this.bind = bind;
        this.server = server;
        this.simulator = simulator;
    }

    /** Opens a lane on a port, or on any free one. */
    public static Lane open(String operator, SecretKeys keys, Secret secret, String bind, int port, Clock clock)
            throws IOException {
        var server = RecordingServer.listen(bind, port, null, clock);
        try {
            var simulator = Simulator.start(SimulatorSettings.builder(Operator.of(operator, keys, null))
                    .publicAddress(server.address())
                    .clock(clock)
                    .build());
            server.connect(simulator.address());
            return new Lane(operator, secret, clock, bind, server, simulator);
        } catch (IllegalArgumentException | IllegalStateException e) {
            server.close();
            throw e;
        }
    }

    /** Returns the base address of its service. */
    public URI address() {
        return server.address();
    }

    /** Plays a scenario and returns what was recorded. */
    public Evidence play(Scenario scenario, String unique, Actor actor) throws IOException, InterruptedException {
        var setup = scenario.setup().apply(new Scenario.Values(unique, clock.instant()));
        setup.preparations().forEach(this::prepare);
        var games = games();
        var recording = new Recording(setup.disturbances(), secret, clock, this::switchOff);
        var front = scenario.tls() ? secured() : server;
        front.record(recording);
        try {
            var outcome = actor.act(scenario, setup, front.address());
            return new Evidence(
                    setup,
                    operator,
                    secret,
                    recording.exchanges().stream().map(ClientCall::of).toList(),
                    games,
                    outcome.output(),
                    outcome.end());
        } finally {
            front.record(null);
            switchedOff.forEach(slug -> simulator.catalogue().makeAvailable(operator, slug, true));
            switchedOff.clear();
        }
    }

    private RecordingServer secured() throws IOException {
        var known = secured;
        if (known == null) {
            known = RecordingServer.listen(bind, 0, UntrustedCertificate.context(), clock);
            known.connect(simulator.address());
            secured = known;
        }
        return known;
    }

    private void prepare(Preparation what) {
        switch (what) {
            case Preparation.GameOff game -> switchOff(game.slug());
            case Preparation.OneCampaign campaign -> create(campaign.code());
            case Preparation.Campaigns many -> {
                for (var i = 1; i <= many.count(); i++) {
                    create(many.prefix() + "-" + i);
                }
            }
        }
    }

    private void switchOff(String slug) {
        switchedOff.add(slug);
        simulator.catalogue().makeAvailable(operator, slug, false);
    }

    private void create(String code) {
        Instant start = clock.instant().plus(Duration.ofHours(1));
        simulator
                .campaigns()
                .create(
                        operator,
                        new NewCampaign(
                                code,
                                "Prepared",
                                Money.of("0.20", "EUR"),
                                List.of(GAME),
                                start,
                                start.plus(Duration.ofDays(30)),
                                10));
    }

    private Map<String, Evidence.Offer> games() {
        var games = new LinkedHashMap<String, Evidence.Offer>();
        simulator
                .catalogue()
                .games(operator)
                .forEach(game -> games.put(game.slug(), new Evidence.Offer(game.available(), game.freeRound())));
        return games;
    }

    @Override
    public void close() {
        server.close();
        if (secured != null) {
            secured.close();
        }
        simulator.close();
    }
}
