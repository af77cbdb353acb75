package dev.operatorkit.simulator.play;

import dev.operatorkit.conformance.command.InterruptHandler;
import dev.operatorkit.simulator.operator.SecretOption;
import dev.operatorkit.simulator.round.PayTable;
import dev.operatorkit.simulator.wallet.CallLimits;
import dev.operatorkit.simulator.wallet.TargetPolicy;
import dev.operatorkit.simulator.wallet.Trust;
import dev.operatorkit.simulator.wallet.WalletAddress;
import dev.operatorkit.simulator.wallet.WalletCaller;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code simulator play}: rounds against a wallet, and whether its books are right afterwards. */
@Command(
        name = "play",
        description = {
            "Plays rounds against a wallet, without a running simulator, and audits its books.",
            "Exit codes: 0 the books are right, 1 they are not, 2 wrong usage, 3 the wallet does not serve,",
            "130 stopped with Ctrl-C: within two seconds it ends the rounds under way, or says how many are left open."
        })
public final class PlayCommand implements Callable<Integer> {
    private static final int BOOKS_OFF = 1;
    private static final int NOT_SERVED = 3;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    CommandSpec command;

    @Mixin
    SecretOption secret = new SecretOption();

    @Option(names = "--wallet", paramLabel = "URL", required = true, description = "Where the callbacks are mounted.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    String wallet;

    @Option(names = "--token", paramLabel = "T", description = "A player's session token; may be repeated.")
    List<String> tokens = new ArrayList<>();

    @Option(names = "--players", paramLabel = "N", description = "Plays with the tokens token-1 to token-N.")
    int players;

    @Option(
            names = "--game",
            paramLabel = "SLUG",
            defaultValue = "cherry-rush",
            description = "Default: ${DEFAULT-VALUE}.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    String game;

    @Option(names = "--rounds", paramLabel = "N", defaultValue = "1000", description = "Default: ${DEFAULT-VALUE}.")
    long rounds;

    @Option(names = "--concurrency", paramLabel = "N", defaultValue = "16", description = "Default: ${DEFAULT-VALUE}.")
    int concurrency;

    @Option(names = "--seed", paramLabel = "N", description = "Makes a run repeatable; default: a new one, printed.")
    @Nullable
    Long seed;

    @Option(
            names = "--repeat",
            paramLabel = "P",
            defaultValue = "0",
            description = "The share of calls sent once more, 0 to 1: each must be answered as at first.")
    double repeat;

    @Option(
            names = "--drop",
            paramLabel = "P",
            defaultValue = "0",
            description = "The share of calls whose answer is lost, 0 to 1: they are sent again or rolled back.")
    double drop;

    @Option(
            names = "--stake",
            paramLabel = "MINOR",
            defaultValue = "100",
            description = "In minor units. Default: 100.")
    long stake;

    @Option(names = "--ca-cert", paramLabel = "PEM", description = "A private certificate authority to believe.")
    @Nullable
    Path authority;

    @Option(names = "--allow-private-addresses", description = "Lets wallets in private networks be called.")
    boolean privateAddresses;

    @Override
    @SuppressWarnings("try") // the interruption is there to be closed
    public Integer call() {
        var clock = Clock.systemUTC();
        var settings = settings(clock);
        var out = command.commandLine().getOut();
        var err = command.commandLine().getErr();
        try (var caller = caller(clock)) {
            out.printf(
                    Locale.ROOT,
                    "playing %d rounds with %d players, %d at once, seed %d, against %s%n",
                    rounds,
                    settings.tokens().size(),
                    concurrency,
                    settings.seed(),
                    caller.address());
            out.flush();
            var run = new LoadRun(caller, settings, clock);
            try (var interruption = InterruptHandler.watch(run::stop, () -> reportOpen(out, run))) {
                var result = withProgress(run, err);
                report(out, run, result, caller.resends());
                return result.isLedgerBalanced() ? 0 : BOOKS_OFF;
            }
        } catch (LoadRun.WalletUnavailableException e) {
            err.println(e.getMessage());
            err.flush();
            return NOT_SERVED;
        }
    }

    /** Ctrl-C, and the wallet is too slow for the rounds under way to be ended. */
    private static void reportOpen(PrintWriter out, LoadRun run) {
        out.println();
        out.println("Stopped with Ctrl-C after " + run.playedRounds() + " rounds while the wallet did not answer. "
                + run.underWay() + " rounds may be left open.");
        out.flush();
    }

    private PlaySettings settings(Clock clock) {
        if (tokens.isEmpty() == (players == 0) || players < 0) {
            throw new ParameterException(command.commandLine(), "Give either --token T, once or more, or --players N.");
        }
        var all = players == 0
                ? tokens
                : IntStream.rangeClosed(1, players).mapToObj(i -> "token-" + i).toList();
        try {
            return new PlaySettings(
                    all,
                    game,
                    rounds,
                    concurrency,
                    seed == null ? clock.millis() : seed,
                    repeat,
                    drop,
                    stake,
                    PayTable.USUAL);
        } catch (IllegalArgumentException e) {
            throw usage(e);
        }
    }

    private WalletCaller caller(Clock clock) {
        try {
            return new WalletCaller(
                    WalletAddress.parse(wallet),
                    secret.keys(),
                    clock,
                    CallLimits.DEFAULT,
                    new TargetPolicy(true, privateAddresses),
                    Trust.of(authority, clock));
        } catch (IllegalArgumentException e) {
            throw usage(e);
        }
    }

    private ParameterException usage(IllegalArgumentException e) {
        return new ParameterException(command.commandLine(), String.valueOf(e.getMessage()), e);
    }

    private static LoadRun.Result withProgress(LoadRun run, PrintWriter err) throws LoadRun.WalletUnavailableException {
        var over = new CountDownLatch(1);
        var progress = Thread.ofVirtual().start(() -> progress(run, err, over));
        try {
            return run.play();
        } finally {
            over.countDown();
            try {
                progress.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static void progress(LoadRun run, PrintWriter err, CountDownLatch over) {
        var before = 0L;
        try {
            while (!over.await(1, TimeUnit.SECONDS)) {
                var now = run.playedRounds();
                err.printf(
                        Locale.ROOT,
                        "%d rounds, %d rounds/s, debit p50 %.2f ms, p99 %.2f ms, %d refused%n",
                        now,
                        now - before,
                        run.debitMillis(50),
                        run.debitMillis(99),
                        run.refusedDebits());
                err.flush();
                before = now;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void report(PrintWriter out, LoadRun run, LoadRun.Result result, long resends) {
        out.println();
        out.print(run.latencyTable());
        out.printf(
                Locale.ROOT,
                "%n%d rounds in %.2f s: %.0f rounds/s; %d refused, %d answers lost, %d repeated, %d in doubt, %d"
                        + " resent on a dead connection%n",
                result.rounds(),
                result.nanos() / 1e9,
                result.rounds() / (result.nanos() / 1e9),
                result.refused(),
                run.dropped.sum(),
                run.repeated.sum(),
                run.silent.sum(),
                resends);
        result.violations().forEach(complaint -> out.println("WRONG " + complaint));
        out.println(
                result.isLedgerBalanced()
                        ? "The books are right: one chain of balances per player, nothing lost, nothing twice."
                        : "The books are off.");
        out.flush();
    }
}
