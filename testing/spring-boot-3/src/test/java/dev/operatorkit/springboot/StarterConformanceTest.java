package dev.operatorkit.springboot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.client.CustomerApi;
import dev.operatorkit.client.testkit.FakeCustomerApi;
import dev.operatorkit.conformance.junit.WalletConformance;
import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.testkit.InMemoryPlayers;
import dev.operatorkit.wallet.testkit.InMemoryWalletStore;
import dev.operatorkit.wire.Game;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;

/** Runs the conformance suite and the client in an application that Spring Boot's own parent builds. */
@Tag("thorough")
class StarterConformanceTest {
    private static final String SECRET = "a-secret-for-spring-boot";
    private static final FakeCustomerApi PROVIDER = FakeCustomerApi.start();

    private static ConfigurableApplicationContext casino;

    @BeforeAll
    static void start(@TempDir Path folder) {
        casino = SpringApplication.run(
                Casino.class,
                "--server.port=0",
                "--server.address=127.0.0.1",
                "--server.tomcat.basedir=" + folder,
                "--operatorkit.secret=" + SECRET,
                "--operatorkit.wallet.allow-source=127.0.0.1",
                "--operatorkit.client.base-url=" + PROVIDER.baseUrl(),
                "--operatorkit.client.operator=" + PROVIDER.operator());
    }

    @AfterAll
    static void stop() {
        casino.close();
        PROVIDER.close();
        System.clearProperty("catalina.home");
    }

    /** Tries the most revealing cases, and all in the long form. */
    @TestFactory
    Stream<DynamicContainer> the_wallet_conforms() {
        var port = casino.getEnvironment().getProperty("local.server.port");
        return WalletConformance.of("http://127.0.0.1:" + port + "/wallet", SECRET, "one", "two")
                .plan(Boolean.getBoolean("tests.long") ? "full" : "quick")
                .tests();
    }

    @Test
    void the_client_works() {
        PROVIDER.games(new Game("golden-orchard", true, true, List.of(), Map.of()));
        var api = CustomerApi.builder(PROVIDER.baseUrl(), PROVIDER.operator(), PROVIDER.keys())
                .build();
        try (api) {
            assertThat(api.fetchCatalogue().findGame("golden-orchard")).isPresent();
        }
        assertThat(casino.getBean(CustomerApi.class)).isNotNull();
    }

    @Test
    void the_health_contains_the_wallet() {
        assertThat(casino.containsBean("operatorKitWalletHealthIndicator")).isTrue();
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Casino {
        @Bean
        InMemoryWalletStore store() {
            var store = new InMemoryWalletStore();
            for (var player : List.of("one", "two")) {
                store.openAccount("player-" + player, Money.of("1000", "EUR"));
            }
            return store;
        }

        @Bean
        InMemoryPlayers players(InMemoryWalletStore store) {
            var players = new InMemoryPlayers(store);
            var expiry = Clock.systemUTC().instant().plus(Duration.ofHours(2));
            for (var player : List.of("one", "two")) {
                players.addSession(player, "player-" + player, expiry);
            }
            return players;
        }

        @Bean
        SecurityFilterChain denyEverything(HttpSecurity http) throws Exception {
            return http.authorizeHttpRequests(requests -> requests.anyRequest().denyAll())
                    .build();
        }
    }
}
