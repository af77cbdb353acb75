package dev.operatorkit.spring;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.signing.SecretSource;
import java.util.Locale;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;

/** Configures the secrets, which callbacks and calls share, and the currencies. */
@AutoConfiguration
@EnableConfigurationProperties(OperatorKitProperties.class)
class OperatorKitAutoConfiguration {
    /** Registers the currencies of the properties before any bean is created, since one may already use them. */
    @Bean
    static BeanFactoryPostProcessor operatorKitCurrencies(Environment environment) {
        return beans -> Binder.get(environment)
                .bind("operatorkit.currencies", Bindable.mapOf(String.class, Integer.class))
                .ifBound(currencies ->
                        currencies.forEach((code, decimals) -> InvalidConfigurationException.requireValid(
                                "operatorkit.currencies." + code,
                                () -> CurrencyCode.register(code.toUpperCase(Locale.ROOT), decimals))));
    }

    /** Returns the secrets of the properties. Lazy, because an application that needs none need not set a secret. */
    @Bean
    @Lazy
    @ConditionalOnMissingBean
    @Conditional(OperatorsRegistrar.Single.class)
    SecretSource operatorKitSecrets(OperatorKitProperties properties) {
        return properties.single().secrets();
    }
}
