package dev.operatorkit.reference.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that statements share a text, and a round trip on PostgreSQL. */
class StatementPipelineTest {
    @Test
    void the_text_of_the_same_statements_is_joined_once() {
        var first = StatementPipeline.text(List.of(MovementSql.LOCK_IDS, MovementSql.LOCK_ACCOUNTS));
        assertThat(first).isEqualTo(MovementSql.LOCK_IDS + ";" + MovementSql.LOCK_ACCOUNTS);
        assertThat(StatementPipeline.text(new ArrayList<>(List.of(MovementSql.LOCK_IDS, MovementSql.LOCK_ACCOUNTS))))
                .isSameAs(first);
        assertThat(StatementPipeline.text(List.of(MovementSql.LOCK_ACCOUNTS, MovementSql.LOCK_IDS)))
                .isNotEqualTo(first);
    }
}
