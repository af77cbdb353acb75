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
import org.springframework.boot.web.embedded.tomcat.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * A wallet on Spring Boot 3. It wants {@code wallet.secret}, and a PostgreSQL by {@code spring.datasource.url}.
 *
 * <p>Spring closes the wallet, which is a bean, when it stops: what is under way is finished first.
 */
@SpringBootApplication
public class SpringWallet {
    /** Starts it. */
    public static void main(String[] arguments) {
        SpringApplication.run(SpringWallet.class, arguments);
    }

    @Bean
    TransactionalWallet wallet(DataSource source) {
        return new TransactionalWallet(
                new JdbcWalletStore(source), new JdbcPlayers(new JdbcTemplate(source)), Clock.systemUTC());
    }

    @Bean
    WalletCallbacks callbacks(@Value("${wallet.secret}") String secret, TransactionalWallet wallet) {
        return new WalletCallbacks(CallbackController.PREFIX, SecretKeys.of(secret), Clock.systemUTC(), wallet);
    }

    /** An id may hold a slash, which the path of the lookup has escaped (WAL-12); Tomcat would refuse it. */
    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> letSlashesPass() {
        return server -> server.addConnectorCustomizers(
                connector -> connector.setEncodedSolidusHandling(EncodedSolidusHandling.PASS_THROUGH.getValue()));
    }
}
