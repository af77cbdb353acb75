package dev.operatorkit.simulator.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.simulator.wallet.FakeWallet;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a command interrupted with Ctrl-C ends soon and reports what it leaves open. */
class InterruptTest {
    /** Exceeds the two seconds that are promised, for a busy machine; what is printed shows that nothing waited for the wallet. */
    private static final int SECONDS = 60;

    private static final int INTERRUPTED = 130;
    private static final int TERMINATED = 143;

    @TempDir
    Path folder;

    private final FakeWallet wallet = new FakeWallet(false, 0);
    private final CountDownLatch held = new CountDownLatch(1);
    private final CountDownLatch never = new CountDownLatch(1);

    @AfterEach
    void close() throws IOException {
        never.countDown();
        wallet.close();
    }

    private Process start(String... arguments) throws IOException {
        var line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        line.addAll(List.of(arguments));
        line.addAll(List.of("--wallet", wallet.url(), "--token", "token-1"));
        // A build that runs in the background ignores Ctrl-C, and so would what it starts.
        line.addAll(0, List.of("env", "--default-signal=INT"));
        var program = new ProcessBuilder(line).redirectErrorStream(true);
        program.environment().keySet().removeIf(name -> name.startsWith("SIMULATOR_"));
        program.environment().put("OPERATORKIT_SECRET", FakeWallet.SECRET);
        return program.start();
    }

    /** Interrupts the program with Ctrl-C and returns its output from then on. */
    private static String interrupt(Process program, BufferedReader said) throws IOException, InterruptedException {
        return stop(program, said, "-INT", INTERRUPTED);
    }

    private static String stop(Process program, BufferedReader said, String signal, int code)
            throws IOException, InterruptedException {
        new ProcessBuilder("kill", signal, String.valueOf(program.pid()))
                .start()
                .waitFor();
        try {
            assertThat(program.waitFor(SECONDS, TimeUnit.SECONDS)).as("ended").isTrue();
            assertThat(program.exitValue()).isEqualTo(code);
            return said.lines().collect(Collectors.joining("\n"));
        } finally {
            program.destroyForcibly();
        }
    }

    private static BufferedReader output(Process program) {
        return new BufferedReader(new InputStreamReader(program.getInputStream(), StandardCharsets.UTF_8));
    }

    private void holdDebits() {
        wallet.before = request -> {
            if (request.path().endsWith("/debit")) {
                held.countDown();
                await(never);
            }
            return null;
        };
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    @Tag("thorough")
    void conformance_restores_all_balances_when_interrupted_and_reports_it() throws Exception {
        var program = start("conformance", "--pause", "20");
        try (var said = output(program)) {
            assertThat(said.lines().anyMatch(line -> line.contains("  3/"))).isTrue();
            assertThat(interrupt(program, said))
                    .containsOnlyOnce("Stopped by a signal")
                    .containsAnyOf("All balances were restored.", "No debit is left open.")
                    .doesNotContain("SKIPPED", "Not tested");
        }
        assertThat(wallet.balance("player-1")).isEqualTo(FakeWallet.OPENING_BALANCE);
    }

    @Test
    void conformance_writes_its_report_when_terminated() throws Exception {
        holdDebits();
        var program = start(
                "conformance", "--only", "player-*", "--only", "debit-subtracts-the-stake", "--report", "" + folder);
        try (var said = output(program)) {
            await(held);
            assertThat(stop(program, said, "-TERM", TERMINATED))
                    .contains("while the wallet did not respond", "Roll these back by hand");
        }
        assertThat(Files.readString(folder.resolve("results.json")))
                .containsPattern("\"aborted\" ?: \"Stopped by a signal\"")
                .contains("\"INCOMPLETE\"", "open: debit ")
                .doesNotContain("\"CERTIFIED\"");
    }

    @Test
    @Tag("thorough")
    void play_closes_the_open_rounds_and_audits_the_ledger_when_interrupted() throws Exception {
        var program = start("play", "--rounds", "100000000", "--concurrency", "2");
        try (var said = output(program)) {
            // Not the first line, which may stand there before the first round.
            assertThat(said.lines().anyMatch(line -> line.matches(".* [1-9][0-9,]* of [0-9,]+ rounds, .*")))
                    .isTrue();
            assertThat(interrupt(program, said)).contains("The ledger balances");
        }
    }

    @Test
    void play_reports_the_number_of_open_rounds_when_interrupted_while_the_wallet_does_not_respond() throws Exception {
        holdDebits();
        var program = start("play", "--rounds", "10", "--concurrency", "1");
        try (var said = output(program)) {
            await(held);
            assertThat(interrupt(program, said))
                    .contains("Stopped by a signal after 0 rounds", "1 round may stay open");
        }
    }
}
