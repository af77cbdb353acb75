package dev.operatorkit.simulator;

import dev.operatorkit.simulator.admin.HttpServer;
import dev.operatorkit.simulator.console.Console;
import dev.operatorkit.simulator.database.Database;
import dev.operatorkit.simulator.database.State;
import dev.operatorkit.simulator.operator.Operators;
import dev.operatorkit.simulator.round.Chances;
import dev.operatorkit.simulator.round.WalletSide;
import dev.operatorkit.simulator.transcript.Transcript;
import dev.operatorkit.simulator.wallet.TargetPolicy;
import dev.operatorkit.simulator.wallet.Trust;
import io.helidon.webserver.http.HttpRouting;
import java.net.URI;
import java.time.Duration;

/** A running simulator and the place where its parts are put together: for {@code serve}, for tests, for JUnit support. */
public final class Simulator implements AutoCloseable {
    private static final String CLOCK_AHEAD = "clock.ahead";

    private final Database database;
    private final SimulatorClock clock;
    private final Operators operators;
    private final WalletSide walletSide;
    private final HttpServer server;

    private Simulator(SimulatorSettings settings) {
        operators = new Operators(settings.operators());
        database = Database.open(settings.data());
        var state = new State(database);
        clock = new SimulatorClock(
                settings.clock(), state.read(CLOCK_AHEAD).map(Duration::parse).orElse(Duration.ZERO));
        clock.onMove(() -> state.write(CLOCK_AHEAD, clock.ahead().toString()));
        walletSide = new WalletSide(
                operators,
                clock,
                database,
                TargetPolicy.LOOPBACK,
                Trust.system(clock.wall()),
                Chances.of(clock.millis()),
                Transcript.USUAL_BOUND);
        server = HttpServer.start(settings.bind(), settings.port(), this::routing);
    }

    /** Starts one; it answers requests when this returns. */
    public static Simulator start(SimulatorSettings settings) {
        return new Simulator(settings);
    }

    private void routing(HttpRouting.Builder routing) {
        routing.get("/admin/health", (request, response) -> response.send("ok"));
        new Console(clock, operators).routing(routing);
    }

    /** Where it answers. */
    public URI address() {
        return server.address();
    }

    /** Its time, which can be moved. */
    public SimulatorClock clock() {
        return clock;
    }

    /** Whom it serves. */
    public Operators operators() {
        return operators;
    }

    /** Rounds, deliveries, faults, transcript. */
    public WalletSide walletSide() {
        return walletSide;
    }

    /** Where it keeps things. */
    public Database database() {
        return database;
    }

    @Override
    public void close() {
        try {
            server.close();
            walletSide.close();
        } finally {
            database.close();
        }
    }
}
