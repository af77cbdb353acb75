package dev.operatorkit.examples.spring;

import dev.operatorkit.wallet.PlayerDirectory;
import dev.operatorkit.wallet.jdbc.JdbcWalletStore;
import java.time.Clock;
import javax.sql.DataSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.autoconfigure.data.jpa.JpaRepositoriesAutoConfiguration;
import org.springframework.boot.autoconfigure.orm.jpa.HibernateJpaAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;

/**
 * Runs a wallet on Spring Boot with {@code operatorkit-spring-boot-starter}, which answers the callbacks below {@code
 * /wallet}. It needs {@code operatorkit.secret-file} and a PostgreSQL at {@code spring.datasource.url}.
 */
@SpringBootApplication( // JPA is on the class path for another example only
        exclude = {HibernateJpaAutoConfiguration.class, JpaRepositoriesAutoConfiguration.class})
public class SpringWallet {
    /** Starts the wallet. */
    public static void main(String[] arguments) {
        SpringApplication.run(SpringWallet.class, arguments);
    }

    @Bean
    JdbcWalletStore store(DataSource source) {
        return Accounts.store(source);
    }

    @Bean
    PlayerDirectory players(JdbcTemplate sql) {
        return new JdbcPlayers(sql);
    }

    @Bean
    Deposits deposits(JdbcTemplate sql, JdbcWalletStore store) {
        return new Deposits(sql, store, Clock.systemUTC());
    }

    /** Denies everything: the starter answers callbacks before Spring Security. */
    @Bean
    SecurityFilterChain denyEverything(HttpSecurity http) throws Exception {
        return http.authorizeHttpRequests(requests -> requests.anyRequest().denyAll())
                .build();
    }
}
