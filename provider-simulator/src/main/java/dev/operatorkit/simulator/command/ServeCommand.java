package dev.operatorkit.simulator.command;

import dev.operatorkit.conformance.wire.WalletAddress;
import dev.operatorkit.net.IpRange;
import dev.operatorkit.simulator.admin.AdminGate;
import dev.operatorkit.simulator.admin.AdminToken;
import dev.operatorkit.simulator.catalogue.Games;
import dev.operatorkit.simulator.operator.Allowlist;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.operator.OperatorFile;
import dev.operatorkit.simulator.operator.OperatorSettings;
import dev.operatorkit.simulator.operator.SecretOption;
import dev.operatorkit.simulator.operator.WalletAccess;
import dev.operatorkit.simulator.round.OutcomeSource;
import dev.operatorkit.simulator.round.PayTable;
import dev.operatorkit.simulator.server.Simulator;
import dev.operatorkit.simulator.server.SimulatorSettings;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs {@code simulator serve}: serves until it is stopped. */
@Command(name = "serve", description = "Runs the service: Customer API, game pages, callbacks to the wallet, console.")
final class ServeCommand implements Callable<Integer> {
    @Spec
    CommandSpec command;

    @Mixin
    SecretOption secret = new SecretOption();

    @Mixin
    ServiceOptions service = new ServiceOptions();

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "9090",
            description = "The port; 0 for any free one. Default: ${DEFAULT-VALUE}.")
    int port;

    @Option(
            names = "--wallet",
            paramLabel = "URL",
            defaultValue = "http://127.0.0.1:8080/wallet",
            description = "The base URL of the operator's wallet callbacks. Default: ${DEFAULT-VALUE}.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    String wallet;

    @Option(names = "--data", paramLabel = "DIR", description = "The folder for all data. Default: in memory.")
    @Nullable
    Path data;

    @Option(
            names = "--data-key-file",
            paramLabel = "FILE",
            description = "The key that the data is encrypted with; created if there is no data yet. Default:"
                    + " simulator.key in --data.")
    @Nullable
    Path dataKey;

    @Option(
            names = "--operators",
            paramLabel = "FILE",
            description = "A file with several operators, each with its own secrets, wallet, sources and settings.")
    @Nullable
    Path operators;

    @Option(
            names = "--admin-source",
            paramLabel = "CIDR",
            description = "Allows these addresses to use console and admin API besides this machine. May be repeated.")
    List<String> adminSources = new ArrayList<>();

    @Option(
            names = "--admin-host",
            paramLabel = "NAME",
            description = "Allows this host name for console and admin API besides localhost. May be repeated.")
    List<String> adminHosts = new ArrayList<>();

    @Option(
            names = "--admin-port",
            paramLabel = "PORT",
            description = "Serves console and admin API on this port instead of --port; 0 for any free one.")
    @Nullable
    Integer adminPort;

    @Option(
            names = "--admin-bind",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1",
            description = "The address to listen on for --admin-port. Default: loopback.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    String adminBind;

    @Option(
            names = "--trusted-proxy",
            paramLabel = "CIDR",
            description =
                    "A proxy whose X-Forwarded-For is trusted, before Customer API, games, console and admin API. May"
                            + " be repeated. Without it console and admin API refuse forwarded requests.")
    List<String> trustedProxies = new ArrayList<>();

    @Option(
            names = "--public-address",
            paramLabel = "URL",
            description = "The base of launch URLs, behind a proxy. Default: the address it listens on.")
    @Nullable
    URI publicAddress;

    @Option(
            names = "--catalogue",
            paramLabel = "FILE",
            description = "A file of games in the format of the catalogue response. Default: 40 built-in games.")
    @Nullable
    Path catalogue;

    @Mixin
    WalletAccess access = new WalletAccess();

    @Option(
            names = "--allow-source",
            paramLabel = "CIDR",
            description = "Allows only these addresses to call the Customer API. May be repeated. Default: any.")
    List<String> allowSources = new ArrayList<>();

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Makes the outcomes of spins repeatable. Default: a new seed at every start.")
    @Nullable
    Long seed;

    @Option(
            names = "--return-to-player",
            paramLabel = "SHARE",
            defaultValue = "0.96",
            description = "The long-term share of stakes that is paid out. Default: ${DEFAULT-VALUE}.")
    double returnToPlayer;

    @Option(
            names = "--admin-token-file",
            paramLabel = "FILE",
            description = "Read the admin token from FILE. Default: a new token, written to a file that this user's"
                    + " commands find.")
    @Nullable
    Path adminToken;

    @Override
    public Integer call() throws InterruptedException {
        var simulator = start();
        var token = adminToken == null
                ? AdminToken.publish(simulator.adminAddress().getPort(), simulator.adminToken())
                : Optional.<Path>empty();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            simulator.close();
            token.ifPresent(AdminToken::withdraw);
        }));
        var out = command.commandLine().getOut();
        // Written together: who waits for the first line reads the second one too.
        out.printf("ready %s%nconsole %s%n", simulator.address(), simulator.consoleLink());
        out.flush();
        // Waits for a signal; the shutdown hook then closes the simulator.
        new CountDownLatch(1).await();
        return 0;
    }

    private Simulator start() {
        try {
            return Simulator.start(settings());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()), e);
        } catch (IllegalStateException | UncheckedIOException e) {
            throw new ExitCodeException(1, "simulator: " + e.getMessage());
        }
    }

    private SimulatorSettings settings() {
        var clock = Clock.systemUTC();
        var served = operators == null ? List.of(operator()) : OperatorFile.read(operators);
        return SimulatorSettings.local(served.toArray(Operator[]::new))
                .port(service.bind, port)
                .adminPort(adminPort == null ? null : new SimulatorSettings.AdminPort(adminBind, adminPort))
                .publicAddress(publicAddress)
                .data(data)
                .dataKey(dataKey)
                .games(catalogue == null ? Games.builtIn() : Games.readFrom(catalogue))
                .targets(access.targets(), access.trust(clock))
                .gate(gate())
                .chances(chances(clock))
                .clock(clock);
    }

    private OutcomeSource chances(Clock clock) {
        var used = seed == null ? clock.millis() : seed;
        return new OutcomeSource(used, new PayTable(returnToPlayer));
    }

    private AdminGate gate() {
        var names =
                adminHosts.stream().map(name -> name.toLowerCase(Locale.ROOT)).collect(Collectors.toSet());
        return new AdminGate(
                adminToken == null ? AdminToken.random() : AdminToken.in(adminToken),
                adminSources.stream().map(IpRange::parse).toList(),
                names,
                trustedProxies);
    }

    private Operator operator() {
        return new Operator(
                service.operator,
                secret.keys(),
                WalletAddress.parse(wallet),
                Allowlist.of(allowSources),
                OperatorSettings.DEFAULT,
                secret.secret(),
                secret.files().stream().findFirst().orElse(null));
    }
}
