package dev.operatorkit.simulator;

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
import dev.operatorkit.simulator.http.CrossSiteGuard;
import dev.operatorkit.simulator.http.Routes;
import dev.operatorkit.simulator.launch.FreeRounds;
import dev.operatorkit.simulator.launch.GameSessions;
import dev.operatorkit.simulator.launch.Launches;
import dev.operatorkit.simulator.operator.Operators;
import dev.operatorkit.simulator.round.CallbackEngine;
import dev.operatorkit.simulator.time.SimulatorClock;
import dev.operatorkit.simulator.transcript.Transcript;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** A running simulator and the place where its parts are put together: for {@code serve}, for tests, for JUnit support. */
public final class Simulator implements AutoCloseable {
    private static final String CLOCK_AHEAD = "clock.ahead";

    private final SimulatorSettings settings;
    private final Operators operators;
    private final Database database;
    private final SimulatorClock clock;
    private final CallbackEngine walletSide;
    private final Catalogue catalogue;
    private final Campaigns campaigns;
    private final BonusCodes codes;
    private final Launches launches;
    private final GameSessions sessions;
    private final FreeRounds freeRounds;
    private final Routes open = new Routes(CrossSiteGuard.ofPublicAddress(this::publicAddress));
    private final Routes shared = new Routes(CrossSiteGuard.ofPublicAddress(this::publicAddress));
    private final Routes gated;
    private final Console console;
    private final HttpServer server;
    private final HttpServer adminServer;
    private final AtomicBoolean closed = new AtomicBoolean();

    private Simulator(SimulatorSettings settings) {
        this.settings = settings;
        var wall = settings.clock();
        operators = new Operators(settings.operators());
        database = Database.open(settings.data());
        var state = new State(database);
        clock = new SimulatorClock(
                wall, state.read(CLOCK_AHEAD).map(Duration::parse).orElse(Duration.ZERO));
        clock.onMove(() -> state.write(CLOCK_AHEAD, clock.ahead().toString()));
        catalogue = new Catalogue(database, wall, this::publicAddress, settings.games());
        campaigns = new Campaigns(database, catalogue, clock);
        codes = new BonusCodes(database, clock);
        launches = new Launches(database, catalogue, settings.countries(), clock);
        walletSide = new CallbackEngine(
                operators,
                clock,
                database,
                settings.targets(),
                settings.trust(),
                settings.chances(),
                settings.data() == null
                        ? Transcript.inMemory(Transcript.USUAL_BOUND)
                        : Transcript.in(database, Transcript.USUAL_BOUND),
                FreeRounds.givingBackTo(codes));
        sessions = new GameSessions(launches, walletSide.rounds(), clock);
        freeRounds = new FreeRounds(codes, walletSide.rounds());
        gated = new Routes(settings.gate());
        console = new Console(new ConsoleParts(
                operators,
                catalogue,
                campaigns,
                codes,
                walletSide,
                sessions,
                freeRounds,
                clock,
                settings.targets(),
                settings.trust(),
                adminToken(),
                this::address,
                hasOnePort()));
        register();
        var admin = settings.adminPort();
        if (admin == null) {
            server = HttpServer.start(settings.bind(), settings.port(), wall, shared, open, gated);
            adminServer = server;
        } else {
            server = HttpServer.start(settings.bind(), settings.port(), wall, shared, open);
            adminServer = startAdmin(admin, wall);
        }
    }

    /** Starts one; it answers requests when this returns. */
    public static Simulator start(SimulatorSettings settings) {
        return new Simulator(settings);
    }

    private HttpServer startAdmin(SimulatorSettings.AdminPort admin, Clock wall) {
        try {
            return HttpServer.start(admin.bind(), admin.port(), wall, shared, gated);
        } catch (IllegalStateException e) {
            server.close();
            throw e;
        }
    }

    /** Registers every route, each in the table that says who may come through. */
    private void register() {
        new CustomerApi(operators, catalogue, launches, campaigns, codes, walletSide, this::publicAddress, clock)
                .routing(open);
        new ArtworkPages(catalogue, operators).routing(shared);
        Console.gameAssets(shared);
        console.game(open);
        console.routing(gated);
        AdminApi.routing(gated, operators, catalogue, codes, walletSide, freeRounds, clock);
    }

    /** The tables of routes: those for operators and players, those of both ports, those behind the gate. */
    List<Routes> routes() {
        return List.of(open, shared, gated);
    }

    /** What it was started with. */
    public SimulatorSettings settings() {
        return settings;
    }

    /** What changes through the admin API must carry. */
    public String adminToken() {
        return settings.gate().token();
    }

    /** Where it answers. */
    public URI address() {
        return server.address();
    }

    /** Returns where console and admin API answer: the same address, unless they have a port of their own. */
    public URI adminAddress() {
        return adminServer.address();
    }

    /** Returns whether console and admin API answer where everything else does. */
    public boolean hasOnePort() {
        return settings.adminPort() == null;
    }

    /** What launch and artwork URLs begin with. */
    public URI publicAddress() {
        var configured = settings.publicAddress();
        return configured == null ? address() : configured;
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
    public CallbackEngine callbackEngine() {
        return walletSide;
    }

    /** Where it keeps things. */
    public Database database() {
        return database;
    }

    /** What it offers. */
    public Catalogue catalogue() {
        return catalogue;
    }

    /** The free rounds campaigns. */
    public Campaigns campaigns() {
        return campaigns;
    }

    /** The bonus codes, from which free rounds are taken. */
    public BonusCodes bonusCodes() {
        return codes;
    }

    /** Returns the pages. */
    public Console console() {
        return console;
    }

    /** Plays rounds on bonus codes. */
    public FreeRounds freeRounds() {
        return freeRounds;
    }

    /** The launch URLs that were handed out. */
    public Launches launches() {
        return launches;
    }

    /** The games that were started. */
    public GameSessions sessions() {
        return sessions;
    }

    /** Ends it; once is enough, and more does no harm. */
    @Override
    public void close() {
        if (closed.getAndSet(true)) {
            return;
        }
        try {
            // Those who follow the transcript would hold the server up.
            walletSide.transcript().endFollowing();
            server.close();
            if (!hasOnePort()) {
                adminServer.close();
            }
            walletSide.close();
        } finally {
            database.close();
        }
    }
}
