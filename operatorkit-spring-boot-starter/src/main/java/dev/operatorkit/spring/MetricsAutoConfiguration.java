package dev.operatorkit.spring;

import dev.operatorkit.client.CallListener;
import dev.operatorkit.micrometer.ClientMetrics;
import dev.operatorkit.micrometer.WalletMetrics;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Adds metrics of the wallet and the client where the application has a registry. */
@AutoConfiguration(
        after = WalletAutoConfiguration.class,
        // In Spring Boot 3 and in 4.
        afterName = {
            "org.springframework.boot.actuate.autoconfigure.metrics.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration"
        })
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean(MeterRegistry.class)
class MetricsAutoConfiguration {
    @Bean
    @ConditionalOnBean(CallbackPath.class)
    @ConditionalOnMissingBean
    WalletMetrics operatorKitWalletMetrics(MeterRegistry registry, CallbackPath path) {
        return new WalletMetrics(registry, path.value());
    }

    @Bean
    @ConditionalOnMissingBean(CallListener.class)
    ClientMetrics operatorKitClientMetrics(MeterRegistry registry) {
        return new ClientMetrics(registry);
    }
}
