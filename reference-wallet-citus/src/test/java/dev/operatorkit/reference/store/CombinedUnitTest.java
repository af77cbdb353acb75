package dev.operatorkit.reference.store;

import static dev.operatorkit.reference.schema.Tables.ACCOUNTS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.reference.TestDatabase;
import dev.operatorkit.reference.citus.BucketedDatabase;
import dev.operatorkit.reference.database.Database;
import dev.operatorkit.wallet.Account;
import dev.operatorkit.wallet.AccountBuckets;
import dev.operatorkit.wallet.StoreException;
import dev.operatorkit.wallet.WalletStore;
import dev.operatorkit.wallet.WalletStore.Changes;
import dev.operatorkit.wallet.WalletStore.ReadRequest;
import dev.operatorkit.wallet.WalletStore.UnitOfWork;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Tests units of work that hold movements of several buckets: all are committed, or none (IDM-3). */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CombinedUnitTest {
    private static final CurrencyCode EUR = CurrencyCode.of("EUR");

    private final Database database = Database.open(TestDatabase.address(BucketedDatabase.freshUrl()));
    private final WalletStore store = Movements.in(database);

    /** Three players of three buckets, in their order. */
    private final List<String> players = IntStream.range(0, 3)
            .mapToObj(number -> "combined-" + number)
            .sorted(Comparator.comparing(AccountBuckets::bucketOf))
            .toList();

    @BeforeAll
    void openAccounts() {
        assertThat(players.stream().map(AccountBuckets::bucketOf)).doesNotHaveDuplicates();
        players.forEach(player -> JooqStoreContract.insertAccount(database, player, new Money(100, EUR)));
    }

    @BeforeEach
    void resetBalances() {
        database.reads().update(ACCOUNTS).set(ACCOUNTS.BALANCE, 100L).execute();
    }

    @AfterAll
    void close() {
        database.close();
    }

    @Test
    void the_buckets_of_a_server_share_units() {
        assertThat(store.placement().combinesPartitions()).isTrue();
    }

    @Test
    void what_was_written_for_several_buckets_is_committed_together() {
        try (var unit = store.begin()) {
            players.forEach(player -> add(unit, player));
            assertThat(balances()).containsOnly(100L);
            unit.commit();
        }
        assertThat(balances()).containsOnly(101L);
    }

    /** The last bucket has replays only, for example. */
    @Test
    void what_was_written_before_a_bucket_without_changes_is_committed() {
        try (var unit = store.begin()) {
            add(unit, players.get(0));
            read(unit, players.get(1));
            unit.commit();
        }
        assertThat(balances()).containsExactly(101L, 100L, 100L);
    }

    @Test
    void a_failure_in_the_last_bucket_undoes_the_others() {
        try (var unit = store.begin()) {
            add(unit, players.get(0));
            var account = read(unit, players.get(1));
            unit.write(changes(new Account("unknown", account.balance(), 1, Instant.EPOCH)));
            assertThatThrownBy(unit::commit).isInstanceOf(StoreException.RolledBack.class);
        }
        assertThat(balances()).containsOnly(100L);
    }

    @Test
    void a_failure_in_an_earlier_bucket_ends_the_unit() {
        try (var unit = store.begin()) {
            var account = read(unit, players.get(0));
            unit.write(changes(new Account("unknown", account.balance(), 1, Instant.EPOCH)));
            assertThatThrownBy(() -> read(unit, players.get(1))).isInstanceOf(StoreException.RolledBack.class);
        }
        assertThat(balances()).containsOnly(100L);
    }

    private static void add(UnitOfWork unit, String player) {
        var account = read(unit, player);
        var balance = new Money(account.balance().minorUnits() + 1, EUR);
        unit.write(changes(new Account(player, balance, account.version() + 1, Instant.EPOCH)));
    }

    private static Account read(UnitOfWork unit, String player) {
        var snapshot = unit.lockAndRead(new ReadRequest(Set.of(player), Set.of("unknown-" + player), Set.of()));
        return Objects.requireNonNull(snapshot.accounts().get(player));
    }

    private static Changes changes(Account account) {
        return Changes.builder().accounts(List.of(account)).build();
    }

    private List<Long> balances() {
        return players.stream()
                .map(player -> database.reads()
                        .select(ACCOUNTS.BALANCE)
                        .from(ACCOUNTS)
                        .where(ACCOUNTS.ID.eq(player))
                        .fetchSingle()
                        .value1())
                .toList();
    }
}
