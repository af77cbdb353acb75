package dev.operatorkit.reference.store;

import static dev.operatorkit.reference.schema.Tables.ACCOUNTS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.reference.TestDatabase;
import dev.operatorkit.reference.database.Database;
import dev.operatorkit.reference.database.Servers;
import dev.operatorkit.reference.staff.Accounts;
import dev.operatorkit.wallet.GroupCommitOptions;
import dev.operatorkit.wallet.Outcome;
import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wallet.TransactionalWallet;
import dev.operatorkit.wallet.WalletListener;
import dev.operatorkit.wallet.jdbc.LedgerAudit.Finding;
import dev.operatorkit.wire.Credit;
import dev.operatorkit.wire.Debit;
import dev.operatorkit.wire.Rollback;
import dev.operatorkit.wire.WireAmount;
import java.sql.DriverManager;
import java.time.Clock;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests failures of every statement of a movement at SERIALIZABLE, raised by the server itself between the statements of a request, so
 * that its transaction really fails (T31). With {@code -Dthorough}, with further states.
 */
class InjectedFailuresTest {
    private static final CurrencyCode EUR = CurrencyCode.of("EUR");
    private static final String PLAYER = "player";
    private static final long BALANCE = 1_000_000;

    /** No movement sends more statements than this in a unit, from the lock of its id to the commit. */
    private static final int MAX_STATEMENTS = 12;

    static Stream<String> collisions() {
        return states(1, "40001", "40P01");
    }

    static Stream<String> ambiguous() {
        return states(1, "40003", "08007", "XX000");
    }

    static Stream<String> failures() {
        return states(2, "40003", "57014", "08007", "XX000", "25006", "53100");
    }

    private static Stream<String> states(int plain, String... all) {
        return Stream.of(all).limit(Boolean.getBoolean("thorough") ? all.length : plain);
    }

    private final String url = TestDatabase.POSTGRES.freshUrl();
    private final AtomicInteger applied = new AtomicInteger();
    private Database database;
    private InjectingStore store;
    private TransactionalWallet wallet;
    private int rounds;

    @BeforeEach
    void open() throws Exception {
        database = Database.open(new Database.Address(url, "", "", "SERIALIZABLE", 4));
        try (var connection = DriverManager.getConnection(url)) {
            connection.createStatement().execute(InjectingStore.RAISE);
        }
        new Accounts(database, Clock.systemUTC())
                .open(PLAYER, "Player", new Money(BALANCE, EUR), new Accounts.Author("test"));
        store = new InjectingStore(database);
        wallet = new TransactionalWallet(
                store,
                new JooqPlayers(database, new Sessions(database, Clock.systemUTC()), Servers.ONE, Clock.systemUTC()),
                Clock.systemUTC(),
                GroupCommitOptions.defaults(),
                new WalletListener() {
                    @Override
                    public void onApplied(StoredTransaction transaction) {
                        applied.incrementAndGet();
                    }
                });
    }

    @AfterEach
    void theLedgerBalances() {
        wallet.close();
        assertThat(Audit.run(database)).allMatch(Finding::holds);
        database.close();
    }

    @ParameterizedTest
    @MethodSource("collisions")
    void t31_a_collision_at_any_statement_is_retried_as_if_nothing_had_happened(String state) {
        var reached = 0;
        for (var statement = 0; statement < MAX_STATEMENTS; statement++) {
            for (var times = 1; times <= 2; times++) {
                var balance = balance();
                var id = nextId();
                store.failAt(statement, times, state);
                assertApplied(wallet.debit(debit(id), new byte[0]));
                store.failAt(statement, times, state);
                assertApplied(wallet.credit(credit(id), new byte[0]));
                store.failAt(statement, times, state);
                assertApplied(wallet.rollback(rollback(nextId()), new byte[0])); // a tombstone
                reached = Math.max(reached, store.failures() > 0 ? statement : 0);
                assertThat(balance()).isEqualTo(balance + 1);
            }
        }
        assertThat(reached).as("the commit was reached").isEqualTo(store.statements() - 1);
        assertThat(applied).hasValue(2 * 2 * MAX_STATEMENTS);
    }

    @Test
    void t31_a_collision_in_a_batch_leaves_every_movement_applied_once() throws Exception {
        for (var statement = 0; statement < MAX_STATEMENTS; statement++) {
            var balance = balance();
            store.failAt(statement, 2, "40001");
            try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
                var bets = IntStream.range(0, 16).mapToObj(i -> debit(nextId())).toList();
                var outcomes = callers.invokeAll(bets.stream()
                        .<Callable<Outcome>>map(bet -> () -> wallet.debit(bet, new byte[0]))
                        .toList());
                for (var outcome : outcomes) {
                    assertApplied(outcome.get());
                }
            }
            assertThat(balance()).isEqualTo(balance - 16 * 2);
        }
    }

    @ParameterizedTest
    @MethodSource("collisions")
    void t31_endless_collisions_write_nothing_and_leave_the_outcome_open(String state) {
        var bet = debit(nextId());
        assertApplied(wallet.debit(bet, new byte[0]));
        var statements = store.statements();
        for (var statement = 0; statement < statements; statement++) {
            var balance = balance();
            store.failAt(statement, Integer.MAX_VALUE, state);
            assertThat(wallet.debit(debit(nextId()), new byte[0])).isInstanceOf(Outcome.Indeterminate.class);
            assertThat(wallet.credit(credit(bet.transactionId()), new byte[0])).isInstanceOf(Outcome.RetryLater.class);
            store.failAt(0, 0, state);
            assertThat(balance()).isEqualTo(balance);
        }
        // The connections that failed are as good as new.
        assertApplied(wallet.credit(credit(bet.transactionId()), new byte[0]));
    }

    /** The server says that it does not know: class 40 does not mean that it was rolled back. */
    @ParameterizedTest
    @MethodSource("ambiguous")
    void d_29_a_commit_that_passed_and_was_reported_as_unknown_is_found_and_not_applied_again(String state) {
        var id = nextId();
        store.failAfterCommit(state);
        assertApplied(wallet.debit(debit(id), new byte[0]));
        store.failAfterCommit(state);
        assertApplied(wallet.credit(credit(id), new byte[0]));
        assertThat(balance()).isEqualTo(BALANCE + 1);
        assertThat(store.failures()).isEqualTo(1);
        assertThat(applied).hasValue(2);
    }

    /** A statement before the commit has failed, so nothing was written, for any state. */
    @ParameterizedTest
    @MethodSource("failures")
    void d_29_a_statement_that_fails_before_the_commit_writes_nothing(String state) {
        var bet = debit(nextId());
        assertApplied(wallet.debit(bet, new byte[0]));
        for (var statement = 0; statement < store.statements(); statement++) {
            var id = nextId();
            store.failAt(statement, 1, state);
            var outcome = wallet.debit(debit(id), new byte[0]);
            assertThat(outcome).isInstanceOfAny(Outcome.Indeterminate.class, Outcome.Refused.class);
            assertThat(wallet.findTransaction(PLAYER, id)).isEmpty();
            store.failAt(statement, 1, state);
            assertThat(wallet.credit(credit(bet.transactionId()), new byte[0])).isInstanceOf(Outcome.RetryLater.class);
        }
        assertThat(balance()).isEqualTo(BALANCE - 2);
    }

    private static void assertApplied(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Applied.class);
    }

    private long balance() {
        return database.reads()
                .select(ACCOUNTS.BALANCE)
                .from(ACCOUNTS)
                .fetchSingle()
                .value1();
    }

    private synchronized String nextId() {
        return "bet-" + ++rounds;
    }

    private static Debit debit(String id) {
        return new Debit(id, id, PLAYER, null, null, amount(2), null, null);
    }

    private static Credit credit(String debit) {
        return new Credit(debit + "-win", debit, debit, PLAYER, null, amount(3), null, null);
    }

    private static Rollback rollback(String debit) {
        return new Rollback(debit + "-undo", debit, debit, PLAYER, null, null);
    }

    private static WireAmount amount(long cents) {
        return WireAmount.of(new Money(cents, EUR));
    }
}
