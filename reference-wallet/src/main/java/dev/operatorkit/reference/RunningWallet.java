package dev.operatorkit.reference;

import dev.operatorkit.http.guard.GuardedServer;
import dev.operatorkit.http.guard.PortProblem;
import dev.operatorkit.reference.backoffice.BackOffice;
import dev.operatorkit.reference.backoffice.Logins;
import dev.operatorkit.reference.backoffice.PageStyle;
import dev.operatorkit.reference.backoffice.PasswordFile;
import dev.operatorkit.reference.database.CheckSession;
import dev.operatorkit.reference.database.CircuitBreaker;
import dev.operatorkit.reference.database.Database;
import dev.operatorkit.reference.database.Servers;
import dev.operatorkit.reference.http.ExactRoutes;
import dev.operatorkit.reference.http.OwnOrigin;
import dev.operatorkit.reference.http.Pem;
import dev.operatorkit.reference.operations.CallbackLog;
import dev.operatorkit.reference.operations.FailFastWallet;
import dev.operatorkit.reference.operations.Operations;
import dev.operatorkit.reference.operations.PrometheusMetrics;
import dev.operatorkit.reference.staff.Accounts;
import dev.operatorkit.reference.staff.Adjustments;
import dev.operatorkit.reference.staff.ApprovalAmounts;
import dev.operatorkit.reference.staff.LedgerQueries;
import dev.operatorkit.reference.staff.People;
import dev.operatorkit.reference.staff.Trail;
import dev.operatorkit.reference.staff.UnmatchedCredits;
import dev.operatorkit.reference.store.DemoPlayers;
import dev.operatorkit.reference.store.Exclusion;
import dev.operatorkit.reference.store.JooqPlayers;
import dev.operatorkit.reference.store.Movements;
import dev.operatorkit.reference.store.Sessions;
import dev.operatorkit.signing.SecretSource;
import dev.operatorkit.wallet.GroupCommitOptions;
import dev.operatorkit.wallet.TransactionalWallet;
import dev.operatorkit.wallet.WalletCallbacks;
import dev.operatorkit.wallet.helidon.CallbackHandler;
import io.helidon.common.tls.Tls;
import io.helidon.http.Header;
import io.helidon.webserver.http.HttpRouting;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts the parts of a wallet and stops them in reverse order. */
final class RunningWallet implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RunningWallet.class);
    // Larger than the limit for a callback body: the rest of an oversized body is read and discarded. Closing a
    // connection that has unread bytes resets it, and the client would never see the 413 (D-36).
    private static final long MAX_READ_BYTES = 4L * 1024 * 1024;
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(15);
    /** A page may need one statement of the database that takes as long as statements may. */
    private static final Duration INTERNAL_RESPONSE_TIMEOUT = Duration.ofSeconds(65);

    private static final Duration IDLE_TIMEOUT = Duration.ofSeconds(75);
    private static final Duration DRAIN_TIMEOUT = Duration.ofSeconds(5);
    private static final List<String> LOOPBACK = List.of("127.0.0.1", "localhost", "::1", "[::1]");
    private static final int INTERNAL_CONCURRENT_REQUESTS = 64;
    private static final int MIN_CONCURRENT_REQUESTS = 256;

    private final WalletOptions options;
    private final Clock clock;
    private final CircuitBreaker breaker;
    private final Servers servers;
    private final PrometheusMetrics metrics;
    private final Operations operations;
    private final Deque<AutoCloseable> started = new ArrayDeque<>();
    private final @Nullable Pem pem;
    private final @Nullable Tls tls;
    private final String address;
    private final Map<String, Set<ExactRoutes.Route>> routes = new HashMap<>();
    private final @Nullable String backOfficeAddress;
    private final @Nullable String operationsAddress;

    private RunningWallet(WalletOptions options, Map<String, String> environment, Clock clock) {
        this.options = options;
        this.clock = clock;
        try {
            // Before anything is read, logged or written.
            PortProblem.requireUsable(
                    new PortProblem.Port(options.host(), options.port, "--port"),
                    new PortProblem.Port(options.backOfficeBind, chosen(options.backOfficePort), "--back-office-port"),
                    new PortProblem.Port(options.operationsBind, chosen(options.operationsPort), "--operations-port"));
            var secrets = options.secrets(environment);
            pem = options.pem();
            tls = pem == null ? null : pem.tls(clock);
            var provider = options.openProvider(secrets);
            if (provider != null) {
                register(provider);
            }
            var database = register(Database.open(options.databaseAddress(environment)));
            database.requireToServe();
            breaker = register(CircuitBreaker.start(database, Movements.in(database), clock));
            servers = register(database.watchServers());
            DemoPlayers.ensure(database, clock, options.demoPlayers);
            var log = new CallbackLog(clock);
            var amounts = new ApprovalAmounts(database, clock);
            var parts = new BackOffice.Parts(
                    database,
                    new Accounts(database, clock),
                    new Adjustments(database, amounts, clock),
                    amounts,
                    new People(database, clock),
                    new Trail(database, clock),
                    new Sessions(database, clock),
                    new LedgerQueries(database),
                    Movements.in(database, () -> false, servers),
                    log,
                    provider,
                    clock);
            metrics = register(new PrometheusMetrics(options.prefix));
            database.measure(metrics.registry());
            metrics.publishBreaker(breaker);
            metrics.publishWorkers(servers);
            operations = new Operations(breaker, servers, metrics);
            backOfficeAddress = startBackOffice(parts);
            operationsAddress = startOperations();
            address = startCallbacks(parts, secrets);
            operations.serve(true);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    static RunningWallet start(WalletOptions options, Map<String, String> environment, Clock clock) {
        return new RunningWallet(options, environment, clock);
    }

    private String startCallbacks(BackOffice.Parts parts, SecretSource secrets) {
        var committers = options.committers(
                () -> CheckSession.measureCommit(parts.database().movements()));
        metrics.publishCommitters(committers);
        LOG.info("{} committer{}", committers, committers == 1 ? "" : "s");
        if (committers < servers.servers()) {
            LOG.warn(
                    "{} committers for {} workers: one that hangs delays the others. Start with --committers {} or"
                            + " more.",
                    committers,
                    servers.servers(),
                    2 * servers.servers());
        }
        var wallet = register(TransactionalWallet.builder(
                        Movements.in(parts.database(), breaker::isOpen, servers),
                        new JooqPlayers(parts.database(), parts.sessions(), servers, clock))
                .clock(clock)
                .policy(new Exclusion())
                // A platform thread that waits for the database resumes immediately; a virtual thread waits for a
                // carrier.
                .groupCommit(
                        GroupCommitOptions.defaults().withDedicatedThreads().withCommitters(committers))
                .listener(metrics.listener())
                .build());
        var sources = options.sources();
        if (LOOPBACK.contains(options.host()) && options.trustedProxies.isEmpty()) {
            LOG.info("Callbacks are served to this machine only. If a proxy on it passes them on, name it with"
                    + " --trusted-proxy: otherwise its address is that of every caller.");
        }
        var unmatched = new UnmatchedCredits(parts.database(), clock);
        var callbacks = WalletCallbacks.builder(
                        options.prefix, secrets, sources, new FailFastWallet(wallet, breaker, unmatched))
                .clock(clock)
                .build();
        var http = new GuardedServer.Options(options.host(), options.port)
                .tls(tls)
                .maxBodyBytes(MAX_READ_BYTES)
                .maxConcurrentRequests(maxConcurrentRequests())
                .requestTimeout(REQUEST_TIMEOUT)
                .idleTimeout(IDLE_TIMEOUT)
                .callers(new GuardedServer.Callers(sources::mayConnect, metrics.listener()::onSourceRejected));
        var server = register(
                GuardedServer.start(http, routing -> routing.any(new CallbackHandler(callbacks, parts.callbacks()))));
        if (pem != null) {
            register(pem.watch(clock, server::reload));
        }
        register(() -> {
            operations.serve(false);
            awaitLoadBalancer();
            server.drain(DRAIN_TIMEOUT);
        });
        var scheme = pem == null ? "http" : "https";
        return scheme + "://" + reachable(options.host()) + ":" + server.port() + options.prefix;
    }

    private void awaitLoadBalancer() {
        try {
            Thread.sleep(Duration.ofSeconds(options.drainDelay));
        } catch (InterruptedException e) {
            LOG.info("the drain delay was ended early", e);
        }
    }

    /** Returns a limit that keeps request bodies within a quarter of the heap (fault matrix D13). */
    private static int maxConcurrentRequests() {
        return (int) Math.max(
                MIN_CONCURRENT_REQUESTS, Runtime.getRuntime().maxMemory() / 4 / WalletCallbacks.MAX_BODY_BYTES);
    }

    private @Nullable String startBackOffice(BackOffice.Parts parts) {
        if (isOff(options.backOfficePort)) {
            return null;
        }
        var host = options.backOfficeBind;
        var origin = OwnOrigin.named(namesOf(host));
        var singleSignOn = options.singleSignOn();
        if (singleSignOn == null) {
            PasswordFile.ensureAdministrator(options.backOfficePasswordFile, parts.people());
        } else if (parts.people().isEmpty()) {
            LOG.warn("the back office has no people yet. Add an administrator with the name that the single sign-on"
                    + " sends: bin/wallet people --add NAME --role administrator");
        }
        var logins = new Logins(origin, singleSignOn, parts.people(), parts.trail(), clock);
        var office = new BackOffice(logins, parts);
        var port = new InternalPort("back office", host, options.backOfficePort, 8090, "--back-office-port");
        return listen(port, PageStyle.HEADERS, office.routes(), office::routing);
    }

    private @Nullable String startOperations() {
        if (isOff(options.operationsPort)) {
            return null;
        }
        var host = options.operationsBind;
        var names = namesOf(host);
        names.addAll(options.operationsNames);
        var origin = OwnOrigin.namedOrByAddress(names);
        var port = new InternalPort("health and metrics", host, options.operationsPort, 8081, "--operations-port");
        return listen(port, Operations.HEADERS, operations.routes(), routing -> operations.routing(routing, origin));
    }

    private static boolean isOff(@Nullable Integer port) {
        return chosen(port) < 0;
    }

    private static int chosen(@Nullable Integer port) {
        return port == null ? 0 : port;
    }

    private static List<String> namesOf(String host) {
        return new ArrayList<>(List.of("localhost", "127.0.0.1", "[::1]", reachable(host)));
    }

    /**
     * Describes a port that is not for callbacks.
     *
     * @param name the name for the log
     * @param chosen the number that the option sets; null for the default one
     * @param option the name of the option
     */
    private record InternalPort(
            String name, String host, @Nullable Integer chosen, int number, String option) {}

    /**
     * Listens on the chosen port; if there is none on the default port, or on any free one if another program uses that. Returns the
     * address.
     */
    private String listen(
            InternalPort port,
            List<Header> headers,
            Set<ExactRoutes.Route> served,
            Consumer<HttpRouting.Builder> routing) {
        var server = register(start(port, headers, routing));
        var where = "http://" + reachable(port.host()) + ":" + server.port();
        routes.put(where, served);
        LOG.info("{} at {}", port.name(), where);
        return where;
    }

    private GuardedServer start(InternalPort port, List<Header> headers, Consumer<HttpRouting.Builder> routing) {
        var chosen = port.chosen();
        if (chosen != null) {
            return GuardedServer.start(internalOptions(port, chosen, headers).portOption(port.option()), routing);
        }
        try {
            // The other ports are not open yet, so that the default one may be theirs.
            var number = isChosenForAnother(port.number()) ? 0 : port.number();
            return GuardedServer.start(internalOptions(port, number, headers), routing);
        } catch (RuntimeException e) {
            return GuardedServer.start(internalOptions(port, 0, headers), routing);
        }
    }

    private boolean isChosenForAnother(int port) {
        return port == options.port || port == chosen(options.backOfficePort) || port == chosen(options.operationsPort);
    }

    private static GuardedServer.Options internalOptions(InternalPort port, int number, List<Header> headers) {
        return new GuardedServer.Options(port.host(), number)
                .errorHeaders(headers)
                .maxBodyBytes(
                        Long.MAX_VALUE) // the back office limits and records its forms, and nothing else reads a body
                .maxConcurrentRequests(INTERNAL_CONCURRENT_REQUESTS)
                .requestTimeout(REQUEST_TIMEOUT)
                .responseTimeout(INTERNAL_RESPONSE_TIMEOUT)
                .idleTimeout(IDLE_TIMEOUT);
    }

    /** Returns what keeps the wallet from serving callbacks; empty if nothing does. */
    String problem() {
        return breaker.report().problem();
    }

    /** Returns the base URL of the callbacks, including the path prefix. */
    String address() {
        return address;
    }

    /** Returns the URL of the back office, or null when it is off. */
    @Nullable
    String backOfficeAddress() {
        return backOfficeAddress;
    }

    /** Returns the base URL of health and metrics, or null when they are off. */
    @Nullable
    String operationsAddress() {
        return operationsAddress;
    }

    /** Returns the registered routes of each internal server by its URL; the callbacks are not among them. */
    Map<String, Set<ExactRoutes.Route>> routes() {
        return Map.copyOf(routes);
    }

    private static String reachable(String host) {
        return switch (host) {
            case "0.0.0.0" -> "127.0.0.1";
            case "::" -> "[::1]";
            default -> host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host;
        };
    }

    private <T extends AutoCloseable> T register(T part) {
        started.push(part);
        return part;
    }

    @Override
    public void close() {
        if (started.isEmpty()) {
            return;
        }
        LOG.info(
                options.drainDelay == 0
                        ? "stopping: requests in progress are finished"
                        : "stopping: not ready from now on, and serving for {} more seconds",
                options.drainDelay);
        while (!started.isEmpty()) {
            try {
                started.pop().close();
            } catch (Exception e) {
                LOG.warn("a component did not stop cleanly; shutdown continues", e);
            }
        }
        LOG.info("stopped");
    }
}
