package dev.operatorkit.reference.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.reference.citus.CitusDatabase;
import dev.operatorkit.reference.database.Database;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Runs the store contract on a Citus database. Not part of the build, which has no Citus: CONTRIBUTING.md has the command. */
class StoreOnCitus extends JooqStoreContract {
    StoreOnCitus() {
        super(CitusDatabase.address());
    }

    @Test
    void each_statement_of_a_movement_is_one_task_on_one_worker() throws SQLException {
        var sql = MovementSql.PARTITIONED;
        var statements = Stream.concat(
                        Stream.of(sql.lockAccounts, sql.readStored, sql.readLedger, sql.readRounds),
                        Stream.of(
                                        sql.insertRounds,
                                        sql.insertLedger,
                                        sql.closeRounds,
                                        sql.updateAccounts,
                                        sql.updateLimitedAccounts)
                                .map(MovementSql.Write::onPostgres))
                .toList();
        try (var database = Database.open(CitusDatabase.address());
                var connection = database.movements().getConnection()) {
            for (var statement : statements) {
                assertThat(plan(connection, statement)).as(statement.text()).contains("Task Count: 1");
            }
        }
    }

    /** Returns the plan as it is after the executions from which on the driver keeps a statement on the server. */
    private static String plan(java.sql.Connection connection, MovementSql.Statement statement) throws SQLException {
        var plan = "";
        try (var explain = connection.prepareStatement("explain " + statement.text())) {
            for (var use = 0; use < 8; use++) {
                var types = explain.getParameterMetaData();
                for (var parameter = 1; parameter <= types.getParameterCount(); parameter++) {
                    switch (types.getParameterTypeName(parameter)) {
                        case "_int8" -> explain.setObject(parameter, new Long[] {1L});
                        case "_varchar", "_timestamptz", "_date" ->
                            explain.setObject(parameter, new String[] {"2026-01-02"});
                        case "_bytea" -> explain.setObject(parameter, new byte[][] {{1}});
                        default -> explain.setObject(parameter, 7);
                    }
                }
                var lines = new ArrayList<String>();
                try (var rows = explain.executeQuery()) {
                    while (rows.next()) {
                        lines.add(rows.getString(1));
                    }
                }
                plan = String.join("\n", lines);
            }
        } finally {
            connection.rollback();
        }
        return plan;
    }
}
