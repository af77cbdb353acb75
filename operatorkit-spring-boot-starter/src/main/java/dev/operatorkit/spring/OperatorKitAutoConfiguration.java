package dev.operatorkit.spring;

import dev.operatorkit.signing.SecretKeys;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Lazy;

/** Configures the key set, which callbacks and calls share. */
@AutoConfiguration
@EnableConfigurationProperties(OperatorKitProperties.class)
class OperatorKitAutoConfiguration {
    /** Returns the key set of the properties. Lazy, because an application that needs none need not set a secret. */
    @Bean
    @Lazy
    @ConditionalOnMissingBean
    @Conditional(OperatorsRegistrar.Single.class)
    SecretKeys operatorKitSecretKeys(OperatorKitProperties properties) {
        return properties.single().secretKeys();
    }
}
