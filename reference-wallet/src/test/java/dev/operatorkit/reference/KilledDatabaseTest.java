package dev.operatorkit.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code kill -9} of PostgreSQL under load, with fsync as in earnest: the wallet stays up, heals by itself, and what it
 * answered is there, once (D1, T8). One kill here; {@code -Dkills.postgres=20} for a proof.
 */
class KilledDatabaseTest {
    private static final int KILLS = Integer.getInteger("kills.postgres", 1);
    private static final int ANSWERS_BETWEEN_KILLS = Integer.getInteger("kills.answers", 150);

    @TempDir
    private Path folder;

    @Test
    void the_wallet_outlives_its_database() throws Exception {
        var storm = new Storm();
        var server = server();
        var url = server.getJdbcUrl("postgres", "postgres");
        try (var wallet = WalletUnderTest.on(url)) {
            storm.during(wallet, () -> {
                for (var kill = 0; kill < KILLS; kill++) {
                    awaitAnswers(storm);
                    kill();
                    startAgain();
                }
                awaitAnswers(storm);
            });
        }
        System.out.println(KILLS + " kills of PostgreSQL, " + storm.answered() + " answered debits");
        storm.holds(url);
        server.close();
    }

    private static void awaitAnswers(Storm storm) {
        var goal = storm.answered() + ANSWERS_BETWEEN_KILLS;
        await().atMost(Duration.ofMinutes(2)).pollInterval(Duration.ofMillis(5)).until(() -> storm.answered() >= goal);
    }

    private EmbeddedPostgres server() throws IOException {
        return EmbeddedPostgres.builder()
                .setDataDirectory(folder.resolve("data"))
                .setCleanDataDirectory(false)
                .setPGStartupWait(Duration.ofMinutes(1))
                .setServerConfig("fsync", "on")
                .setServerConfig("full_page_writes", "on")
                .setServerConfig("synchronous_commit", "on")
                .start();
    }

    /** With the very words that it was started with. */
    private void startAgain() throws IOException {
        List<String> command = new ArrayList<>();
        if (System.getProperty("user.name").equals("root")) {
            command.addAll(List.of("unshare", "-U")); // PostgreSQL does not run as root
        }
        var said = Files.readString(folder.resolve("data/postmaster.opts")).strip();
        for (var word : said.split(" (?=\")", -1)) {
            command.add(word.replace("\"", ""));
        }
        new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /** The first process and all that it has begotten, at once. */
    private void kill() throws IOException {
        var first = Long.parseLong(
                Files.readAllLines(folder.resolve("data/postmaster.pid")).get(0));
        var postmaster = ProcessHandle.of(first).orElseThrow();
        List<ProcessHandle> all = postmaster.descendants().toList();
        postmaster.destroyForcibly();
        all.forEach(ProcessHandle::destroyForcibly);
        await().atMost(Duration.ofSeconds(30))
                .until(() -> !postmaster.isAlive() && all.stream().noneMatch(ProcessHandle::isAlive));
        assertThat(postmaster.isAlive()).isFalse();
    }
}
