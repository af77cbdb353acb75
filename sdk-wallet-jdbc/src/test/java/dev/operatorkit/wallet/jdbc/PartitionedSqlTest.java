package dev.operatorkit.wallet.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests that each statement of a movement names the partition for each table that it uses. */
class PartitionedSqlTest {
    private static final Pattern TABLE =
            Pattern.compile("\\b(from|join|into|update) (accounts|ledger|ledger_archive|rounds|rounds_archive)\\b");
    private static final Pattern BUCKET = Pattern.compile("bucket = cast\\(\\? as integer\\)|select owner\\.bucket,");

    private static final MovementSql.Tables TABLES = new MovementSql.Tables(
            "",
            AccountTable.named("accounts").version("version").updatedAt("updated_at"),
            ColumnType.TEXT,
            "",
            null,
            null);
    private static final MovementSql PARTITIONED = new MovementSql(Dialect.POSTGRESQL, TABLES, "bucket");
    private static final MovementSql PLAIN = new MovementSql(Dialect.POSTGRESQL, TABLES, null);

    private static Stream<String> statements(MovementSql sql) {
        return Stream.of(
                        sql.lockAccounts,
                        sql.readStored,
                        sql.readLedger,
                        sql.readRounds,
                        sql.insertRounds,
                        sql.insertLedger,
                        sql.closeRounds,
                        sql.updateAccounts)
                .map(statement -> statement.text(new Object[0][]));
    }

    private static long count(Pattern pattern, String text) {
        return pattern.matcher(text).results().count();
    }

    @Test
    void each_table_of_a_statement_is_limited_to_the_partition() {
        assertThat(statements(PARTITIONED)).allSatisfy(statement -> {
            assertThat(count(TABLE, statement)).as(statement).isPositive();
            assertThat(count(BUCKET, statement)).as(statement).isEqualTo(count(TABLE, statement));
        });
    }

    @Test
    void no_statement_of_tables_without_partitions_names_one() {
        assertThat(statements(PLAIN))
                .allSatisfy(statement -> assertThat(statement).doesNotContain("bucket"));
    }

    @Test
    void the_partition_takes_its_places_among_the_other_parameters() {
        var ids = new String[] {"a"};
        assertThat(PARTITIONED.readLedger.values(7, 0, new Object[][] {ids, ids, ids, ids}))
                .containsExactly(ids, 7, ids, 7, ids, 7, ids, 7);
    }
}
