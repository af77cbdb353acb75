package dev.operatorkit.peers.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.conformance.command.ConformanceCommand;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.servlet.context.ServletWebServerApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import picocli.CommandLine;

/** Proves that the peer is a correct wallet: a faster one that loses money would be no measure. */
@Tag("thorough")
class JdbcTemplateWalletTest {
    private static final String SECRET = "a-secret-of-the-peer";
    private static final Path TABLES =
            Path.of("../../reference-wallet/src/main/resources/db/migration/postgresql/V1__wallet.sql");

    @Test
    void the_peer_passes_the_money_plan_of_the_conformance_suite(@TempDir Path folder) throws Exception {
        var secretFile = Files.writeString(folder.resolve("secret"), SECRET);
        try (var postgres = EmbeddedPostgres.builder()
                        .setDataDirectory(folder.resolve("postgres"))
                        .setServerConfig("fsync", "off")
                        .start();
                var wallet = start(postgres, folder)) {
            createPlayers(new JdbcTemplate(postgres.getPostgresDatabase()), "one", "two");
            var port = wallet.getWebServer().getPort();

            var exitCode = new CommandLine(new ConformanceCommand())
                    .execute(
                            "--wallet=http://127.0.0.1:" + port + CallbackEndpoint.PREFIX,
                            "--secret-file=" + secretFile,
                            "--token=one",
                            "--token=two",
                            "--plan=money",
                            "--report=" + folder.resolve("report"));

            var results = Files.readString(folder.resolve("report/results.json"));
            assertThat(results).containsPattern("\"verdict\"\\s*:\\s*\"CERTIFIED\"");
            assertThat(exitCode).isZero();
        }
    }

    private static ServletWebServerApplicationContext start(EmbeddedPostgres postgres, Path folder) {
        return (ServletWebServerApplicationContext) SpringApplication.run(
                JdbcTemplateWallet.class,
                "--server.port=0",
                "--server.tomcat.basedir=" + folder,
                "--operatorkit.secret=" + SECRET,
                "--spring.datasource.url=" + postgres.getJdbcUrl("postgres", "postgres"));
    }

    private static void createPlayers(JdbcTemplate sql, String... names) throws Exception {
        sql.execute(Files.readString(TABLES));
        for (var name : names) {
            sql.update("insert into accounts values (?, ?, 'EUR', 100000, 0, now())", "player-" + name, name);
            sql.update(
                    "insert into sessions values (?, ?, now(), now() + interval '2 hours')",
                    SessionTokens.sha256(name.getBytes(StandardCharsets.UTF_8)),
                    "player-" + name);
        }
    }
}
