package dev.operatorkit.peers.spring;

import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.signing.Verifier;
import java.time.Clock;
import org.apache.tomcat.util.buf.EncodedSolidusHandling;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.web.embedded.tomcat.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.event.EventListener;

/**
 * Runs a wallet as operators on Spring Boot write it: a controller, a transactional service on JdbcTemplate, virtual threads, and
 * one transaction for each callback. Only signatures, JSON, amounts and the limits of fields are from sdk-core. It needs {@code
 * operatorkit.secret} and the tables of the reference wallet at {@code spring.datasource.url}.
 */
@SpringBootApplication
public class JdbcTemplateWallet {
    /** Starts the wallet. */
    public static void main(String[] arguments) {
        SpringApplication.run(JdbcTemplateWallet.class, arguments);
    }

    @Bean
    Verifier verifier(@Value("${operatorkit.secret}") String secret) {
        return new Verifier(SecretKeys.of(secret), Clock.systemUTC());
    }

    /** Lets escaped slashes pass: an id in the path of the lookup may contain one (WAL-12), and Tomcat rejects it by default. */
    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> passEscapedSlashes() {
        return server -> server.addConnectorCustomizers(
                connector -> connector.setEncodedSolidusHandling(EncodedSolidusHandling.PASS_THROUGH.getValue()));
    }

    /** Prints the line that the benchmark waits for. */
    @EventListener
    void printReady(ApplicationReadyEvent event) {
        if (event.getApplicationContext() instanceof ServletWebServerApplicationContext server) {
            System.out.println("ready http://127.0.0.1:" + server.getWebServer().getPort() + CallbackEndpoint.PREFIX);
        }
    }
}
