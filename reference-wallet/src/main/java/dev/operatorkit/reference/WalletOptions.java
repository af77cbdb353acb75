package dev.operatorkit.reference;

import dev.operatorkit.client.CustomerApi;
import dev.operatorkit.files.PrivateFiles;
import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.net.TrustedProxies;
import dev.operatorkit.reference.backoffice.SingleSignOn;
import dev.operatorkit.reference.database.Database;
import dev.operatorkit.reference.http.Pem;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.signing.SecretSource;
import dev.operatorkit.wallet.SourceAllowlist;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Holds the options of the wallet. A secret comes from a file or the environment, never from an argument (SIG-17). */
final class WalletOptions {
    private static final int MIN_COMMITTERS = 2;
    private static final int MAX_COMMITTERS = 8;
    private static final int MAX_DRAIN_DELAY_SECONDS = 300;
    private static final int MAX_PORT = 65_535;
    /** Matches what a request's path may begin with: segments, in which other characters are percent-encoded. */
    private static final Pattern PREFIX =
            Pattern.compile("(?:/(?![.]{1,2}(?:/|$))(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})*+)*+(?<!/)");

    private static final Duration QUICK_COMMIT = Duration.ofMillis(1);

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it
    CommandSpec command;

    @Option(names = "--port", description = "port for the callbacks; 0 picks a free port")
    int port = 8080;

    @Option(
            names = "--bind",
            description = "address to listen on for the callbacks (default: this machine only; all with --tls-cert)")
    @Nullable
    String host;

    @Option(names = "--prefix", description = "path prefix of the callbacks, before /debit and the others")
    String prefix = "/wallet";

    @Option(
            names = "--secret-file",
            paramLabel = "F",
            description = "file with the operator's secret (or $" + SecretKeys.ENVIRONMENT_VARIABLE + ")")
    @Nullable
    Path secretFile;

    @Option(
            names = "--previous-secret-file",
            paramLabel = "F",
            split = ",",
            description = "file with a previous secret, which is still accepted (repeatable)")
    List<Path> previousSecretFiles = new ArrayList<>();

    @Mixin
    DatabaseOptions database = new DatabaseOptions();

    @Option(
            names = "--committers",
            paramLabel = "N",
            description = "number of batches committed at the same time (default: half of --db-connections; without"
                    + " that, by cores and the time of a commit, at most 8; H2: always 1)")
    @Nullable
    Integer committers;

    @Option(
            names = "--demo-players",
            paramLabel = "N",
            description = "create player-1 … player-N with token-1 … token-N")
    int demoPlayers;

    @Option(
            names = "--allow-source",
            paramLabel = "CIDR",
            split = ",",
            description = "source addresses allowed to call (repeatable; default: all)")
    List<String> allowedSources = new ArrayList<>();

    @Option(
            names = "--trusted-proxy",
            paramLabel = "CIDR",
            split = ",",
            description = "proxies whose X-Forwarded-For is trusted (repeatable)")
    List<String> trustedProxies = new ArrayList<>();

    // No group of picocli, which ignores its options in the environment.
    @Option(names = "--tls-cert", paramLabel = "PEM", description = "certificate chain; needs --tls-key")
    @Nullable
    Path tlsCertificate;

    @Option(names = "--tls-key", paramLabel = "PEM", description = "PKCS#8 key of the certificate")
    @Nullable
    Path tlsKey;

    @Option(
            names = "--tls-client-ca",
            paramLabel = "PEM",
            description = "accept only callers with a certificate of this authority; needs --tls-cert")
    @Nullable
    Path tlsClientAuthority;

    @Option(names = "--back-office-bind", description = "address to listen on for the back office")
    String backOfficeBind = "127.0.0.1";

    @Option(
            names = "--back-office-port",
            description =
                    "port for the back office; 0 picks a free port, -1 turns it off (default: 8090, or a free port"
                            + " when that is taken)")
    @Nullable
    Integer backOfficePort;

    @Option(
            names = "--back-office-password-file",
            paramLabel = "F",
            description = "file with the first password of the back office's admin; created at the first start")
    Path backOfficePasswordFile = Path.of("data", "back-office-password");

    @Option(
            names = "--back-office-sso-header",
            paramLabel = "NAME",
            description =
                    "header in which a --trusted-proxy names the person of the back office after a single sign-on,"
                            + " instead of passwords")
    @Nullable
    String singleSignOnHeader;

    @Option(
            names = "--back-office-sso-secret-file",
            paramLabel = "F",
            description = "file with the secret that the proxy sends in X-Back-Office-Secret")
    @Nullable
    Path singleSignOnSecretFile;

    @Option(names = "--operations-bind", description = "address to listen on for health and metrics")
    String operationsBind = "127.0.0.1";

    @Option(
            names = "--operations-port",
            description = "port for health and metrics; 0 picks a free port, -1 turns it off (default: 8081, or a free"
                    + " port when that is taken)")
    @Nullable
    Integer operationsPort;

    @Option(
            names = "--operations-name",
            paramLabel = "NAME",
            split = ",",
            description =
                    "host name, besides the address, that health and metrics accept in the Host header (repeatable)")
    List<String> operationsNames = new ArrayList<>();

    @Option(
            names = "--drain-delay",
            paramLabel = "SECONDS",
            description =
                    "how long to go on serving after SIGTERM while /health/ready is 503, for a load balancer to see")
    int drainDelay;

    @Option(names = "--provider", paramLabel = "URL", description = "base URL of the Customer API, for the back office")
    @Nullable
    URI provider;

    @Option(names = "--operator", paramLabel = "ID", description = "operator id at the provider")
    @Nullable
    String operator;

    @Option(names = "--log-format", description = "format of the log on standard error: text or json")
    String logFormat = "text";

    /** Returns how people of the back office are named, or null when they have passwords. */
    @Nullable
    SingleSignOn singleSignOn() {
        if (singleSignOnHeader == null && singleSignOnSecretFile == null) {
            return null;
        }
        if (singleSignOnHeader == null || singleSignOnSecretFile == null || trustedProxies.isEmpty()) {
            throw usageError(
                    command,
                    "--back-office-sso-header needs --back-office-sso-secret-file, and both need --trusted-proxy, which"
                            + " names who may send them.");
        }
        try {
            return new SingleSignOn(
                    singleSignOnHeader, readLine(command, singleSignOnSecretFile), TrustedProxies.of(trustedProxies));
        } catch (IllegalArgumentException e) {
            throw usageError(command, "--back-office-sso-header cannot be used: " + e.getMessage());
        }
    }

    SourceAllowlist sources() {
        var sources = allowedSources.isEmpty() ? SourceAllowlist.any() : SourceAllowlist.allow(allowedSources);
        return sources.trustProxies(trustedProxies);
    }

    /** Refuses values with which no wallet can serve, before anything is opened or written. */
    void requireUsable() {
        requireBetween(command, "--port", port, 0, MAX_PORT);
        requireBetween(command, "--back-office-port", backOfficePort, -1, MAX_PORT);
        requireBetween(command, "--operations-port", operationsPort, -1, MAX_PORT);
        requireBetween(command, "--demo-players", demoPlayers, 0, Integer.MAX_VALUE);
        requireBetween(command, "--drain-delay", drainDelay, 0, MAX_DRAIN_DELAY_SECONDS);
        requireBetween(command, "--committers", committers, 1, Integer.MAX_VALUE);
        requireBetween(command, "--db-connections", database.connections, 1, Integer.MAX_VALUE);
        if (!List.of("text", "json").contains(logFormat.toLowerCase(Locale.ROOT))) {
            throw usageError(command, "--log-format must be text or json, not " + logFormat + ".");
        }
        require("", CurrencyCode::requireSettings);
        require("--trusted-proxy: ", () -> TrustedProxies.of(trustedProxies));
        require("--allow-source: ", this::sources);
        if ((tlsCertificate == null) != (tlsKey == null) || (tlsClientAuthority != null && tlsKey == null)) {
            throw usageError(command, "--tls-cert, --tls-key and --tls-client-ca need each other. Give the first two.");
        }
        singleSignOn();
        if (secretFile != null && secretFile.toAbsolutePath().equals(backOfficePasswordFile.toAbsolutePath())) {
            throw usageError(
                    command,
                    "--back-office-password-file must be another file than --secret-file, or the operator's secret"
                            + " would be a person's password.");
        }
        if (!PREFIX.matcher(prefix).matches()) {
            throw usageError(
                    command,
                    "--prefix must begin, and not end, with a slash, and be percent-encoded, as it is sent, unlike "
                            + prefix + ".");
        }
        if ((provider == null) != (operator == null)) {
            throw usageError(command, "--provider needs --operator, and the other way round. Give both or neither.");
        }
    }

    static void requireBetween(CommandSpec command, String option, @Nullable Integer number, int least, int most) {
        if (number != null && (number < least || number > most)) {
            var bound = number < least ? "at least " + least : "at most " + most;
            throw usageError(command, option + " must be " + bound + ", not " + number + ".");
        }
    }

    /** Opens the Customer API for the back office, or returns null when there is none. */
    @Nullable
    CustomerApi openProvider(SecretSource secrets) {
        if (provider == null || operator == null) {
            return null;
        }
        try {
            return CustomerApi.of(provider, operator, secrets);
        } catch (IllegalArgumentException e) {
            throw usageError(
                    command,
                    "--provider must begin with https://, or with http:// for localhost (GEN-1), and have no user,"
                            + " query or fragment; --operator must be printable ASCII.");
        }
    }

    private void require(String option, Runnable reading) {
        try {
            reading.run();
        } catch (IllegalArgumentException | IllegalStateException e) {
            throw usageError(command, option + e.getMessage());
        }
    }

    /** Returns the database, with a connection for each unit of work that may run at the same time. */
    Database.Address databaseAddress(Map<String, String> environment) {
        var connections = database.connections;
        return database.address(environment, connections == null ? 2 * mostCommitters() : connections);
    }

    /**
     * Returns the number of committers, which depends on the time of a commit unless an option sets it. A quick commit is over before
     * another batch is decided, so that a further committer would only make batches smaller, which costs processor time.
     */
    int committers(Supplier<Duration> measuredCommit) {
        var most = mostCommitters();
        return most == 1 || committers != null || database.connections != null
                ? most
                : committers(most, measuredCommit.get());
    }

    static int committers(int most, Duration commit) {
        return commit.compareTo(QUICK_COMMIT) < 0 ? most / 2 : most;
    }

    /**
     * Returns the largest number of committers that may be chosen. Each needs a connection for its batches, and another for the
     * movements of locked accounts, which are committed on their own.
     */
    private int mostCommitters() {
        if (database.url.startsWith("jdbc:h2:")) {
            return 1; // H2 has one writer
        }
        var connections = database.connections;
        if (committers == null) {
            return connections == null
                    ? Math.clamp(Runtime.getRuntime().availableProcessors(), MIN_COMMITTERS, MAX_COMMITTERS)
                    : Math.max(1, connections / 2);
        }
        if (connections != null && connections < 2 * committers) {
            throw usageError(
                    command,
                    "--committers %d needs %d database connections, and --db-connections is %d. Raise it or leave it out."
                            .formatted(committers, 2 * committers, connections));
        }
        return committers;
    }

    /** Returns the secrets, which need not be text. Those of files are read again when a file changes. */
    SecretSource secrets(Map<String, String> environment) {
        previousSecretFiles.forEach(PrivateFiles::warnIfExposed);
        try {
            if (secretFile != null) {
                PrivateFiles.warnIfExposed(secretFile);
                return SecretSource.watching(secretFile, previousSecretFiles.toArray(Path[]::new));
            }
            return previousSecretFiles.stream()
                    .map(SecretKeys::fromFile)
                    .reduce(secretOf(environment), SecretKeys::withPrevious);
        } catch (IllegalArgumentException e) {
            throw usageError(command, "The secret cannot be used: " + e.getMessage());
        }
    }

    private SecretKeys secretOf(Map<String, String> environment) {
        var given = environment.get(SecretKeys.ENVIRONMENT_VARIABLE);
        if (given == null || given.isEmpty()) {
            throw usageError(
                    command,
                    "The operator's secret is missing. Give --secret-file or set " + SecretKeys.ENVIRONMENT_VARIABLE
                            + ".");
        }
        return SecretKeys.of(given);
    }

    /** Returns the address for the callbacks. Without TLS it is this machine's, unless an option says otherwise (GEN-1). */
    String host() {
        return host == null ? (tlsCertificate == null ? "127.0.0.1" : "0.0.0.0") : host;
    }

    @Nullable
    Pem pem() {
        if (tlsCertificate == null || tlsKey == null) {
            return null;
        }
        PrivateFiles.warnIfExposed(tlsKey);
        return new Pem(tlsCertificate, tlsKey, tlsClientAuthority);
    }

    /** Returns the file's text without its trailing newline. */
    static String readLine(CommandSpec command, Path file) {
        PrivateFiles.warnIfExposed(file);
        try {
            return readLine(file);
        } catch (IOException e) {
            throw usageError(
                    command,
                    "Cannot read " + file + ". Check the path, its permissions, and that it is text in UTF-8.");
        }
    }

    static String readLine(Path file) throws IOException {
        return Files.readString(file).replaceFirst("\\R\\z", "");
    }

    static ParameterException usageError(CommandSpec command, String message) {
        return new ParameterException(command.commandLine(), message);
    }

    /** Returns a provider that reads {@code --demo-players} from {@code WALLET_DEMO_PLAYERS}, and so on. */
    static CommandLine.IDefaultValueProvider from(Map<String, String> environment) {
        return (ArgSpec argument) ->
                argument instanceof OptionSpec option ? environment.get(UsageErrors.variable(option)) : null;
    }
}
