package dev.operatorkit.spring;

import dev.operatorkit.money.Money;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.wallet.CallbackRequest;
import dev.operatorkit.wallet.testkit.InMemoryPlayers;
import dev.operatorkit.wallet.testkit.InMemoryWalletStore;
import dev.operatorkit.wallet.testkit.SignedCallback;
import jakarta.servlet.Filter;
import java.time.Clock;
import java.time.Duration;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;

/** Is an application that adds the starter, players and a store, and whose filters deny and consume every request that they receive. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
class Casino {
    static final String SECRET = "a-secret-of-the-starter";
    static final SecretKeys KEYS = SecretKeys.of("a-secret-of-the-starter");
    static final String SECRET_PROPERTY = "operatorkit.secret=" + SECRET;

    static CallbackRequest signed(SignedCallback callback) {
        return signed(callback, "/wallet");
    }

    static CallbackRequest signed(SignedCallback callback, String prefix) {
        return callback.sign(prefix, KEYS, Clock.systemUTC());
    }

    @Bean
    InMemoryWalletStore store() {
        var store = new InMemoryWalletStore();
        store.openAccount("player-one", Money.of("1000", "EUR"));
        return store;
    }

    @Bean
    InMemoryPlayers players(InMemoryWalletStore store) {
        var players = new InMemoryPlayers(store);
        players.addSession(
                "canary-token-one", "player-one", Clock.systemUTC().instant().plus(Duration.ofHours(2)));
        return players;
    }

    @Bean
    SecurityFilterChain denyEverything(HttpSecurity http) throws Exception {
        return http.authorizeHttpRequests(requests -> requests.anyRequest().denyAll())
                .build();
    }

    /** Reads every body before the rest of the application, as an audit log of an operator may do. */
    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE)
    Filter bodyReader() {
        return (request, response, chain) -> {
            request.getParameterMap();
            request.getInputStream().readAllBytes();
            chain.doFilter(request, response);
        };
    }
}
