package dev.operatorkit.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code kill -9} of the wallet under load: what was answered is there, once, and the books are clean (T5, T6, D10). A few
 * kills here; {@code -Dkills=50} for a proof.
 */
class KilledWalletTest {
    private static final int KILLS = Integer.getInteger("kills", 2);
    private static final int ANSWERS_BEFORE_A_KILL = Integer.getInteger("kills.answers", 150);

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

    private static void killed(String url) throws Exception {
        var storm = new Storm();
        for (var kill = 0; kill < KILLS; kill++) {
            loadUntilKilled(url, storm);
        }
        System.out.println(KILLS + " kills, " + storm.answered() + " answered debits on " + url);
        storm.holds(url);
    }

    private static void loadUntilKilled(String url, Storm storm) throws Exception {
        var process = start(url);
        var goal = storm.answered() + ANSWERS_BEFORE_A_KILL;
        try (var out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            var ready = out.readLine();
            assertThat(ready).startsWith("ready ");
            try (var client = WalletUnderTest.client(ready.substring("ready ".length()))) {
                storm.during(client, () -> {
                    await().atMost(Duration.ofMinutes(2))
                            .pollInterval(Duration.ofMillis(5))
                            .until(() -> storm.answered() >= goal);
                    process.destroyForcibly().waitFor();
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
