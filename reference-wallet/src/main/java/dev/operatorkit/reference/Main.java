package dev.operatorkit.reference;

import dev.operatorkit.reference.database.Archive;
import dev.operatorkit.reference.database.Audit;
import dev.operatorkit.reference.database.Database;
import dev.operatorkit.reference.database.Distribution;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Runs {@code bin/wallet}: the wallet itself, or one of its commands, {@code audit}, {@code archive}, {@code distribute} and
 * {@code people}.
 */
@Command(
        name = "wallet",
        description = "Runs the reference wallet. Every option can also be set by an environment variable: --db by"
                + " WALLET_DB.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        showDefaultValues = true,
        sortOptions = false,
        subcommands = {
            Main.AuditCommand.class,
            Main.ArchiveCommand.class,
            Main.DistributeCommand.class,
            PeopleCommand.class,
            ShellCompletion.class
        })
public final class Main implements Callable<Integer> {
    private static final int EXIT_FAILED = 1;
    private static final int EXIT_UNREADABLE = 3;

    private final Map<String, String> environment;

    @Mixin
    private final WalletOptions options = new WalletOptions();

    private Main(Map<String, String> environment) {
        this.environment = environment;
    }

    /** Runs the command given, and the wallet until it receives SIGTERM or SIGINT. */
    public static void main(String[] args) {
        System.exit(run(System.getenv(), args));
    }

    static int run(Map<String, String> environment, String... args) {
        return commandLine(environment).execute(args);
    }

    /** Returns the command line with all commands. */
    static CommandLine commandLine(Map<String, String> environment) {
        return commandLine(new Main(environment));
    }

    /** Parses the options from the command line and the environment. */
    static WalletOptions options(Map<String, String> environment, String... args) {
        var main = new Main(environment);
        commandLine(main).parseArgs(args);
        return main.options;
    }

    private static CommandLine commandLine(Main main) {
        return new CommandLine(main, new Commands(main.environment))
                .setDefaultValueProvider(WalletOptions.from(main.environment))
                .setParameterExceptionHandler(new UsageErrors(main.environment))
                .setExecutionStrategy(UsageErrors::run)
                .setExecutionExceptionHandler((failure, command, parsed) -> {
                    command.getErr().println("wallet: " + Startup.describe(failure));
                    // Exit code 1 of an audit means that it found violations; an audit that could not run needs another
                    // code.
                    return command.getCommand() instanceof Main ? EXIT_FAILED : EXIT_UNREADABLE;
                });
    }

    @Override
    public Integer call() throws InterruptedException {
        options.requireUsable();
        Startup.configureLogging(options.logFormat);
        var wallet = RunningWallet.start(options, environment, Clock.systemUTC());
        var stopped = new CountDownLatch(1);
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            wallet.close();
                            stopped.countDown();
                        },
                        "shutdown"));
        System.out.println("ready " + wallet.address());
        stopped.await();
        return 0;
    }

    /** Runs on a database without starting the wallet. */
    abstract static class DatabaseCommand implements Callable<Integer> {
        private final Map<String, String> environment;

        @Mixin
        private final DatabaseOptions database = new DatabaseOptions();

        DatabaseCommand(Map<String, String> environment) {
            this.environment = environment;
        }

        /** Runs the command and returns its exit code. */
        abstract int run(Database.Address address);

        @Override
        public Integer call() {
            Startup.configureLogging("text");
            return run(database.address(environment));
        }
    }

    /** Runs on the ledger without starting the wallet. */
    abstract static class LedgerCommand extends DatabaseCommand {
        LedgerCommand(Map<String, String> environment) {
            super(environment);
        }

        /** Runs the command and returns its exit code. */
        abstract int run(Database ledger);

        @Override
        int run(Database.Address address) {
            try (var ledger = open(address)) {
                return run(ledger);
            }
        }

        /** Opens the database, which a wallet has used before. */
        Database open(Database.Address address) {
            return Database.openExisting(address);
        }
    }

    /** Audits the ledger. Exits with 0 when it balances, 1 when it does not, 3 when it cannot be read. */
    @Command(
            name = "audit",
            description = "Audits the ledger with SQL. Exit codes: 0 it balances, 1 it does not, 2 wrong usage, 3"
                    + " unreadable.",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class)
    static final class AuditCommand extends LedgerCommand {
        AuditCommand(Map<String, String> environment) {
            super(environment);
        }

        @Override
        int run(Database ledger) {
            var findings = Audit.run(ledger);
            for (var finding : findings) {
                System.out.println((finding.holds() ? "ok      " : "BROKEN  ")
                        + finding.sentence()
                        + (finding.holds()
                                ? ""
                                : ": " + finding.violations() + " violations, for example " + finding.examples()));
            }
            var clean = findings.stream().allMatch(Audit.Finding::holds);
            System.out.println(clean ? "The ledger balances." : "THE LEDGER DOES NOT BALANCE");
            return clean ? 0 : EXIT_FAILED;
        }
    }

    /** Moves closed rounds that can no longer be retried to the archive tables. */
    @Command(
            name = "archive",
            description =
                    "Moves closed rounds past the retry window to the archive tables. The wallet may run meanwhile.",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class)
    static final class ArchiveCommand extends LedgerCommand {
        @Option(
                names = "--older-than-days",
                paramLabel = "N",
                description = "minimum age of a round, at least 7 (default: ${DEFAULT-VALUE})")
        private int days = 30;

        ArchiveCommand(Map<String, String> environment) {
            super(environment);
        }

        @Override
        int run(Database ledger) {
            var moved = new Archive(ledger, Clock.systemUTC()).olderThan(Duration.ofDays(days));
            System.out.println(moved + " rounds archived");
            return 0;
        }
    }

    /** Distributes the tables over the workers of a Citus database. */
    @Command(
            name = "distribute",
            description = "Distributes the tables over the workers of a Citus database. Stop all wallets first. Does"
                    + " nothing if they are distributed already.",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class)
    static final class DistributeCommand extends DatabaseCommand {
        DistributeCommand(Map<String, String> environment) {
            super(environment);
        }

        @Override
        int run(Database.Address address) {
            System.out.println(
                    Distribution.find().distribute(address)
                            ? "The tables are distributed by bucket."
                            : "The tables were distributed already.");
            return 0;
        }
    }

    /** Creates the commands with the environment that they read. */
    private record Commands(Map<String, String> environment) implements CommandLine.IFactory {
        @Override
        public <K> K create(Class<K> type) throws Exception {
            if (type == AuditCommand.class) {
                return type.cast(new AuditCommand(environment));
            }
            if (type == ArchiveCommand.class) {
                return type.cast(new ArchiveCommand(environment));
            }
            if (type == DistributeCommand.class) {
                return type.cast(new DistributeCommand(environment));
            }
            if (type == PeopleCommand.class) {
                return type.cast(new PeopleCommand(environment));
            }
            return CommandLine.defaultFactory().create(type);
        }
    }
}
