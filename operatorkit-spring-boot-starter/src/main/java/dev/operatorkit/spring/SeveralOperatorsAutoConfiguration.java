package dev.operatorkit.spring;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Configures several operators or brands. */
@AutoConfiguration(after = OperatorKitAutoConfiguration.class)
@Conditional(OperatorsRegistrar.Several.class)
@Import(OperatorsRegistrar.Clients.class)
class SeveralOperatorsAutoConfiguration {
    /** Configures their callbacks, in a servlet application. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
    @ConditionalOnProperty(name = "operatorkit.wallet.enabled", matchIfMissing = true)
    @Import(OperatorsRegistrar.Wallets.class)
    static class Callbacks {}
}
