package dev.operatorkit.benchmarks.simulator;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.simulator.Outcome;
import dev.operatorkit.simulator.RoundState;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.round.PlayerSession;
import dev.operatorkit.simulator.server.Simulator;
import dev.operatorkit.simulator.server.SimulatorSettings;
import dev.operatorkit.simulator.wallet.WalletAddress;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Measures how fast 100 000 open settlements drain after an outage, and how many reach the wallet concurrently. */
public final class OutageDrain {
    private static final int WORKERS = 16;
    private static final int PLAYERS = 500;
    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(200);

    private OutageDrain() {}

    /** Runs the number of rounds given as the argument, 100000 by default. */
    public static void main(String[] args) throws IOException, InterruptedException {
        var rounds = args.length > 0 ? Integer.parseInt(args[0]) : 100_000;
        try (var wallet = new InstantWallet()) {
            var operator =
                    Operator.of("demo", SecretKeys.of("a-secret-for-measuring"), WalletAddress.parse(wallet.address()));
            try (var simulator = Simulator.start(SimulatorSettings.local(operator))) {
                wallet.settlementsFail(true);
                var started = System.nanoTime();
                open(simulator, rounds);
                System.out.printf(
                        Locale.ROOT,
                        "%d rounds opened in an outage in %.1f s%n",
                        simulator.callbackEngine().store().count(RoundState.SETTLING),
                        (System.nanoTime() - started) / 1e9);
                wallet.settlementsFail(false);
                drain(simulator, wallet, rounds);
            }
        }
    }

    private static void open(Simulator simulator, int rounds) throws InterruptedException {
        var left = new AtomicInteger(rounds);
        var eur = CurrencyCode.of("EUR");
        var workers = new Thread[WORKERS];
        for (var i = 0; i < WORKERS; i++) {
            workers[i] = Thread.ofVirtual().start(() -> {
                for (var number = left.getAndDecrement(); number > 0; number = left.getAndDecrement()) {
                    var player = number % PLAYERS;
                    var session = PlayerSession.of("demo")
                            .account("player-" + player)
                            .game("cherry-rush")
                            .token("token-" + player)
                            .currency(eur)
                            .build();
                    simulator.callbackEngine().rounds().spin(session, new Money(100, eur), Outcome.LOSS);
                }
            });
        }
        for (var worker : workers) {
            worker.join();
        }
    }

    private static void drain(Simulator simulator, InstantWallet wallet, int rounds) {
        simulator.clock().forward(Duration.ofHours(1));
        var started = System.nanoTime();
        var settled = 0L;
        while (settled < rounds) {
            LockSupport.parkNanos(PAUSE);
            // Settlements in progress when the outage ended wait for at most another hour.
            simulator.clock().forward(Duration.ofMinutes(1));
            settled = simulator.callbackEngine().store().count(RoundState.SETTLED);
        }
        var seconds = (System.nanoTime() - started) / 1e9;
        System.out.printf(
                Locale.ROOT,
                "%d settlements drained in %.1f s: %.0f/s, at most %d at once; in manual review: %d%n",
                settled,
                seconds,
                settled / seconds,
                wallet.mostAtOnce(),
                simulator.callbackEngine().store().count(RoundState.REVIEW));
    }
}
