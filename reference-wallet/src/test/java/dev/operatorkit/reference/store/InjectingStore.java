package dev.operatorkit.reference.store;

import dev.operatorkit.reference.database.Database;
import dev.operatorkit.reference.database.Servers;
import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wallet.WalletStore;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;

/** Runs the store's units of work on connections whose server raises an error before a chosen statement. */
final class InjectingStore implements WalletStore {
    /** Creates the function that raises an error with a given state. */
    static final String RAISE = "create function raise_state(state text) returns void language plpgsql as"
            + " 'begin raise exception using errcode = state; end'";

    private final Database database;
    private final WalletStore store;
    private final DataSource connections;
    private int failAt;
    private int timesLeft;
    private String state = "";
    private boolean afterCommit;
    private int failures;
    private int statements;

    InjectingStore(Database database) {
        this.database = database;
        this.store = Movements.in(database);
        this.connections = proxy(
                DataSource.class,
                (proxy, method, arguments) ->
                        new Faults().on(database.movements().getConnection()));
    }

    /** Lets so many of the next units fail at this statement, counted from 0. */
    synchronized void failAt(int statement, int times, String sqlState) {
        failAt = statement;
        timesLeft = times;
        state = sqlState;
        failures = 0;
    }

    /** Lets the next commit pass, and reports it as failed. */
    synchronized void failAfterCommit(String sqlState) {
        failAt(-1, 1, sqlState);
        afterCommit = true;
    }

    synchronized int failures() {
        return failures;
    }

    /** Returns the number of statements of the latest complete unit, the commit included. */
    synchronized int statements() {
        return statements;
    }

    @Override
    public UnitOfWork begin() {
        // A new store for each unit, which does not know whether the batch before it had only replays.
        return Movements.on(connections, database, () -> false, Servers.ONE).begin();
    }

    @Override
    public Optional<StoredTransaction> findTransaction(String transactionId) {
        return store.findTransaction(transactionId);
    }

    /** Counts the statements of one unit of work and injects the failure. */
    private final class Faults {
        private int sent;

        private Connection on(Connection target) {
            return proxy(Connection.class, (proxy, method, arguments) -> {
                if (method.getName().equals("prepareStatement")) {
                    var sql = (String) arguments[0];
                    return reporting(target.prepareStatement(inject(sql)), sql);
                }
                if (method.getName().equals("rollback")) {
                    sent = 0; // the store tries the same unit again
                }
                return call(target, method, arguments);
            });
        }

        private String inject(String sql) {
            synchronized (InjectingStore.this) {
                List<String> parts = new ArrayList<>(List.of(sql.split(";", -1)));
                var position = failAt - sent;
                sent += parts.size();
                if (parts.getLast().equals("commit")) {
                    statements = sent;
                }
                if (timesLeft <= 0 || position < 0 || position >= parts.size()) {
                    return sql;
                }
                timesLeft--;
                failures++;
                // Commits nothing: after an error the server skips the rest of the request.
                parts.add(position, "select raise_state('" + state + "')");
                return String.join(";", parts);
            }
        }
    }

    private PreparedStatement reporting(PreparedStatement target, String sql) {
        return proxy(PreparedStatement.class, (proxy, method, arguments) -> {
            var result = call(target, method, arguments);
            if (method.getName().equals("execute") && sql.endsWith("commit")) {
                reportFailure();
            }
            return result;
        });
    }

    private synchronized void reportFailure() throws SQLException {
        if (afterCommit) {
            afterCommit = false;
            timesLeft = 0;
            failures++;
            throw new SQLException("the outcome is unknown", state);
        }
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private static Object call(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
