package dev.operatorkit.reference;

import dev.operatorkit.reference.database.Database;
import dev.operatorkit.reference.database.Distribution;
import dev.operatorkit.reference.staff.Trail;
import dev.operatorkit.reference.store.Archive;
import dev.operatorkit.reference.store.Audit;
import dev.operatorkit.wallet.jdbc.LedgerArchive;
import dev.operatorkit.wallet.jdbc.LedgerAudit.Finding;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs {@code bin/wallet}: the wallet itself, or one of its commands. */
@Command(
        name = "wallet",
        description = "Runs the reference wallet. Every option can also be set by an environment variable: --db by"
                + " WALLET_DB.",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        showDefaultValues = true,
        sortOptions = false,
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:a command succeeded",
            "1:the wallet could not start, or the ledger does not balance",
            "2:wrong usage",
            "3:a command could not use the database",
            "130:stopped with Ctrl-C",
            "143:stopped with SIGTERM"
        },
        subcommands = PeopleCommand.class)
public final class Main implements Callable<Integer> {
    private static final int EXIT_FAILED = 1;
    private static final int MAX_AGE_IN_DAYS = 36_500;
    private static final int EXIT_UNREADABLE = 3;
    private static final int READY_POLL_MILLIS = 250;

    private final Map<String, String> environment;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec command;

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
        return new CommandLine(main)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setDefaultValueProvider(WalletOptions.from(main.environment))
                .setParameterExceptionHandler(new UsageErrors(main.environment))
                .setExecutionStrategy(UsageErrors::run)
                .setExecutionExceptionHandler((failure, command, parsed) -> {
                    var why = Startup.describe(failure);
                    if (command.getCommand() instanceof Main wallet
                            && "json".equalsIgnoreCase(wallet.options.logFormat)) {
                        LoggerFactory.getLogger(Main.class).error("the wallet could not start: {}", why);
                    } else {
                        command.getErr().println("wallet: " + why);
                    }
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
        if (!wallet.problem().isEmpty()) {
            System.out.println("waiting " + wallet.address() + " " + wallet.problem());
        }
        while (!wallet.problem().isEmpty()) {
            if (stopped.await(READY_POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                return 0;
            }
        }
        System.out.println("ready " + wallet.address());
        stopped.await();
        return 0;
    }

    Map<String, String> environment() {
        return environment;
    }

    @Command(
            name = "audit",
            description = "Audits the ledger with SQL. Exit codes: 0 it balances, 1 it does not, 2 wrong usage, 3"
                    + " unreadable.",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class)
    int audit(@Mixin DatabaseOptions database) {
        Startup.configureLogging("text");
        try (var ledger = Database.openExisting(database.address(environment))) {
            var findings = Audit.run(ledger);
            for (var finding : findings) {
                System.out.println((finding.holds() ? "ok      " : "BROKEN  ")
                        + finding.sentence()
                        + (finding.holds()
                                ? ""
                                : ": " + finding.violations() + " violations, for example " + finding.examples()));
            }
            var clean = findings.stream().allMatch(Finding::holds);
            System.out.println(clean ? "The ledger balances." : "THE LEDGER DOES NOT BALANCE");
            return clean ? 0 : EXIT_FAILED;
        }
    }

    @Command(
            name = "archive",
            description =
                    "Moves closed rounds past the retry window to the archive tables. The wallet may run meanwhile.",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class)
    int archive(
            @Mixin DatabaseOptions database,
            @Option(
                            names = "--older-than-days",
                            paramLabel = "N",
                            defaultValue = "30",
                            description = "minimum age of a round, at least 7 (default: ${DEFAULT-VALUE})")
                    int days) {
        WalletOptions.requireBetween(
                database.command, "--older-than-days", days, (int) LedgerArchive.MIN_AGE.toDays(), MAX_AGE_IN_DAYS);
        Startup.configureLogging("text");
        try (var ledger = Database.openExisting(database.address(environment))) {
            var moved = Archive.olderThan(Duration.ofDays(days), ledger, Clock.systemUTC());
            System.out.println(moved + " rounds archived");
            if (ledger.isRemote()) {
                System.out.println("Their space is free for new rows after the next VACUUM, which autovacuum runs. Only"
                        + " VACUUM FULL, which locks the tables, returns it to the disk.");
            }
            return 0;
        }
    }

    @Command(
            name = "restored",
            description = {
                "Says that the database was restored to an earlier time, so that the wallets serve callbacks again.",
                "From then on, refused credits of bets that it does not know are kept for a person."
            },
            mixinStandardHelpOptions = true,
            versionProvider = Version.class)
    int restored(
            @Mixin DatabaseOptions database,
            @Option(
                            names = "--to",
                            paramLabel = "TIME",
                            required = true,
                            description = "time to which it was restored, such as 2026-03-01T09:30:00Z")
                    String time) {
        var now = Clock.systemUTC().instant();
        var to = time(time)
                .filter(past -> past.isAfter(Instant.EPOCH) && !past.isAfter(now))
                .orElseThrow(() -> WalletOptions.usageError(
                        database.command,
                        "--to must be a time in the past such as 2026-03-01T09:30:00Z, unlike " + time));
        Startup.configureLogging("text");
        try (var ledger = Database.openExisting(database.address(environment))) {
            ledger.restored(to);
            new Trail(ledger, Clock.systemUTC()).record(PeopleCommand.author("restored"), "restored", "", "to " + to);
            System.out.println("The wallets go on with a database that was restored to " + to
                    + ". Credits of later bets are refused, and kept under /unmatched in the back office.");
            return 0;
        }
    }

    private static Optional<Instant> time(String text) {
        try {
            return Optional.of(OffsetDateTime.parse(text).toInstant());
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    @Command(
            name = "migrate",
            description = "Creates the tables or upgrades them, as their owner. The wallet can then run as a user who"
                    + " may not change them.",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class)
    int migrate(@Mixin DatabaseOptions database) {
        Startup.configureLogging("text");
        Database.open(database.address(environment)).close();
        System.out.println("The tables of " + Database.Address.shown(database.url) + " are those of this version.");
        return 0;
    }

    @Command(
            name = "distribute",
            description = "Distributes the tables over the workers of a Citus database. Stop all wallets first. Does"
                    + " nothing if they are distributed already.",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class)
    int distribute(@Mixin DatabaseOptions database) {
        Startup.configureLogging("text");
        System.out.println(
                Distribution.find().distribute(database.address(environment))
                        ? "The tables are distributed by bucket."
                        : "The tables were distributed already.");
        return 0;
    }

    /** Lists the shells whose completion has a script. */
    enum Shell {
        bash,
        zsh
    }

    @Command(
            name = "completion",
            description = {
                "Prints a script that completes commands and options in bash and zsh. For this shell:",
                "  source <(bin/wallet completion)"
            },
            mixinStandardHelpOptions = true,
            versionProvider = Version.class)
    int completion(
            @Parameters(arity = "0..1", paramLabel = "SHELL", description = "bash or zsh. One script serves both.")
                    @Nullable
                    Shell shell) {
        var out = command.commandLine().getOut();
        out.print(AutoComplete.bash(command.name(), command.commandLine()));
        out.flush();
        return 0;
    }

    /** Reads the version from the manifest of the jar. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            var version = Main.class.getPackage().getImplementationVersion();
            return new String[] {"OperatorKit wallet " + Objects.requireNonNullElse(version, "(not packaged)")};
        }
    }
}
