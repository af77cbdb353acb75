package dev.operatorkit.wallet.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.WalletStore;
import dev.operatorkit.wallet.testkit.StoreCapacity;
import dev.operatorkit.wallet.testkit.WalletStoreContract;
import java.net.InetSocketAddress;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;

/** Runs the contract of stores, races and lost commits included, on a table of accounts. */
abstract class StoreContract extends WalletStoreContract {
    private final Server server;
    private final Mapping mapping;

    private final HikariDataSource source;

    @AutoClose
    private final AutoCloseable own;

    StoreContract(Server server, Mapping mapping) {
        this.server = server;
        this.mapping = mapping;
        // H2 lets one unit write at a time, so tests that run at the same time would wait for each other.
        this.source = server == Server.H2 ? mapping.open(server) : mapping.shared(server);
        this.own = server == Server.H2 ? source : () -> {};
    }

    @Override
    protected boolean hasSingleWriter() {
        return server == Server.H2;
    }

    @Override
    protected StoreCapacity capacity() {
        return mapping.capacity();
    }

    @Override
    protected WalletStore createStore() {
        return mapping.store(source);
    }

    @Override
    protected Optional<InetSocketAddress> database() {
        return server.address(source.getJdbcUrl());
    }

    @Override
    protected WalletStore createStore(InetSocketAddress address) {
        return mapping.store(server.throughNetwork(source, address));
    }

    @Override
    protected void openAccount(String accountId, Money balance) {
        mapping.openAccount(source, accountId, balance);
    }
}
