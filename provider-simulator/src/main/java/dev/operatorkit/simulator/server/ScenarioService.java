package dev.operatorkit.simulator.server;

import dev.operatorkit.conformance.client.Evidence;
import dev.operatorkit.money.Money;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.scenario.Service;
import dev.operatorkit.wire.NewCampaign;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** Serves scenarios with its own simulator, in memory. */
public final class ScenarioService implements Service {
    private static final String GAME = "cherry-rush";

    private final String operator;
    private final Clock clock;
    private final Simulator simulator;

    private ScenarioService(String operator, Clock clock, Simulator simulator) {
        this.operator = operator;
        this.clock = clock;
        this.simulator = simulator;
    }

    /**
     * Starts a simulator. Its console has its own port on loopback: calls arrive here from the recording server, so on one port
     * every caller of that server would look like this machine to the admin gate.
     */
    public static ScenarioService start(String operator, SecretKeys keys, URI publicAddress, Clock clock) {
        var simulator = Simulator.start(SimulatorSettings.local(Operator.of(operator, keys, null))
                .adminPort(new SimulatorSettings.AdminPort("127.0.0.1", 0))
                .publicAddress(publicAddress)
                .clock(clock));
        return new ScenarioService(operator, clock, simulator);
    }

    @Override
    public URI address() {
        return simulator.address();
    }

    @Override
    public Map<String, Evidence.Offer> games() {
        var games = new LinkedHashMap<String, Evidence.Offer>();
        simulator
                .catalogue()
                .games(operator)
                .forEach(game -> games.put(game.slug(), new Evidence.Offer(game.available(), game.freeRound())));
        return games;
    }

    @Override
    public void makeAvailable(String slug, boolean available) {
        simulator.catalogue().makeAvailable(operator, slug, available);
    }

    @Override
    public void createCampaign(String code) {
        var start = clock.instant().plus(Duration.ofHours(1));
        var end = start.plus(Duration.ofDays(30));
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
                                end,
                                OptionalInt.of(10)));
    }

    @Override
    public void close() {
        simulator.close();
    }
}
