package dev.operatorkit.examples.spring;

import dev.operatorkit.conformance.junit.WalletConformance;
import dev.operatorkit.examples.Postgres;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

/** Runs the conformance suite of a certification tester in an operator's own build, on every commit. */
@ResourceLock(Resources.SYSTEM_PROPERTIES) // Tomcat sets some
class SpringWalletTest {
    private static final String SECRET = "a-secret-for-tests";

    private static ConfigurableApplicationContext wallet;

    @BeforeAll
    static void start(@TempDir Path folder) {
        wallet = SpringApplication.run(
                SpringWallet.class,
                "--server.port=0",
                "--server.tomcat.basedir=" + folder,
                "--operatorkit.secret=" + SECRET,
                "--operatorkit.wallet.allow-source=127.0.0.1",
                "--spring.datasource.url=" + Postgres.freshUrl());
        var sql = wallet.getBean(JdbcTemplate.class);
        for (var player : new String[] {"one", "two"}) {
            sql.update("insert into account values (?, ?, 'EUR', 100000, 0, now())", "player-" + player, player);
            sql.update("insert into session values (?, ?, now() + interval '2 hours')", player, "player-" + player);
        }
    }

    @AfterAll
    static void stop() {
        wallet.close();
        // The next Tomcat in this JVM would create this test's temporary folder again.
        System.clearProperty("catalina.home");
    }

    @TestFactory
    Stream<DynamicContainer> the_wallet_conforms() {
        var port = ((ServletWebServerApplicationContext) wallet).getWebServer().getPort();
        return WalletConformance.of("http://127.0.0.1:" + port + "/wallet", SECRET, "one", "two")
                .plan(Boolean.getBoolean("tests.long") ? "full" : "quick")
                .tests();
    }
}
