package dev.operatorkit.spring;

import dev.operatorkit.signing.SecretSource;
import dev.operatorkit.wallet.SourceAllowlist;
import dev.operatorkit.wallet.TransactionalWallet;
import dev.operatorkit.wallet.Wallet;
import dev.operatorkit.wallet.WalletCallbacks;
import dev.operatorkit.wallet.WalletStore;
import dev.operatorkit.wallet.jdbc.JdbcWalletStore;
import io.micrometer.observation.ObservationRegistry;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServlet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.Ordered;
import org.springframework.core.PriorityOrdered;
import org.springframework.http.server.observation.DefaultServerRequestObservationConvention;
import org.springframework.http.server.observation.ServerRequestObservationConvention;
import org.springframework.util.function.SingletonSupplier;

/** Configures the wallet callbacks of a servlet application. Each bean backs off when the application defines its own. */
@AutoConfiguration(after = {OperatorKitAutoConfiguration.class, SeveralOperatorsAutoConfiguration.class})
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnProperty(name = "operatorkit.wallet.enabled", matchIfMissing = true)
class WalletAutoConfiguration {
    private final ListableBeanFactory beans;

    WalletAutoConfiguration(ListableBeanFactory beans) {
        this.beans = beans;
    }

    /** Configures the wallet of a single operator. */
    @Configuration(proxyBeanMethods = false)
    @Conditional(OperatorsRegistrar.Single.class)
    static class SingleOperator {
        private final OperatorBeans operator;

        SingleOperator(OperatorKitProperties properties, ListableBeanFactory beans) {
            operator = new OperatorBeans(beans, properties.single(), Set.of());
        }

        @Bean
        @Lazy
        @ConditionalOnMissingBean
        SourceAllowlist operatorKitSourceAllowlist() {
            return operator.sources();
        }

        @Bean
        @ConditionalOnMissingBean({WalletStore.class, Wallet.class})
        @ConditionalOnProperty("operatorkit.wallet.store.table")
        JdbcWalletStore operatorKitWalletStore() {
            return operator.store();
        }

        @Bean
        @ConditionalOnMissingBean(Wallet.class)
        TransactionalWallet operatorKitWallet() {
            return operator.transactionalWallet();
        }

        /** Not lazy, so that an application without secret or store fails when it starts and not at the first callback. */
        @Bean
        @Lazy(false)
        @ConditionalOnMissingBean
        WalletCallbacks operatorKitWalletCallbacks(SecretSource keys, SourceAllowlist sources) {
            return operator.callbacks(keys, sources);
        }
    }

    @Bean
    CallbackPaths operatorKitCallbackPaths(OperatorKitProperties properties) {
        return new CallbackPaths(properties.all().values());
    }

    @Bean
    CallbackFilterRegistration operatorKitCallbackFilter(
            CallbackPaths paths,
            ObjectProvider<ObservationRegistry> observations,
            ObjectProvider<ServerRequestObservationConvention> convention) {
        var observed = new CallbackObservations(
                SingletonSupplier.of(() -> observations.getIfUnique(() -> ObservationRegistry.NOOP)),
                SingletonSupplier.of(() -> convention.getIfAvailable(DefaultServerRequestObservationConvention::new)));
        return new CallbackFilterRegistration(
                paths, new CallbackFilter(paths, OperatorsRegistrar.callbacks(beans), observed));
    }

    /** Registers the filter before every other, even one of the highest precedence, which is not {@link PriorityOrdered}. */
    static final class CallbackFilterRegistration extends FilterRegistrationBean<CallbackFilter>
            implements PriorityOrdered {
        private final CallbackPaths paths;

        CallbackFilterRegistration(CallbackPaths paths, CallbackFilter filter) {
            super(filter);
            this.paths = paths;
            setOrder(Ordered.HIGHEST_PRECEDENCE);
            addUrlPatterns("/*");
            setDispatcherTypes(DispatcherType.REQUEST, DispatcherType.ERROR);
        }

        /** Reads the context path, which a web server has before beans are created. */
        @Override
        protected FilterRegistration.@Nullable Dynamic addRegistration(String description, ServletContext context) {
            for (var path : paths.all()) {
                // A server answers 404, without its filters, where no servlet is mapped, as with
                // spring.mvc.servlet.path.
                var servlet = context.addServlet("operatorKitCallbacks" + path.value(), new HttpServlet() {});
                if (servlet != null) {
                    servlet.addMapping(path.value() + "/*");
                }
            }
            paths.moveBelow(context.getContextPath());
            return super.addRegistration(description, context);
        }
    }
}
