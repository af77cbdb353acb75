package dev.operatorkit.simulator.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.raw.RawServer;
import dev.operatorkit.simulator.GameRound;
import dev.operatorkit.simulator.RoundState;
import dev.operatorkit.simulator.SimulatorClock;
import dev.operatorkit.simulator.SpinOutcome;
import dev.operatorkit.simulator.database.Database;
import dev.operatorkit.simulator.operator.Operators;
import dev.operatorkit.simulator.round.CallbackEngineFixture;
import dev.operatorkit.simulator.wallet.CallbackSettings;
import dev.operatorkit.simulator.wallet.FakeWallet;
import dev.operatorkit.simulator.wallet.FakeWallet.FakeResponse;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills a simulator at random moments, in turns while it is busy and just after its start, in front of a wallet that answers
 * slowly and wrongly (P7). It is killed once while it is busy, with {@code -Dthorough} after a start too, and with {@code -Dtests.long} 200
 * times.
 */
class KilledSimulatorTest {
    private static final int KILLS = Boolean.getBoolean("tests.long") ? 200 : Boolean.getBoolean("thorough") ? 2 : 1;
    private static final long SEED = Long.getLong("tests.seed", System.nanoTime());
    private static final Pattern ID = Pattern.compile("\"transactionId\":\"([^\"]+)\"");
    private static final CallbackSettings SETTINGS = CallbackEngineFixture.settings(16, Duration.ofMillis(800));

    @TempDir
    Path folder;

    private final Set<String> debitsSeen = ConcurrentHashMap.newKeySet();

    @Test
    void p7_no_debit_is_lost_when_the_simulator_is_killed_at_random_moments() throws Exception {
        var random = new Random(SEED);
        var wallet = new FakeWallet(false, 0);
        injectFaults(wallet, new Random(SEED + 1));
        for (var kill = 0; kill < KILLS; kill++) {
            runAndKill(wallet, kill % 2 == 1 ? "started" : "busy", random.nextInt(kill % 2 == 1 ? 1500 : 400));
        }
        try (var fixture = new CallbackEngineFixture(wallet, folder, SETTINGS)) {
            Awaitility.await()
                    .atMost(Duration.ofMinutes(5))
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> {
                        fixture.clock.forward(Duration.ofMinutes(40));
                        return fixture.store().count(RoundState.DEBITING)
                                        + fixture.store().count(RoundState.BET)
                                        + fixture.store().count(RoundState.SETTLING)
                                == 0;
                    });
            assertNothingLost(fixture);
        }
    }

    private void assertNothingLost(CallbackEngineFixture fixture) {
        var byDebit = new HashMap<String, GameRound>();
        fixture.engine
                .queries()
                .newest(null, null, Integer.MAX_VALUE)
                .forEach(round -> byDebit.put(round.bet().transactionId(), round));
        System.out.println("seed " + SEED + ", " + KILLS + " kills, " + debitsSeen.size()
                + " debits reached the wallet; " + fixture.store().counts());
        var gone =
                debitsSeen.stream().filter(debit -> !byDebit.containsKey(debit)).toList();
        assertThat(byDebit).as("seed %s", SEED).isNotEmpty();
        assertThat(gone)
                .as("seed %s: debits that reached the wallet and are missing in the simulator", SEED)
                .isEmpty();
        byDebit.values().forEach(round -> {
            var debit = fixture.wallet.movement(round.bet().transactionId());
            var settlement = round.settlement();
            assertThat(round.state().isFinal() || round.state() == RoundState.REVIEW)
                    .as("seed %s: %s", SEED, round)
                    .isTrue();
            if (round.state() == RoundState.REFUSED) {
                assertThat(debit)
                        .as("seed %s: refused, yet stored: %s", SEED, round)
                        .isNull();
            } else if (round.state() != RoundState.REVIEW) {
                assertThat(fixture.wallet.movement(
                                Objects.requireNonNull(settlement).transactionId()))
                        .as("seed %s: closed, but unknown to the wallet: %s", SEED, round)
                        .isNotNull();
            }
        });
    }

    private void runAndKill(FakeWallet wallet, String moment, int millis) throws IOException, InterruptedException {
        var child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xmx128m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        SimulatorProcess.class.getName(),
                        folder.toString(),
                        wallet.url())
                .redirectErrorStream(true)
                .start();
        try (var out = new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8))) {
            var line = out.readLine();
            while (line != null && !line.equals(moment)) {
                line = out.readLine();
            }
            assertThat(line).as("the child plays").isEqualTo(moment);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
        } finally {
            child.destroyForcibly().waitFor();
        }
    }

    /** Makes the wallet slow and faulty: no response, 500, 503 or a malformed 200, before or after it stored the movement. */
    private void injectFaults(FakeWallet wallet, Random random) {
        wallet.before = request -> {
            if (request.path().endsWith("/debit")) {
                debitsSeen.add(id(request));
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(random.nextInt(12)));
            if (request.path().endsWith("/credit") && id(request).hashCode() % 40 == 0) {
                return FakeResponse.status(500);
            }
            return drawFault(random.nextInt(40));
        };
        wallet.after = request -> drawFault(random.nextInt(20));
    }

    private static @Nullable FakeResponse drawFault(int draw) {
        return switch (draw) {
            case 0 -> FakeResponse.none();
            case 1 -> FakeResponse.status(500);
            case 2 -> FakeResponse.status(503);
            case 3 -> FakeResponse.status(200);
            default -> null;
        };
    }

    private static String id(RawServer.Received request) {
        var id = ID.matcher(new String(request.body(), StandardCharsets.UTF_8));
        return id.find() ? id.group(1) : "";
    }

    /** Runs the simulator that is killed. */
    static final class SimulatorProcess {
        private static final SpinOutcome[] OUTCOMES = {
            SpinOutcome.CHANCE, SpinOutcome.LOSS, SpinOutcome.FAILURE, SpinOutcome.OPEN
        };

        private SimulatorProcess() {}

        public static void main(String[] args) throws InterruptedException {
            var operator = CallbackEngineFixture.operator("op", args[1], SETTINGS);
            var clock = new SimulatorClock(Clock.systemUTC());
            var engine = CallbackEngineFixture.engine(
                    new Operators(List.of(operator)), clock, Database.open(Path.of(args[0]), null));
            System.out.println("started");
            var busy = new CountDownLatch(60);
            for (var worker = 0; worker < 8; worker++) {
                var player = worker;
                new Thread(() -> {
                            for (var i = 0; ; i++) {
                                engine.rounds()
                                        .spin(
                                                CallbackEngineFixture.session(player),
                                                CallbackEngineFixture.eur(100),
                                                OUTCOMES[i % OUTCOMES.length]);
                                busy.countDown();
                            }
                        })
                        .start();
            }
            busy.await();
            System.out.println("busy");
        }
    }
}
