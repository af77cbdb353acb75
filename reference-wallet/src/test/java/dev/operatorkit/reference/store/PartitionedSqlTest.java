package dev.operatorkit.reference.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests that each statement of a movement names the partition for each table that it uses. */
class PartitionedSqlTest {
    private static final Pattern TABLE = Pattern.compile(
            "\\b(from|join|into|update) (accounts|ledger|ledger_archive|rounds" + "|rounds_archive)\\b");
    private static final Pattern BUCKET = Pattern.compile("bucket = cast\\(\\? as integer\\)|select owner\\.bucket,");

    private static Stream<MovementSql.Statement> statements(MovementSql sql) {
        return Stream.concat(
                Stream.of(sql.lockAccounts, sql.readStored, sql.readLedger, sql.readRounds),
                Stream.of(
                                sql.insertRounds,
                                sql.insertLedger,
                                sql.closeRounds,
                                sql.updateAccounts,
                                sql.updateLimitedAccounts)
                        .map(MovementSql.Write::onPostgres));
    }

    private static long count(Pattern pattern, String text) {
        return pattern.matcher(text).results().count();
    }

    @Test
    void each_table_of_a_statement_is_limited_to_the_partition() {
        assertThat(statements(MovementSql.PARTITIONED)).allSatisfy(statement -> {
            assertThat(count(TABLE, statement.text())).as(statement.text()).isPositive();
            assertThat(count(BUCKET, statement.text())).as(statement.text()).isEqualTo(count(TABLE, statement.text()));
        });
    }

    @Test
    void no_statement_of_tables_without_partitions_names_one() {
        assertThat(statements(MovementSql.PLAIN))
                .allSatisfy(statement -> assertThat(statement.text()).doesNotContain("bucket"));
    }

    @Test
    void the_partition_takes_its_places_among_the_other_parameters() {
        assertThat(MovementSql.PARTITIONED.readLedger.parameters(7, "a", "b", "c", "d"))
                .containsExactly("a", 7, "b", 7, "c", 7, "d", 7);
        assertThat(MovementSql.PLAIN.readLedger.parameters(null, "a", "b", "c", "d"))
                .isEqualTo(List.of("a", "b", "c", "d").toArray());
    }
}
