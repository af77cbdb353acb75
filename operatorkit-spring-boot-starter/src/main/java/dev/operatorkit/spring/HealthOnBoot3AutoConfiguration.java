package dev.operatorkit.spring;

import dev.operatorkit.wallet.Wallet;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;

/** Adds the health of the wallet to Spring Boot 3's. */
@AutoConfiguration(after = WalletAutoConfiguration.class)
@ConditionalOnClass(HealthIndicator.class)
@ConditionalOnBean(Wallet.class)
@ConditionalOnProperty(name = "management.health.operatorkit-wallet.enabled", matchIfMissing = true)
class HealthOnBoot3AutoConfiguration {
    @Bean
    @ConditionalOnMissingBean(name = "operatorKitWalletHealthIndicator")
    HealthIndicator operatorKitWalletHealthIndicator(ObjectProvider<Wallet> wallets) {
        return () -> WalletProbe.failure(wallets)
                .map(failure -> Health.down().withDetail("error", failure).build())
                .orElseGet(() -> Health.up().build());
    }
}
