package dev.operatorkit.spring;

import dev.operatorkit.client.CallListener;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Adds metrics of the wallet and the client where the application has a registry. */
@AutoConfiguration(
        before = {WalletAutoConfiguration.class, CustomerApiAutoConfiguration.class},
        // In Spring Boot 3 and in 4.
        afterName = {
            "org.springframework.boot.actuate.autoconfigure.metrics.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration"
        })
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean(MeterRegistry.class)
class MetricsAutoConfiguration {
    @Bean
    @ConditionalOnMissingBean
    WalletMetrics operatorKitWalletMetrics(MeterRegistry registry) {
        return new WalletMetrics(registry);
    }

    @Bean
    @ConditionalOnMissingBean(CallListener.class)
    CallListener operatorKitClientMetrics(MeterRegistry registry) {
        return ClientMetrics.to(registry);
    }
}
