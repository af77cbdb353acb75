package dev.operatorkit.reference;

import dev.operatorkit.reference.database.Database;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Holds the options of the database connection. */
final class DatabaseOptions {
    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it
    CommandSpec command;

    @Option(
            names = "--db",
            paramLabel = "JDBC_URL",
            description = "jdbc:h2:… or jdbc:postgresql:… (default: ${DEFAULT-VALUE})")
    String url = "jdbc:h2:file:./data/wallet";

    @Option(names = "--db-user", paramLabel = "U", description = "database user")
    String user = "";

    @Option(
            names = "--db-password-file",
            paramLabel = "F",
            description = "file with the database password (or $WALLET_DB_PASSWORD)")
    @Nullable
    Path passwordFile;

    @Option(
            names = "--db-isolation",
            paramLabel = "LEVEL",
            description = "isolation level, SERIALIZABLE where the database needs it (default: read committed)")
    @Nullable
    Isolation isolation;

    /** Lists the isolation levels; a lower one than the default would let units read what is not committed. */
    enum Isolation {
        READ_COMMITTED,
        REPEATABLE_READ,
        SERIALIZABLE
    }

    @Option(
            names = "--db-connections",
            paramLabel = "N",
            description = "number of units of work that may run at the same time (default: two for each committer)")
    @Nullable
    Integer connections;

    /** Returns the address for a command that runs one unit of work at a time. */
    Database.Address address(Map<String, String> environment) {
        return address(environment, 1);
    }

    Database.Address address(Map<String, String> environment, int connections) {
        if (!url.startsWith("jdbc:h2:") && !url.startsWith("jdbc:postgresql:")) {
            throw WalletOptions.usageError(
                    command,
                    "--db must begin with jdbc:h2: or jdbc:postgresql:, unlike " + Database.Address.shown(url));
        }
        WalletOptions.requireBetween(command, "--db-connections", this.connections, 1, Integer.MAX_VALUE);
        return new Database.Address(
                url, user, password(environment), isolation == null ? null : isolation.name(), connections);
    }

    /** Reads the file again for each connection, so that a password can be changed while the wallet runs. */
    private Supplier<String> password(Map<String, String> environment) {
        var file = passwordFile;
        if (file == null) {
            var password = environment.getOrDefault("WALLET_DB_PASSWORD", "");
            return () -> password;
        }
        var latest = new AtomicReference<>(WalletOptions.readLine(command, file));
        return () -> {
            try {
                latest.set(WalletOptions.readLine(file));
            } catch (IOException e) {
                // It is being replaced. The next connection reads it.
            }
            return latest.get();
        };
    }
}
