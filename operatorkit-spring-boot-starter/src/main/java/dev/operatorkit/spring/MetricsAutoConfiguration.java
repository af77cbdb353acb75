package dev.operatorkit.spring;

import dev.operatorkit.client.CallListener;
import dev.operatorkit.micrometer.ClientMetrics;
import dev.operatorkit.micrometer.WalletMetrics;
import dev.operatorkit.wallet.WalletListener;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;

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
    @ConditionalOnBean(CallbackPaths.class)
    @ConditionalOnMissingBean
    @Conditional(OperatorsRegistrar.Single.class)
    WalletMetrics operatorKitWalletMetrics(MeterRegistry registry, CallbackPaths paths) {
        return new WalletMetrics(registry, paths.of("").value());
    }

    @Bean
    @ConditionalOnMissingBean
    @Conditional(OperatorsRegistrar.Single.class)
    ClientMetrics operatorKitClientMetrics(MeterRegistry registry) {
        return new ClientMetrics(registry);
    }

    /** Tags the metrics of each of several operators with its name. */
    @Bean
    @Conditional(OperatorsRegistrar.Several.class)
    OperatorMetrics operatorKitOperatorMetrics(MeterRegistry registry) {
        return new OperatorMetrics() {
            @Override
            public WalletListener wallet(CallbackPath path) {
                return new WalletMetrics(registry, path.value(), Tags.of("operator", path.operator()));
            }

            @Override
            public CallListener client(String operator) {
                return new ClientMetrics(registry, Tags.of("operator", operator));
            }
        };
    }
}
