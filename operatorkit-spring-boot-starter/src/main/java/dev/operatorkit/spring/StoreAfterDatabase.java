package dev.operatorkit.spring;

import dev.operatorkit.wallet.jdbc.JdbcWalletStore;
import java.util.Set;
import org.springframework.boot.sql.init.dependency.AbstractBeansOfTypeDependsOnDatabaseInitializationDetector;

/** Lets a store, which reads the accounts table when it is made, wait for Flyway, Liquibase and the scripts of the application. */
final class StoreAfterDatabase extends AbstractBeansOfTypeDependsOnDatabaseInitializationDetector {
    @Override
    protected Set<Class<?>> getDependsOnDatabaseInitializationBeanTypes() {
        return Set.of(JdbcWalletStore.class);
    }
}
