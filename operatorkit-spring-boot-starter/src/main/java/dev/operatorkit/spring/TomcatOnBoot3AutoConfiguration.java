package dev.operatorkit.spring;

import org.apache.catalina.connector.Connector;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.web.embedded.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;

/** Sets up the embedded Tomcat of Spring Boot 3 for callbacks. */
@AutoConfiguration(after = WalletAutoConfiguration.class)
@ConditionalOnClass({Connector.class, ConfigurableTomcatWebServerFactory.class})
@ConditionalOnBean(CallbackPaths.class)
class TomcatOnBoot3AutoConfiguration {
    private final TomcatSettings settings;

    TomcatOnBoot3AutoConfiguration(CallbackPaths callbacks) {
        settings = new TomcatSettings(callbacks);
    }

    /** Adds its valve first, before the one that replaces remote addresses. */
    @Bean
    OrderedCustomizer<ConfigurableTomcatWebServerFactory> operatorKitTomcatValve() {
        return new OrderedCustomizer<>(
                Ordered.HIGHEST_PRECEDENCE, factory -> factory.addEngineValves(settings.valve())) {};
    }

    /** Changes the connector last, after the application has set what it wants. */
    @Bean
    OrderedCustomizer<ConfigurableTomcatWebServerFactory> operatorKitTomcatConnectors() {
        return new OrderedCustomizer<>(
                Ordered.LOWEST_PRECEDENCE, factory -> factory.addConnectorCustomizers(settings::acceptCallbacks)) {};
    }
}
