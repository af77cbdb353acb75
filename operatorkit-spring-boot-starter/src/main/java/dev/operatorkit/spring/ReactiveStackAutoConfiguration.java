package dev.operatorkit.spring;

import org.springframework.beans.factory.InitializingBean;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/** Refuses to start on the reactive stack, where the callbacks would have no endpoint, which is noticed only when money is missing. */
@AutoConfiguration
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
@ConditionalOnProperty(name = "operatorkit.wallet.enabled", matchIfMissing = true)
class ReactiveStackAutoConfiguration {
    @Bean
    @Lazy(false)
    InitializingBean operatorKitServletStackCheck() {
        return () -> {
            throw new InvalidConfigurationException(
                    "The starter answers wallet callbacks in servlet applications only, and this one is reactive.",
                    "Add spring-boot-starter-web, or set operatorkit.wallet.enabled=false and call WalletCallbacks"
                            + " yourself on a thread that may block.");
        };
    }
}
