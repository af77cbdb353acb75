package dev.operatorkit.reference.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.reference.TestDatabase;
import dev.operatorkit.reference.database.Database;
import dev.operatorkit.reference.staff.Accounts;
import dev.operatorkit.wallet.Round;
import dev.operatorkit.wallet.StoreException;
import dev.operatorkit.wallet.WalletStore.ReadRequest;
import java.time.Clock;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests that replays are answered without a lock (IDM-2), and nothing else is. */
class StoredAnswersTest {
    private static final Round.Key ROUND = new Round.Key("player", "stored");

    @Test
    void a_batch_of_replays_following_another_needs_no_lock() {
        try (var database = withAPlayer(3)) {
            var store = Movements.in(database);
            MovementSqlPlansTest.round(store, "stored");
            try (var first = store.begin()) {
                assertThat(first.lockAndRead(wanted("stored")).accounts()).containsOnlyKeys("player");
            }
            try (var holder = Movements.in(database).begin();
                    var replays = store.begin();
                    var mixed = store.begin()) {
                assertThat(holder.lockAndRead(wanted("new")).accounts()).containsOnlyKeys("player");
                var facts = replays.lockAndRead(wanted("stored", "stored-settled"));
                assertThat(facts.transactions()).containsOnlyKeys("stored", "stored-settled");
                assertThat(facts.accounts()).isEmpty();
                assertThatThrownBy(() -> mixed.lockAndRead(wanted("stored", "stored-settled", "newer")))
                        .isInstanceOf(StoreException.RolledBack.class);
            }
        }
    }

    @Test
    void the_first_movement_after_a_batch_of_replays_locks_its_account() {
        try (var database = withAPlayer(1)) {
            var store = Movements.in(database);
            for (var round = 0; round < 3; round++) {
                MovementSqlPlansTest.round(store, "round-" + round);
                for (var replay = 0; replay < 2; replay++) {
                    try (var unit = store.begin()) {
                        var stored = unit.lockAndRead(wanted("round-" + round)).transactions();
                        assertThat(stored).containsOnlyKeys("round-" + round);
                    }
                }
            }
        }
    }

    private static Database withAPlayer(int connections) {
        var address = TestDatabase.POSTGRES.freshUrl();
        var database = Database.open(new Database.Address(address, "", "", null, connections));
        new Accounts(database, Clock.systemUTC())
                .open("player", "Player", new Money(100, CurrencyCode.of("EUR")), new Accounts.Author("test"));
        return database;
    }

    private static ReadRequest wanted(String... transactionIds) {
        return new ReadRequest(Set.of("player"), Set.of(transactionIds), Set.of(ROUND));
    }
}
