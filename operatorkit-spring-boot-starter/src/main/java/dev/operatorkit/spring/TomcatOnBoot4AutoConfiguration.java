package dev.operatorkit.spring;

import org.apache.catalina.connector.Connector;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;

/** Sets up the embedded Tomcat of Spring Boot 4 for callbacks. */
@AutoConfiguration(after = WalletAutoConfiguration.class)
@ConditionalOnClass({Connector.class, ConfigurableTomcatWebServerFactory.class})
@ConditionalOnBean(CallbackPath.class)
class TomcatOnBoot4AutoConfiguration {
    @Bean
    ValveCustomizer operatorKitTomcatValve(TomcatSettings settings) {
        return new ValveCustomizer(settings);
    }

    @Bean
    ConnectorCustomizer operatorKitTomcatConnectors(TomcatSettings settings) {
        return new ConnectorCustomizer(settings);
    }

    @Bean
    TomcatSettings operatorKitTomcatSettings(CallbackPath callbacks) {
        return new TomcatSettings(callbacks);
    }

    /** Adds its valve first, before the one that replaces remote addresses. */
    static final class ValveCustomizer
            implements WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory>, Ordered {
        private final TomcatSettings settings;

        ValveCustomizer(TomcatSettings settings) {
            this.settings = settings;
        }

        @Override
        public void customize(ConfigurableTomcatWebServerFactory factory) {
            factory.addEngineValves(settings.valve());
        }

        @Override
        public int getOrder() {
            return Ordered.HIGHEST_PRECEDENCE;
        }
    }

    /** Sees the connector last, after the application has set what it wants. */
    static final class ConnectorCustomizer
            implements WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory>, Ordered {
        private final TomcatSettings settings;

        ConnectorCustomizer(TomcatSettings settings) {
            this.settings = settings;
        }

        @Override
        public void customize(ConfigurableTomcatWebServerFactory factory) {
            factory.addConnectorCustomizers(settings::acceptCallbacks);
        }

        @Override
        public int getOrder() {
            return Ordered.LOWEST_PRECEDENCE;
        }
    }
}
