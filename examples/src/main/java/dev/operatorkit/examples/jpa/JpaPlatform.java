package dev.operatorkit.examples.jpa;

import dev.operatorkit.examples.spring.Deposits;
import dev.operatorkit.examples.spring.JdbcPlayers;
import dev.operatorkit.examples.spring.JdbcWalletStore;
import dev.operatorkit.wallet.TransactionalWallet;
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
    TransactionalWallet wallet(DataSource source) {
        return new TransactionalWallet(
                new JdbcWalletStore(source), new JdbcPlayers(new JdbcTemplate(source)), Clock.systemUTC());
    }

    @Bean
    Deposits deposits(JdbcTemplate sql) {
        return new Deposits(sql, Clock.systemUTC());
    }

    @Bean
    Payments payments(EntityManager entities, Deposits deposits) {
        return new Payments(entities, deposits);
    }
}
