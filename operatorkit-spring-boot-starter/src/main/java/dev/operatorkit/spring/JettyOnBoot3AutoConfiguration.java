package dev.operatorkit.spring;

import org.eclipse.jetty.server.Server;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.web.embedded.jetty.ConfigurableJettyWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;

/** Sets up the embedded Jetty of Spring Boot 3 for callbacks. */
@AutoConfiguration(after = WalletAutoConfiguration.class)
@ConditionalOnClass({Server.class, ConfigurableJettyWebServerFactory.class})
@ConditionalOnBean(CallbackPath.class)
class JettyOnBoot3AutoConfiguration {
    @Bean
    ServerCustomizer operatorKitJetty(CallbackPath callbacks) {
        return new ServerCustomizer(new JettySettings(callbacks));
    }

    /** Sees the server last, after the application has set what it wants. */
    static final class ServerCustomizer
            implements WebServerFactoryCustomizer<ConfigurableJettyWebServerFactory>, Ordered {
        private final JettySettings settings;

        ServerCustomizer(JettySettings settings) {
            this.settings = settings;
        }

        @Override
        public void customize(ConfigurableJettyWebServerFactory factory) {
            factory.addServerCustomizers(settings::acceptCallbacks);
        }

        @Override
        public int getOrder() {
            return Ordered.LOWEST_PRECEDENCE;
        }
    }
}
