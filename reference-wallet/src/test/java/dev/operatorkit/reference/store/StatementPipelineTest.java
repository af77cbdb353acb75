package dev.operatorkit.reference.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that statements share a text, and a round trip on PostgreSQL. */
class StatementPipelineTest {
    private static final String IDS = MovementSql.PLAIN.lockIds.text();
    private static final String ACCOUNTS = MovementSql.PLAIN.lockAccounts.text();

    @Test
    void the_text_of_the_same_statements_is_joined_once() {
        var first = StatementPipeline.text(List.of(IDS, ACCOUNTS));
        assertThat(first).isEqualTo(IDS + ";" + ACCOUNTS);
        assertThat(StatementPipeline.text(new ArrayList<>(List.of(IDS, ACCOUNTS))))
                .isSameAs(first);
        assertThat(StatementPipeline.text(List.of(ACCOUNTS, IDS))).isNotEqualTo(first);
    }
}
