package dev.operatorkit.spring;

import dev.operatorkit.client.CustomerApi;
import dev.operatorkit.signing.SecretSource;
import dev.operatorkit.spring.OperatorKitProperties.Operator;
import dev.operatorkit.wallet.SourceAllowlist;
import dev.operatorkit.wallet.TransactionalWallet;
import dev.operatorkit.wallet.Wallet;
import dev.operatorkit.wallet.WalletCallbacks;
import dev.operatorkit.wallet.WalletStore;
import dev.operatorkit.wallet.jdbc.JdbcWalletStore;
import java.util.function.Function;
import java.util.function.Supplier;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.support.AutowireCandidateQualifier;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.core.type.AnnotationMetadata;

/** Registers the beans of each of several operators, with its name as their qualifier. */
abstract class OperatorsRegistrar implements ImportBeanDefinitionRegistrar {
    private final Environment environment;
    private final ListableBeanFactory beans;

    private OperatorsRegistrar(Environment environment, BeanFactory beans) {
        this.environment = environment;
        this.beans = (ListableBeanFactory) beans;
    }

    /** Registers their wallets and callbacks. */
    static final class Wallets extends OperatorsRegistrar {
        Wallets(Environment environment, BeanFactory beans) {
            super(environment, beans);
        }

        @Override
        void register(BeanDefinitionRegistry registry, Operator operator, OperatorBeans own) {
            if (!operator.properties().wallet().enabled()) {
                return;
            }
            if (operator.properties().wallet().store().isConfigured()
                    && !own.has(WalletStore.class)
                    && !own.has(Wallet.class)) {
                register(registry, operator, JdbcWalletStore.class, own::store);
            }
            if (!own.has(Wallet.class)) {
                register(registry, operator, TransactionalWallet.class, own::transactionalWallet);
            }
            register(
                    registry,
                    operator,
                    WalletCallbacks.class,
                    () -> own.callbacks(
                            own.ownOr(SecretSource.class, operator::secrets),
                            own.ownOr(SourceAllowlist.class, own::sources)));
        }
    }

    /** Registers their clients. */
    static final class Clients extends OperatorsRegistrar {
        Clients(Environment environment, BeanFactory beans) {
            super(environment, beans);
        }

        @Override
        void register(BeanDefinitionRegistry registry, Operator operator, OperatorBeans own) {
            if (operator.properties().client().baseUrl() != null && !own.has(CustomerApi.class)) {
                register(
                        registry,
                        operator,
                        CustomerApi.class,
                        () -> own.customerApi(own.ownOr(SecretSource.class, operator::secrets)));
            }
        }
    }

    /** Is met where the properties list several operators. */
    static final class Several implements Condition {
        @Override
        public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
            return isSeveral(context.getEnvironment());
        }
    }

    /** Is met where the properties are those of one operator. */
    static final class Single implements Condition {
        @Override
        public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
            return !isSeveral(context.getEnvironment());
        }
    }

    private static boolean isSeveral(Environment environment) {
        return Binder.get(environment)
                .bind("operatorkit.operators", Bindable.mapOf(String.class, Object.class))
                .isBound();
    }

    @Override
    public void registerBeanDefinitions(AnnotationMetadata metadata, BeanDefinitionRegistry registry) {
        var operators = Binder.get(environment)
                .bindOrCreate("operatorkit", OperatorKitProperties.class)
                .all();
        operators.forEach((name, operator) ->
                register(registry, operator, new OperatorBeans(beans, operator, operators.keySet())));
    }

    abstract void register(BeanDefinitionRegistry registry, Operator operator, OperatorBeans own);

    /** Not lazy, so that an application with a wrong property fails when it starts and not at the first callback. */
    static <T> void register(BeanDefinitionRegistry registry, Operator operator, Class<T> type, Supplier<T> create) {
        var definition = new RootBeanDefinition(type, create);
        definition.addQualifier(new AutowireCandidateQualifier(Qualifier.class, operator.name()));
        definition.setLazyInit(false);
        registry.registerBeanDefinition(name(operator.name(), type), definition);
    }

    /** Returns the callbacks of an operator. */
    static Function<CallbackPath, WalletCallbacks> callbacks(ListableBeanFactory beans) {
        return path -> path.operator().isEmpty()
                ? beans.getBean(WalletCallbacks.class)
                : beans.getBean(name(path.operator(), WalletCallbacks.class), WalletCallbacks.class);
    }

    private static String name(String operator, Class<?> type) {
        return "operatorKit." + operator + "." + type.getSimpleName();
    }
}
