package dev.operatorkit.simulator.play;

import dev.operatorkit.conformance.command.InterruptHandler;
import dev.operatorkit.conformance.options.TokenOptions;
import dev.operatorkit.conformance.report.VisibleText;
import dev.operatorkit.conformance.transport.CallLimits;
import dev.operatorkit.conformance.wire.WalletAddress;
import dev.operatorkit.simulator.operator.SecretOption;
import dev.operatorkit.simulator.operator.WalletAccess;
import dev.operatorkit.simulator.round.PayTable;
import dev.operatorkit.simulator.wallet.WalletCaller;
import java.time.Clock;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs {@code simulator play}: plays rounds against a wallet and audits its ledger. */
@Command(
        name = "play",
        description = {
            "Plays rounds against a wallet, without a running simulator, and audits its ledger.",
            "Exit codes: 0 the ledger balances, 1 it does not, 2 wrong usage, 3 the wallet cannot be used or was down",
            "for two minutes, so that rounds stay open,",
            "130 stopped with Ctrl-C: it ends the open rounds within two seconds or prints how many stay open."
        })
public final class PlayCommand implements Callable<Integer> {
    private static final int LEDGER_OUT_OF_BALANCE = 1;
    private static final int WALLET_UNAVAILABLE = 3;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    CommandSpec command;

    @Mixin
    SecretOption secret = new SecretOption();

    @Option(
            names = "--wallet",
            paramLabel = "URL",
            required = true,
            description = "The base URL of the wallet callbacks.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    String wallet;

    @Mixin
    TokenOptions tokenOptions = new TokenOptions();

    @Option(names = "--players", paramLabel = "N", description = "Uses the tokens token-1 to token-N.")
    int players;

    @Option(
            names = "--game",
            paramLabel = "SLUG",
            defaultValue = "cherry-rush",
            description = "The game. Default: ${DEFAULT-VALUE}.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    String game;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "1000",
            description = "How many rounds to play. Default: ${DEFAULT-VALUE}.")
    long rounds;

    @Option(
            names = "--concurrency",
            paramLabel = "N",
            defaultValue = "16",
            description = "How many rounds at the same time. Default: ${DEFAULT-VALUE}.")
    int concurrency;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Makes a run repeatable. Default: a new seed, which is printed.")
    @Nullable
    Long seed;

    @Option(
            names = "--repeat",
            paramLabel = "P",
            defaultValue = "0",
            description = "The share of calls to replay, 0 to 1. A replay must get the original result.")
    double repeat;

    @Option(
            names = "--drop",
            paramLabel = "P",
            defaultValue = "0",
            description = "The share of responses to drop, 0 to 1. Their calls are retried or rolled back.")
    double drop;

    @Option(
            names = "--stake",
            paramLabel = "AMOUNT",
            defaultValue = "1.00",
            description = "The stake in the players' currency, such as 1.50. Default: ${DEFAULT-VALUE}.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    String stake;

    @Mixin
    WalletAccess access = new WalletAccess();

    @Override
    @SuppressWarnings("try") // the interrupt handler is only closed
    public Integer call() {
        var clock = Clock.systemUTC();
        var settings = settings(clock);
        var out = command.commandLine().getOut();
        var err = command.commandLine().getErr();
        try (var caller = caller(clock)) {
            out.printf(
                    Locale.ROOT,
                    "Playing %d rounds with %d %s, concurrency %d, seed %d, against %s%n",
                    rounds,
                    settings.tokens().size(),
                    settings.tokens().size() == 1 ? "player" : "players",
                    concurrency,
                    settings.seed(),
                    caller.address());
            out.flush();
            var run = new LoadRun(caller, settings, clock, LoadRun.MAX_WAIT);
            var report = new PlayReport(run, out);
            var progress = PlayProgress.start(run, err);
            try (progress;
                    var interruption = InterruptHandler.watch(run::stop, () -> {
                        progress.close();
                        report.printUnfinished(caller.resends());
                    })) {
                return play(run, progress, report, caller);
            }
        }
    }

    private int play(LoadRun run, PlayProgress progress, PlayReport report, WalletCaller caller) {
        try {
            var result = run.play();
            progress.close();
            report.print(result, caller.resends());
            return result.isLedgerBalanced() ? 0 : LEDGER_OUT_OF_BALANCE;
        } catch (LoadRun.WalletUnavailableException e) {
            progress.close();
            if (run.nanos() > 0) {
                report.printUnfinished(caller.resends());
            }
            var err = command.commandLine().getErr();
            err.println(VisibleText.line(String.valueOf(e.getMessage())));
            err.flush();
            return WALLET_UNAVAILABLE;
        }
    }

    private PlaySettings settings(Clock clock) {
        var tokens = tokenOptions.read();
        if (tokens.isEmpty() == (players == 0) || players < 0) {
            throw new ParameterException(command.commandLine(), "Give either --token T (repeatable) or --players N.");
        }
        // A session that plays twice at the same time would be two players with one balance.
        var different = tokens.stream().distinct().toList();
        if (different.size() < tokens.size()) {
            command.commandLine().getErr().println("A --token was given more than once. Each is used once.");
            command.commandLine().getErr().flush();
        }
        var all = players == 0
                ? different
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
                    PlaySettings.parseStake(stake),
                    PayTable.DEFAULT);
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
                    access.targets(),
                    access.trust(clock));
        } catch (IllegalArgumentException e) {
            throw usage(e);
        }
    }

    private ParameterException usage(IllegalArgumentException e) {
        return new ParameterException(command.commandLine(), String.valueOf(e.getMessage()), e);
    }
}
