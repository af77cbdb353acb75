package dev.operatorkit.reference;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.reference.store.Archive;
import dev.operatorkit.reference.store.Audit;
import dev.operatorkit.reference.store.Database;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bin/wallet}: runs the wallet, or audits its books. */
@Command(
        name = "wallet",
        description = "A wallet that one can run. Every option can also be set in the environment: --db as WALLET_DB.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        showDefaultValues = true,
        sortOptions = false,
        subcommands = {Main.AuditCommand.class, Main.ArchiveCommand.class})
public final class Main implements Callable<Integer> {
    private static final int FAILED = 1;
    private static final int NOT_REACHED = 3;

    private final Map<String, String> environment;

    @Mixin
    private final WalletOptions options = new WalletOptions();

    private Main(Map<String, String> environment) {
        this.environment = environment;
    }

    /** Runs until it is told to stop. */
    public static void main(String[] args) {
        System.exit(run(System.getenv(), args));
    }

    static int run(Map<String, String> environment, String... args) {
        return commandLine(new Main(environment)).execute(args);
    }

    /** The options as the command line and the environment give them. */
    static WalletOptions options(Map<String, String> environment, String... args) {
        var main = new Main(environment);
        commandLine(main).parseArgs(args);
        return main.options;
    }

    private static CommandLine commandLine(Main main) {
        return new CommandLine(main, new Commands(main.environment))
                .setDefaultValueProvider(WalletOptions.from(main.environment))
                .setExecutionExceptionHandler((failure, command, parsed) -> {
                    command.getErr().println("wallet: " + Startup.reason(failure));
                    // 1 is what an audit that finds something says: one that could not be made says something else.
                    return command.getCommand() instanceof Main ? FAILED : NOT_REACHED;
                });
    }

    @Override
    public Integer call() throws InterruptedException {
        Startup.logging(options.logFormat);
        CurrencyCode.requireSettings();
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

    /** {@code bin/wallet audit}: exit code 0 when the books are clean, 1 when they are not, 3 when they cannot be read. */
    @Command(
            name = "audit",
            description = "Proves the books by SQL alone.",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class)
    static final class AuditCommand implements Callable<Integer> {
        private final Map<String, String> environment;

        @Mixin
        private final WalletOptions.DatabaseOptions database = new WalletOptions.DatabaseOptions();

        AuditCommand(Map<String, String> environment) {
            this.environment = environment;
        }

        @Override
        public Integer call() {
            Startup.logging("text");
            try (var books = Database.open(database.address(environment))) {
                var findings = Audit.run(books);
                for (var finding : findings) {
                    System.out.println((finding.holds() ? "ok      " : "BROKEN  ")
                            + finding.sentence()
                            + (finding.holds() ? "" : ": " + finding.violations() + ", such as " + finding.examples()));
                }
                var clean = findings.stream().allMatch(Audit.Finding::holds);
                System.out.println(clean ? "the books are clean" : "THE BOOKS ARE BROKEN");
                return clean ? 0 : 1;
            }
        }
    }

    /** {@code bin/wallet archive}: moves what is too old to be retried out of the way of what is at work. */
    @Command(
            name = "archive",
            description = "Moves closed rounds past the retry window to the archive tables; the wallet may be at work.",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class)
    static final class ArchiveCommand implements Callable<Integer> {
        private final Map<String, String> environment;

        @Mixin
        private final WalletOptions.DatabaseOptions database = new WalletOptions.DatabaseOptions();

        @Option(names = "--older-than-days", paramLabel = "N", description = "at least 7 (default: ${DEFAULT-VALUE})")
        private int days = 30;

        ArchiveCommand(Map<String, String> environment) {
            this.environment = environment;
        }

        @Override
        public Integer call() {
            Startup.logging("text");
            try (var books = Database.open(database.address(environment))) {
                var moved = new Archive(books, Clock.systemUTC()).olderThan(Duration.ofDays(days));
                System.out.println(moved + " rounds archived");
                return 0;
            }
        }
    }

    /** Makes the commands with the environment they read. */
    private record Commands(Map<String, String> environment) implements CommandLine.IFactory {
        @Override
        public <K> K create(Class<K> type) throws Exception {
            if (type == AuditCommand.class) {
                return type.cast(new AuditCommand(environment));
            }
            if (type == ArchiveCommand.class) {
                return type.cast(new ArchiveCommand(environment));
            }
            return CommandLine.defaultFactory().create(type);
        }
    }
}
