package dev.operatorkit.simulator.server;

import dev.operatorkit.http.guard.PortProblem;
import dev.operatorkit.simulator.SimulatorClock;
import dev.operatorkit.simulator.admin.AdminApi;
import dev.operatorkit.simulator.admin.HttpServer;
import dev.operatorkit.simulator.campaign.BonusCodes;
import dev.operatorkit.simulator.campaign.Campaigns;
import dev.operatorkit.simulator.catalogue.ArtworkPages;
import dev.operatorkit.simulator.catalogue.Catalogue;
import dev.operatorkit.simulator.console.Console;
import dev.operatorkit.simulator.console.ConsoleParts;
import dev.operatorkit.simulator.customerapi.CustomerApi;
import dev.operatorkit.simulator.database.Database;
import dev.operatorkit.simulator.database.State;
import dev.operatorkit.simulator.http.ClientAddress;
import dev.operatorkit.simulator.http.CrossSiteGuard;
import dev.operatorkit.simulator.http.Routes;
import dev.operatorkit.simulator.launch.GameSessions;
import dev.operatorkit.simulator.launch.Launches;
import dev.operatorkit.simulator.operator.OperatorChanges;
import dev.operatorkit.simulator.operator.Operators;
import dev.operatorkit.simulator.operator.TypedValues;
import dev.operatorkit.simulator.round.CallbackEngine;
import dev.operatorkit.simulator.transcript.Transcript;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** Builds and holds the parts of a running simulator, for {@code serve}, tests and the JUnit extension. */
public final class Simulator implements AutoCloseable {
    private static final String CLOCK_AHEAD = "clock.ahead";

    private final SimulatorSettings settings;
    private final Operators operators;
    private final Database database;
    private final SimulatorClock clock;
    private final CallbackEngine engine;
    private final Catalogue catalogue;
    private final Campaigns campaigns;
    private final BonusCodes codes;
    private final Launches launches;
    private final GameSessions sessions;
    private final Routes open = new Routes(CrossSiteGuard.ofPublicAddress(this::publicAddress));
    private final Routes shared = new Routes(CrossSiteGuard.ofPublicAddress(this::publicAddress));
    private final Routes gated;
    private final Routes callers;
    private final Console console;
    private final HttpServer server;
    private final HttpServer adminServer;
    private final AtomicBoolean closed = new AtomicBoolean();

    private Simulator(SimulatorSettings settings) {
        this.settings = settings;
        var admin = settings.adminPort;
        // Before the folder of the data is created.
        var port = new PortProblem.Port(settings.bind, settings.port, "--port");
        if (admin == null) {
            PortProblem.requireUsable(port);
        } else {
            PortProblem.requireUsable(port, new PortProblem.Port(admin.bind(), admin.port(), "--admin-port"));
        }
        var systemClock = settings.clock;
        database = Database.open(settings.data, settings.dataKey);
        var state = new State(database);
        var changes = new OperatorChanges(state, settings.operators);
        operators = new Operators(changes.restoreAll(settings.operators));
        clock = new SimulatorClock(
                systemClock, state.read(CLOCK_AHEAD).map(Duration::parse).orElse(Duration.ZERO));
        clock.onMove(() -> state.write(CLOCK_AHEAD, clock.ahead().toString()));
        catalogue = new Catalogue(database, systemClock, this::publicAddress, settings.games);
        campaigns = new Campaigns(database, catalogue, clock);
        codes = new BonusCodes(database, clock);
        launches = new Launches(database, catalogue, clock);
        engine = CallbackEngine.start(
                operators,
                clock,
                database,
                settings.targets,
                settings.trust,
                settings.chances,
                new Transcript(database, Transcript.DEFAULT_BOUND),
                codes::giveBack);
        sessions = new GameSessions(launches, engine.rounds(), clock);
        gated = new Routes(settings.gate);
        callers = new Routes(request -> settings.gate.judgeCaller(request));
        console = new Console(new ConsoleParts(
                new ConsoleParts.Settings(operators, changes, new TypedValues(state)),
                new ConsoleParts.Offer(catalogue, campaigns, codes),
                new ConsoleParts.Play(engine, sessions, clock),
                new ConsoleParts.Outgoing(settings.targets, settings.trust),
                new ConsoleParts.Access(settings.gate, hasOnePort()),
                new ConsoleParts.Host(this::address, ScenarioService::start, settings.data)));
        register();
        if (admin == null) {
            server =
                    HttpServer.start(settings.bind, settings.port, "--port", systemClock, shared, open, callers, gated);
            adminServer = server;
        } else {
            server = HttpServer.start(settings.bind, settings.port, "--port", systemClock, shared, open);
            adminServer = startAdmin(admin, systemClock);
        }
    }

    /** Starts a simulator. It accepts requests when this method returns. */
    public static Simulator start(SimulatorSettings settings) {
        return new Simulator(settings);
    }

    private HttpServer startAdmin(SimulatorSettings.AdminPort admin, Clock systemClock) {
        try {
            return HttpServer.start(admin.bind(), admin.port(), "--admin-port", systemClock, shared, callers, gated);
        } catch (IllegalStateException e) {
            server.close();
            throw e;
        }
    }

    /** Registers every route in the table that defines its callers. */
    private void register() {
        var clients = new ClientAddress(settings.gate.trustedProxies());
        new CustomerApi(operators, catalogue, launches, campaigns, codes, engine, clients, this::publicAddress, clock)
                .routing(open);
        new ArtworkPages(catalogue, operators).routing(shared);
        Console.gameAssets(shared);
        console.game(open);
        console.entrance(callers);
        console.routing(gated);
        settings.gate.routing(gated, callers);
        AdminApi.routing(gated, operators, catalogue, codes, engine, clock);
    }

    /**
     * Returns the route tables: for operators and players, for both ports, behind the admin gate, and for its callers without a
     * token.
     */
    List<Routes> routes() {
        return List.of(open, shared, gated, callers);
    }

    /** Returns a new link that opens the console in a browser, once. The link before it no longer does. */
    public URI consoleLink() {
        return adminAddress().resolve(settings.gate.newLink());
    }

    /** Returns the token that a request to the admin API must carry. */
    public String adminToken() {
        return settings.gate.token();
    }

    public URI address() {
        return server.address();
    }

    /** Returns the address of console and admin API: the same one, unless they have their own port. */
    public URI adminAddress() {
        return adminServer.address();
    }

    /** Returns whether console and admin API share the port of the Customer API. */
    public boolean hasOnePort() {
        return settings.adminPort == null;
    }

    /** Returns the base of launch and artwork URLs. */
    public URI publicAddress() {
        var configured = settings.publicAddress;
        return configured == null ? address() : configured;
    }

    public SimulatorClock clock() {
        return clock;
    }

    public Operators operators() {
        return operators;
    }

    /** Returns the engine of rounds, deliveries, faults and transcript. */
    public CallbackEngine callbackEngine() {
        return engine;
    }

    public Database database() {
        return database;
    }

    public Catalogue catalogue() {
        return catalogue;
    }

    public Campaigns campaigns() {
        return campaigns;
    }

    public BonusCodes bonusCodes() {
        return codes;
    }

    public Console console() {
        return console;
    }

    public Launches launches() {
        return launches;
    }

    public GameSessions sessions() {
        return sessions;
    }

    /** Stops the simulator. Further calls have no effect. */
    @Override
    public void close() {
        if (closed.getAndSet(true)) {
            return;
        }
        try {
            // Ends the transcript first, since its open streams would block the server's stop.
            engine.transcript().endFollowing();
            console.close();
            server.close();
            if (!hasOnePort()) {
                adminServer.close();
            }
            engine.close();
        } finally {
            database.close();
        }
    }
}
