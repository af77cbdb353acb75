package dev.operatorkit.reference;

import dev.operatorkit.reference.http.Pem;
import dev.operatorkit.reference.store.Database;
import dev.operatorkit.signing.SecretKeys;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What the wallet is told when it starts. A secret comes from a file or the environment, never from an argument (SIG-17). */
final class WalletOptions {
    private static final String SECRET = "OPERATORKIT_SECRET";

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it
    CommandSpec command;

    @Option(names = "--port", description = "where callbacks are answered; 0 takes any free port")
    int port = 8080;

    @Option(names = "--host", description = "the address to listen on")
    String host = "0.0.0.0";

    @Option(names = "--prefix", description = "what stands before /debit and the others")
    String prefix = "/wallet";

    @Option(names = "--secret-file", paramLabel = "F", description = "the operator's secret (or $OPERATORKIT_SECRET)")
    @Nullable
    Path secretFile;

    @Option(
            names = "--old-secret-file",
            paramLabel = "F",
            split = ",",
            description = "a secret still accepted (repeatable)")
    List<Path> oldSecretFiles = new ArrayList<>();

    @Mixin
    DatabaseOptions database = new DatabaseOptions();

    @Option(names = "--demo-players", paramLabel = "N", description = "make player-1 … player-N with token-1 … token-N")
    int demoPlayers;

    @Option(
            names = "--allow-source",
            paramLabel = "CIDR",
            split = ",",
            description = "who may call (repeatable; none: anybody)")
    List<String> allowedSources = new ArrayList<>();

    @Option(
            names = "--trusted-proxy",
            paramLabel = "CIDR",
            split = ",",
            description = "whose X-Forwarded-For is believed (repeatable)")
    List<String> trustedProxies = new ArrayList<>();

    @ArgGroup(exclusive = false)
    @Nullable
    TlsFiles tls;

    @Option(names = "--back-office-host", description = "where the operator's pages are")
    String backOfficeHost = "127.0.0.1";

    @Option(
            names = "--back-office-port",
            description = "0 takes any free port, -1 none (default: 8090, or any when that is taken)")
    @Nullable
    Integer backOfficePort;

    @Option(
            names = "--back-office-password-file",
            paramLabel = "F",
            description = "made with a password at the first start")
    Path backOfficePasswordFile = Path.of("data", "back-office-password");

    @Option(names = "--operations-host", description = "where health and metrics are answered")
    String operationsHost = "127.0.0.1";

    @Option(
            names = "--operations-port",
            description = "0 takes any free port, -1 none (default: 8081, or any when that is taken)")
    @Nullable
    Integer operationsPort;

    @Option(
            names = "--operations-name",
            paramLabel = "NAME",
            split = ",",
            description = "a host name, beside its address, that health and metrics are asked under (repeatable)")
    List<String> operationsNames = new ArrayList<>();

    @Option(
            names = "--provider",
            paramLabel = "URL",
            description = "the Customer API's base address, for the back office")
    @Nullable
    URI provider;

    @Option(names = "--operator", paramLabel = "ID", description = "the operator's name there")
    @Nullable
    String operator;

    @Option(names = "--log-format", description = "text or json, to standard error")
    String logFormat = "text";

    /** Both or neither. */
    static final class TlsFiles {
        @Option(names = "--tls-cert", paramLabel = "PEM", required = true, description = "certificate chain")
        @SuppressWarnings("NullAway.Init") // required
        Path certificate;

        @Option(names = "--tls-key", paramLabel = "PEM", required = true, description = "its PKCS#8 key")
        @SuppressWarnings("NullAway.Init") // required
        Path key;
    }

    /** Where the books are. */
    static final class DatabaseOptions {
        @Spec(Spec.Target.MIXEE)
        @SuppressWarnings("NullAway.Init") // picocli sets it
        CommandSpec command;

        @Option(
                names = "--db",
                paramLabel = "JDBC_URL",
                description = "jdbc:h2:… or jdbc:postgresql:… (default: ${DEFAULT-VALUE})")
        String url = "jdbc:h2:file:./data/wallet";

        @Option(names = "--db-user", paramLabel = "U", description = "the database's user")
        String user = "";

        @Option(
                names = "--db-password-file",
                paramLabel = "F",
                description = "the database's password (or $WALLET_DB_PASSWORD)")
        @Nullable
        Path passwordFile;

        @Option(
                names = "--db-isolation",
                paramLabel = "LEVEL",
                description = "SERIALIZABLE where the database asks for it (default: read committed)")
        @Nullable
        String isolation;

        @Option(
                names = "--db-connections",
                paramLabel = "N",
                description = "how many units of work may be under way at once")
        int connections = 4;

        Database.Address address(Map<String, String> environment) {
            var password = passwordFile == null
                    ? environment.getOrDefault("WALLET_DB_PASSWORD", "")
                    : line(command, passwordFile);
            return new Database.Address(url, user, password, isolation, connections);
        }
    }

    SecretKeys secrets(Map<String, String> environment) {
        var first = secretFile == null ? environment.get(SECRET) : line(command, secretFile);
        if (first == null || first.isEmpty()) {
            throw wrong(command, "the operator's secret is missing: give --secret-file or set " + SECRET);
        }
        try {
            return SecretKeys.of(
                    first,
                    oldSecretFiles.stream().map(file -> line(command, file)).toArray(String[]::new));
        } catch (IllegalArgumentException e) {
            throw wrong(command, "the secret cannot be used: " + e.getMessage());
        }
    }

    @Nullable
    Pem pem() {
        return tls == null ? null : new Pem(tls.certificate, tls.key);
    }

    /** The file's text without its trailing newline. */
    private static String line(CommandSpec command, Path file) {
        try {
            return Files.readString(file).replaceFirst("\\R\\z", "");
        } catch (IOException e) {
            throw wrong(command, "cannot read " + file);
        }
    }

    private static ParameterException wrong(CommandSpec command, String message) {
        return new ParameterException(command.commandLine(), message);
    }

    /** Each option's other way in: {@code --demo-players} is also {@code WALLET_DEMO_PLAYERS}. */
    static CommandLine.IDefaultValueProvider from(Map<String, String> environment) {
        return (ArgSpec argument) -> argument instanceof OptionSpec option
                ? environment.get("WALLET_"
                        + option.longestName()
                                .substring(2)
                                .toUpperCase(java.util.Locale.ROOT)
                                .replace('-', '_'))
                : null;
    }
}
