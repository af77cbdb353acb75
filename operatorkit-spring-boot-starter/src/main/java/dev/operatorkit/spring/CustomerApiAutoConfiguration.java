package dev.operatorkit.spring;

import dev.operatorkit.client.CustomerApi;
import dev.operatorkit.signing.SecretSource;
import java.util.Set;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;

/** Configures the client of the Customer API where the application has set its base address. */
@AutoConfiguration(after = OperatorKitAutoConfiguration.class)
@ConditionalOnProperty("operatorkit.client.base-url")
@Conditional(OperatorsRegistrar.Single.class)
class CustomerApiAutoConfiguration {
    @Bean
    @ConditionalOnMissingBean
    CustomerApi operatorKitCustomerApi(OperatorKitProperties properties, SecretSource keys, ListableBeanFactory beans) {
        return new OperatorBeans(beans, properties.single(), Set.of()).customerApi(keys);
    }
}
