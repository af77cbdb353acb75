package dev.operatorkit.spring;

import dev.operatorkit.client.CallListener;
import dev.operatorkit.client.CustomerApi;
import dev.operatorkit.client.CustomerApiBuilder;
import dev.operatorkit.signing.SecretSource;
import dev.operatorkit.spring.OperatorKitProperties.Operator;
import dev.operatorkit.wallet.DebitPolicy;
import dev.operatorkit.wallet.GroupCommitOptions;
import dev.operatorkit.wallet.PlayerDirectory;
import dev.operatorkit.wallet.SourceAllowlist;
import dev.operatorkit.wallet.TransactionalWallet;
import dev.operatorkit.wallet.Wallet;
import dev.operatorkit.wallet.WalletCallbacks;
import dev.operatorkit.wallet.WalletListener;
import dev.operatorkit.wallet.WalletStore;
import dev.operatorkit.wallet.jdbc.JdbcWalletStore;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.annotation.BeanFactoryAnnotationUtils;

/**
 * Creates the wallet, the callbacks and the client of an operator from its properties and the beans of the application. A
 * bean with the qualifier of another operator is not used.
 */
final class OperatorBeans {
    private static final Logger LOG = LoggerFactory.getLogger(OperatorBeans.class);

    private final ListableBeanFactory beans;
    private final Operator operator;
    private final Set<String> all;

    /**
     * Creates the beans of one operator.
     *
     * @param all the names of all operators
     */
    OperatorBeans(ListableBeanFactory beans, Operator operator, Set<String> all) {
        this.beans = beans;
        this.operator = operator;
        this.all = all;
    }

    SourceAllowlist sources() {
        var wallet = operator.properties().wallet();
        var at = operator.at() + ".wallet.";
        if (wallet.allowAnySource() != wallet.allowSource().isEmpty()) {
            throw new InvalidConfigurationException(
                    wallet.allowAnySource()
                            ? "Both " + at + "allow-source and " + at + "allow-any-source are set."
                            : "Neither " + at + "allow-source nor " + at + "allow-any-source is set.",
                    "Set " + at + "allow-source to the addresses that the provider calls from, or " + at
                            + "allow-any-source to true where a firewall decides, and not both.");
        }
        var sources = wallet.allowAnySource()
                ? SourceAllowlist.any()
                : InvalidConfigurationException.requireValid(
                        at + "allow-source", () -> SourceAllowlist.allow(wallet.allowSource()));
        return InvalidConfigurationException.requireValid(
                at + "trusted-proxy", () -> sources.trustProxies(wallet.trustedProxy()));
    }

    /** Creates the store of the accounts table that the properties name. */
    JdbcWalletStore store() {
        var source = requireOne(
                DataSource.class,
                "Add spring-boot-starter-jdbc and spring.datasource.url, or define one bean of type DataSource. If"
                        + " there are several, mark one as @Primary.");
        return operator.properties().wallet().store().open(source, operator.at());
    }

    TransactionalWallet transactionalWallet() {
        var howToStore =
                "Set " + operator.at() + ".wallet.store.table to the table of your accounts, or define one bean of"
                        + " type WalletStore, or one bean of type Wallet over a ledger that you have."
                        + " If there are several, mark one as @Primary.";
        var listeners = new ArrayList<>(ordered(WalletListener.class));
        metrics().forEach(metrics -> listeners.add(0, metrics.wallet(path())));
        var options = find(GroupCommitOptions.class);
        var store = requireOne(WalletStore.class, howToStore);
        var players = requireOne(
                PlayerDirectory.class,
                "Define one bean of type PlayerDirectory, which finds your sessions and players. If there are"
                        + " several, mark one as @Primary.");
        var builder = TransactionalWallet.builder(store, players);
        return InvalidConfigurationException.requireValid(
                        operator.at() + ".wallet.session-cache",
                        () -> builder.sessionCache(
                                operator.properties().wallet().sessionCache()))
                .policy(ordered(DebitPolicy.class).stream()
                        .reduce(DebitPolicy::and)
                        .orElse(DebitPolicy.ACCEPT_ALL))
                .groupCommit(
                        options == null
                                ? operator.properties().wallet().groupCommit().options(operator.at())
                                : options)
                .listener(WalletListener.all(listeners))
                .build();
    }

    WalletCallbacks callbacks(SecretSource keys, SourceAllowlist sources) {
        var wallet = requireOne(Wallet.class, "Mark one of them as @Primary.");
        for (var customizer : ordered(WalletCustomizer.class)) {
            wallet = customizer.customize(wallet);
        }
        LOG.info(
                "Wallet callbacks{} are answered below {}/. Register this path with the provider",
                operator.name().isEmpty() ? "" : " of " + operator.name(),
                path().value());
        return WalletCallbacks.builder(path().value(), keys, sources, wallet).build();
    }

    private CallbackPath path() {
        return beans.getBean(CallbackPaths.class).of(operator.name());
    }

    CustomerApi customerApi(SecretSource keys) {
        var client = operator.properties().client();
        var at = operator.at() + ".client.";
        var name = client.operator();
        if (name == null || name.isBlank()) {
            throw new InvalidConfigurationException(
                    at + "base-url is set, but " + at + "operator is not.",
                    "Set " + at + "operator to the operator id that the provider has assigned.");
        }
        var base = client.baseUrl() == null ? URI.create("") : client.baseUrl();
        var builder = InvalidConfigurationException.requireValid(
                at + "base-url", () -> CustomerApi.builder(base, name, keys));
        set(builder, at + "connect-timeout", client.connectTimeout(), CustomerApiBuilder::connectTimeout);
        set(builder, at + "attempt-timeout", client.attemptTimeout(), CustomerApiBuilder::attemptTimeout);
        set(builder, at + "call-timeout", client.callTimeout(), CustomerApiBuilder::callTimeout);
        set(builder, at + "max-attempts", client.maxAttempts(), CustomerApiBuilder::maxAttempts);
        if (client.allowPlainHttp()) {
            builder.allowPlainHttp();
        }
        metrics().forEach(metrics -> builder.listener(metrics.client(operator.name())));
        ordered(CallListener.class).forEach(builder::listener);
        ordered(CustomerApiCustomizer.class).forEach(customizer -> customizer.customize(builder));
        return InvalidConfigurationException.requireValid(at + "base-url", builder::build);
    }

    private static <T> void set(
            CustomerApiBuilder builder,
            String property,
            @Nullable T value,
            BiFunction<CustomerApiBuilder, T, CustomerApiBuilder> change) {
        if (value != null) {
            InvalidConfigurationException.requireValid(property, () -> change.apply(builder, value));
        }
    }

    private List<OperatorMetrics> metrics() {
        return beans.getBeanProvider(OperatorMetrics.class).stream().toList();
    }

    /** Returns the beans for this operator, in their order. */
    private <T> List<T> ordered(Class<T> type) {
        var others = Collections.newSetFromMap(new IdentityHashMap<Object, Boolean>());
        Arrays.stream(beans.getBeanNamesForType(type))
                .filter(this::isOfAnother)
                .forEach(bean -> others.add(beans.getBean(bean)));
        return beans.getBeanProvider(type)
                .orderedStream()
                .filter(bean -> !others.contains(bean))
                .toList();
    }

    /** Returns the bean with the qualifier of this operator, or that of the properties. */
    <T> T ownOr(Class<T> type, Supplier<T> ofProperties) {
        var own = find(type);
        return own == null ? ofProperties.get() : own;
    }

    /** Returns the bean with the qualifier of this operator; otherwise the only or primary one that has none. */
    private <T> @Nullable T find(Class<T> type) {
        if (operator.name().isEmpty()) {
            return beans.getBeanProvider(type).getIfUnique();
        }
        var names = Arrays.stream(beans.getBeanNamesForType(type))
                .filter(bean -> !isOfAnother(bean))
                .toList();
        var own = names.stream().filter(bean -> isOf(bean, operator.name())).toList();
        var candidates = own.isEmpty() ? names : own;
        if (candidates.size() == 1) {
            return beans.getBean(candidates.get(0), type);
        }
        var unique = beans.getBeanProvider(type).getIfUnique(); // the primary one
        return own.isEmpty() && unique != null && ordered(type).contains(unique) ? unique : null;
    }

    /** Returns true if the application defines a bean of this type for this operator. */
    boolean has(Class<?> type) {
        return Arrays.stream(beans.getBeanNamesForType(type, true, false)).anyMatch(bean -> !isOfAnother(bean));
    }

    private boolean isOfAnother(String bean) {
        return all.stream().anyMatch(name -> !name.equals(operator.name()) && isOf(bean, name))
                && !isOf(bean, operator.name());
    }

    private boolean isOf(String bean, String name) {
        return BeanFactoryAnnotationUtils.isQualifierMatch(name::equals, bean, beans);
    }

    private <T> T requireOne(Class<T> type, String action) {
        var bean = find(type);
        if (bean == null) {
            var names = Arrays.stream(beans.getBeanNamesForType(type))
                    .filter(name -> !isOfAnother(name))
                    .collect(Collectors.joining(", "));
            throw new InvalidConfigurationException(
                    "OperatorKit found " + (names.isEmpty() ? "no bean" : "several beans") + " of type "
                            + type.getSimpleName()
                            + (operator.name().isEmpty() ? "" : " for operator " + operator.name()) + ": "
                            + (names.isEmpty() ? "nothing is defined" : names),
                    action);
        }
        return bean;
    }
}
