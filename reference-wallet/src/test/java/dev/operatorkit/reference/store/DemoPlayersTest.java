package dev.operatorkit.reference.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.reference.TestDatabase;
import dev.operatorkit.reference.database.Database;
import dev.operatorkit.reference.staff.LedgerQueries;
import dev.operatorkit.wallet.jdbc.LedgerAudit.Finding;
import java.time.Clock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DemoPlayersTest {
    @ParameterizedTest
    @MethodSource("dev.operatorkit.reference.TestDatabase#h2First")
    void thousands_of_demo_players_are_created_only_once(TestDatabase kind) {
        try (var database = Database.open(TestDatabase.address(kind.freshUrl()))) {
            DemoPlayers.ensure(database, Clock.systemUTC(), 2_000);
            DemoPlayers.ensure(database, Clock.systemUTC(), 2_500);
            assertThat(new LedgerQueries(database).players("player-", "", 5_000))
                    .hasSize(2_500);
            assertThat(Audit.run(database)).allMatch(Finding::holds);
        }
    }
}
