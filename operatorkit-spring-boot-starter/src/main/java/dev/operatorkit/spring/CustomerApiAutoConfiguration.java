package dev.operatorkit.spring;

import dev.operatorkit.client.CallListener;
import dev.operatorkit.client.CustomerApi;
import dev.operatorkit.client.CustomerApiBuilder;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.spring.OperatorKitProperties.ClientProperties;
import java.net.URI;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;

/** Configures the client of the Customer API where the application has set its base address. */
@AutoConfiguration(after = OperatorKitAutoConfiguration.class)
@ConditionalOnProperty("operatorkit.client.base-url")
class CustomerApiAutoConfiguration {
    @Bean
    @ConditionalOnMissingBean
    CustomerApi operatorKitCustomerApi(
            OperatorKitProperties properties, SecretKeys keys, ObjectProvider<CallListener> listener) {
        return InvalidConfigurationException.requireValid("operatorkit.client", () -> {
            var builder = builder(properties.client(), keys);
            listener.ifUnique(builder::listener);
            return builder.build();
        });
    }

    private static CustomerApiBuilder builder(ClientProperties client, SecretKeys keys) {
        var base = client.baseUrl() == null ? URI.create("") : client.baseUrl();
        var operator = client.operator() == null ? "" : client.operator();
        if (operator.isBlank()) {
            throw new InvalidConfigurationException(
                    "operatorkit.client.base-url is set, but operatorkit.client.operator is not.",
                    "Set operatorkit.client.operator to the operator id that the provider has assigned.");
        }
        var builder = CustomerApi.builder(base, operator, keys);
        if (client.connectTimeout() != null) {
            builder.connectTimeout(client.connectTimeout());
        }
        if (client.attemptTimeout() != null) {
            builder.attemptTimeout(client.attemptTimeout());
        }
        if (client.callTimeout() != null) {
            builder.callTimeout(client.callTimeout());
        }
        if (client.maxAttempts() != null) {
            builder.maxAttempts(client.maxAttempts());
        }
        return client.allowPlainHttp() ? builder.allowPlainHttp() : builder;
    }
}
