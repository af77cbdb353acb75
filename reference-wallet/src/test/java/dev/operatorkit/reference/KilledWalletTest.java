package dev.operatorkit.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.wallet.testkit.SignedCallback;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code kill -9} of the wallet under load: what was answered is there, once, and the books are clean (T5, T6, D10). A few
 * kills here; {@code -Dkills=50} for a proof.
 */
class KilledWalletTest {
    private static final int KILLS = Integer.getInteger("kills", 2);
    private static final int ANSWERS_BEFORE_A_KILL = 150;
    private static final int CALLERS = 8;

    @TempDir
    private Path folder;

    @Test
    void on_h2() throws Exception {
        killed("jdbc:h2:file:" + folder.resolve("wallet"));
    }

    @Test
    void on_postgres() throws Exception {
        killed(TestDatabase.POSTGRES.freshUrl());
    }

    private void killed(String url) throws Exception {
        Map<String, String> answered = new ConcurrentHashMap<>();
        for (var kill = 0; kill < KILLS; kill++) {
            loadUntilKilled(url, kill, answered);
        }
        try (var wallet = WalletUnderTest.on(url, "--back-office-port", "-1")) {
            answered.forEach((id, body) -> assertThat(wallet.send(
                                    SignedCallback.debit(id).player(player(id)).stake("0.01"))
                            .body())
                    .isEqualTo(body));
        }
        assertThat(answered).hasSizeGreaterThanOrEqualTo(KILLS * ANSWERS_BEFORE_A_KILL);
        assertThat(WalletUnderTest.auditOf(url)).isEmpty();
    }

    private static String player(String id) {
        return "player-" + (1 + Math.floorMod(id.hashCode(), 4));
    }

    private static void loadUntilKilled(String url, int kill, Map<String, String> answered) throws Exception {
        var process = start(url);
        var goal = answered.size() + ANSWERS_BEFORE_A_KILL;
        try (var out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
                var callers = Executors.newFixedThreadPool(CALLERS)) {
            var ready = out.readLine();
            assertThat(ready).startsWith("ready ");
            var next = new AtomicInteger();
            var client = WalletUnderTest.client(ready.substring("ready ".length()));
            for (var i = 0; i < CALLERS; i++) {
                callers.execute(() -> {
                    while (process.isAlive()) {
                        var id = "bet-" + kill + "-" + next.incrementAndGet();
                        try {
                            var answer = client.send(
                                    SignedCallback.debit(id).player(player(id)).stake("0.01"));
                            if (answer.status() == 200) {
                                answered.put(id, answer.body());
                            }
                        } catch (java.io.UncheckedIOException e) {
                            return; // killed
                        }
                        if (answered.size() >= goal) {
                            process.destroyForcibly();
                        }
                    }
                });
            }
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    private static Process start(String url) throws IOException {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var builder = new ProcessBuilder(
                java,
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx192m",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "--port",
                "0",
                "--host",
                "127.0.0.1",
                "--db",
                url,
                "--demo-players",
                "4",
                "--back-office-port",
                "-1");
        builder.environment().put("OPERATORKIT_SECRET", WalletUnderTest.SECRET);
        builder.redirectError(ProcessBuilder.Redirect.DISCARD);
        return builder.start();
    }
}
