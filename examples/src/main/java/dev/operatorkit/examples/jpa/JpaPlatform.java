package dev.operatorkit.examples.jpa;

import dev.operatorkit.examples.spring.Accounts;
import dev.operatorkit.examples.spring.Deposits;
import dev.operatorkit.examples.spring.JdbcPlayers;
import dev.operatorkit.wallet.TransactionalWallet;
import dev.operatorkit.wallet.jdbc.JdbcWalletStore;
import jakarta.persistence.EntityManager;
import java.time.Clock;
import javax.sql.DataSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Runs a platform with JPA. Spring's JPA transactions lend their connection to {@code JdbcTemplate}, so entities and
 * postings are in one transaction.
 */
@SpringBootApplication
public class JpaPlatform {
    /** Starts the platform. */
    public static void main(String[] arguments) {
        SpringApplication.run(JpaPlatform.class, arguments);
    }

    @Bean
    JdbcWalletStore store(DataSource source) {
        return Accounts.store(source);
    }

    @Bean
    TransactionalWallet wallet(JdbcWalletStore store, JdbcTemplate sql) {
        return TransactionalWallet.builder(store, new JdbcPlayers(sql)).build();
    }

    @Bean
    Deposits deposits(JdbcTemplate sql, JdbcWalletStore store) {
        return new Deposits(sql, store, Clock.systemUTC());
    }

    @Bean
    Payments payments(EntityManager entities, Deposits deposits) {
        return new Payments(entities, deposits);
    }
}
