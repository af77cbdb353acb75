package dev.operatorkit.examples.spring;

import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.wallet.TransactionalWallet;
import dev.operatorkit.wallet.WalletCallbacks;
import java.time.Clock;
import javax.sql.DataSource;
import org.apache.tomcat.util.buf.EncodedSolidusHandling;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.autoconfigure.data.jpa.JpaRepositoriesAutoConfiguration;
import org.springframework.boot.autoconfigure.orm.jpa.HibernateJpaAutoConfiguration;
import org.springframework.boot.web.embedded.tomcat.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Runs a wallet on Spring Boot 3. It needs {@code wallet.secret} and a PostgreSQL at {@code spring.datasource.url}.
 *
 * <p>The wallet is a bean, so Spring closes it at shutdown, and callbacks in progress finish first.
 */
@SpringBootApplication( // JPA is on the class path for another example only
        exclude = {HibernateJpaAutoConfiguration.class, JpaRepositoriesAutoConfiguration.class})
public class SpringWallet {
    /** Starts the wallet. */
    public static void main(String[] arguments) {
        SpringApplication.run(SpringWallet.class, arguments);
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
    WalletCallbacks callbacks(@Value("${wallet.secret}") String secret, TransactionalWallet wallet) {
        return new WalletCallbacks(CallbackController.PREFIX, SecretKeys.of(secret), Clock.systemUTC(), wallet);
    }

    /** Lets escaped slashes pass: an id in the path of the lookup may contain one (WAL-12), and Tomcat rejects it by default. */
    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> passEscapedSlashes() {
        return server -> server.addConnectorCustomizers(
                connector -> connector.setEncodedSolidusHandling(EncodedSolidusHandling.PASS_THROUGH.getValue()));
    }
}
