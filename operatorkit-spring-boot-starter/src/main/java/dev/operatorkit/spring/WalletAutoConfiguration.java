package dev.operatorkit.spring;

import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.wallet.DebitPolicy;
import dev.operatorkit.wallet.GroupCommitOptions;
import dev.operatorkit.wallet.PlayerDirectory;
import dev.operatorkit.wallet.SourceAllowlist;
import dev.operatorkit.wallet.TransactionalWallet;
import dev.operatorkit.wallet.Wallet;
import dev.operatorkit.wallet.WalletCallbacks;
import dev.operatorkit.wallet.WalletListener;
import dev.operatorkit.wallet.WalletStore;
import io.micrometer.observation.ObservationRegistry;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.ServletContext;
import java.time.Clock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.Ordered;
import org.springframework.core.PriorityOrdered;
import org.springframework.http.server.observation.ServerRequestObservationConvention;

/** Configures the wallet callbacks of a servlet application. Each bean backs off when the application defines its own. */
@AutoConfiguration(after = OperatorKitAutoConfiguration.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnProperty(name = "operatorkit.wallet.enabled", matchIfMissing = true)
class WalletAutoConfiguration {
    private static final Logger LOG = LoggerFactory.getLogger(WalletAutoConfiguration.class);

    private final ListableBeanFactory beans;

    WalletAutoConfiguration(ListableBeanFactory beans) {
        this.beans = beans;
    }

    @Bean
    @Lazy
    @ConditionalOnMissingBean
    SourceAllowlist operatorKitSourceAllowlist(OperatorKitProperties properties) {
        var wallet = properties.wallet();
        return InvalidConfigurationException.requireValid(
                "operatorkit.wallet.allowed-sources or trusted-proxies",
                () -> SourceAllowlist.of(wallet.allowedSources(), wallet.trustedProxies()));
    }

    @Bean
    @ConditionalOnMissingBean(Wallet.class)
    TransactionalWallet operatorKitWallet(
            OperatorKitProperties properties,
            ObjectProvider<GroupCommitOptions> options,
            ObjectProvider<DebitPolicy> policies,
            ObjectProvider<WalletListener> listeners) {
        var howToStore =
                "Define one bean of type WalletStore, which stores the ledger in your database, or one bean of type"
                        + " Wallet over a ledger that you have. If there are several, mark one as @Primary.";
        return new TransactionalWallet(
                requireOne(WalletStore.class, howToStore),
                policies.orderedStream().reduce(DebitPolicy::and).orElse(DebitPolicy.ACCEPT_ALL),
                requireOne(
                        PlayerDirectory.class,
                        "Define one bean of type PlayerDirectory, which finds your sessions and players. If there are"
                                + " several, mark one as @Primary."),
                Clock.systemUTC(),
                options.getIfUnique(properties.wallet().groupCommit()::options),
                WalletListener.all(listeners.orderedStream().toList()));
    }

    /** Not lazy, so that an application without secret or store fails when it starts and not at the first callback. */
    @Bean
    @Lazy(false)
    @ConditionalOnMissingBean
    WalletCallbacks operatorKitWalletCallbacks(CallbackPath path, SecretKeys keys, SourceAllowlist sources) {
        var wallet = requireOne(Wallet.class, "Mark one of them as @Primary.");
        LOG.info("Wallet callbacks are answered below {}/. Register this path with the provider", path.value());
        return new WalletCallbacks(path.value(), keys, Clock.systemUTC(), sources, wallet);
    }

    @Bean
    CallbackPath operatorKitCallbackPath(OperatorKitProperties properties) {
        return new CallbackPath(properties.wallet().validPrefix());
    }

    @Bean
    CallbackFilterRegistration operatorKitCallbackFilter(
            CallbackPath path,
            ObjectProvider<WalletCallbacks> callbacks,
            ObjectProvider<ObservationRegistry> observations,
            ObjectProvider<ServerRequestObservationConvention> convention) {
        var observed = new CallbackObservations(
                path, () -> observations.getIfUnique(() -> ObservationRegistry.NOOP), convention::getIfAvailable);
        return new CallbackFilterRegistration(path, new CallbackFilter(path, callbacks::getObject, observed));
    }

    private <T> T requireOne(Class<T> type, String action) {
        var bean = beans.getBeanProvider(type).getIfUnique();
        if (bean == null) {
            var names = beans.getBeanNamesForType(type);
            var number = names.length == 0 ? "no bean" : "several beans";
            throw new InvalidConfigurationException(
                    "OperatorKit found " + number + " of type " + type.getSimpleName() + ": "
                            + (names.length == 0 ? "nothing is defined" : String.join(", ", names)),
                    action);
        }
        return bean;
    }

    /** Registers the filter before every other, even one of the highest precedence, which is not {@link PriorityOrdered}. */
    static final class CallbackFilterRegistration extends FilterRegistrationBean<CallbackFilter>
            implements PriorityOrdered {
        private final CallbackPath path;

        CallbackFilterRegistration(CallbackPath path, CallbackFilter filter) {
            super(filter);
            this.path = path;
            setOrder(Ordered.HIGHEST_PRECEDENCE);
            addUrlPatterns("/*");
            setDispatcherTypes(DispatcherType.REQUEST, DispatcherType.ERROR);
        }

        /** Learns the context path, which a web server has before beans are created. */
        @Override
        protected FilterRegistration.@Nullable Dynamic addRegistration(String description, ServletContext context) {
            path.moveBelow(context.getContextPath());
            return super.addRegistration(description, context);
        }
    }
}
