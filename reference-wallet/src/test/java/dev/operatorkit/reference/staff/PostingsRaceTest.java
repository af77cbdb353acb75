package dev.operatorkit.reference.staff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.reference.TestDatabase;
import dev.operatorkit.reference.database.Database;
import dev.operatorkit.reference.database.Servers;
import dev.operatorkit.reference.staff.Accounts.Author;
import dev.operatorkit.reference.store.Audit;
import dev.operatorkit.reference.store.JooqPlayers;
import dev.operatorkit.reference.store.Movements;
import dev.operatorkit.reference.store.Sessions;
import dev.operatorkit.wallet.GroupCommitOptions;
import dev.operatorkit.wallet.Outcome;
import dev.operatorkit.wallet.Posting;
import dev.operatorkit.wallet.PostingOutcome;
import dev.operatorkit.wallet.TransactionalWallet;
import dev.operatorkit.wallet.WalletListener;
import dev.operatorkit.wallet.jdbc.LedgerAudit.Finding;
import dev.operatorkit.wire.Credit;
import dev.operatorkit.wire.Debit;
import dev.operatorkit.wire.Rollback;
import dev.operatorkit.wire.WireAmount;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jooq.exception.DataAccessException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that deposits and withdrawals that race movements keep the chain of each account. */
class PostingsRaceTest {
    private static final CurrencyCode EUR = CurrencyCode.of("EUR");
    private static final Author AUTHOR = new Author("test");
    private static final int ACCOUNTS = 20;
    private static final int THREADS = 8;
    private static final long OPENING = 100;
    private static final Duration LONG_RUN = Duration.ofMinutes(1);
    private static final int SHORT_RUN = 120;
    private static final int ATTEMPTS = 50;

    private static List<String> players(Accounts accounts) {
        var players = IntStream.range(0, ACCOUNTS).mapToObj(i -> "player-" + i).toList();
        players.forEach(player -> accounts.open(player, player, new Money(OPENING, EUR), AUTHOR));
        return players;
    }

    private static Posting change(String player, long cents, String reference) {
        return Posting.correction(new Money(cents, EUR)).account(player).reference(reference);
    }

    private static void runConcurrently(IntConsumer work) {
        try (var pool = Executors.newFixedThreadPool(THREADS)) {
            IntStream.range(0, THREADS)
                    .mapToObj(thread -> CompletableFuture.runAsync(() -> work.accept(thread), pool))
                    .toList()
                    .forEach(CompletableFuture::join);
        }
    }

    /** One minute with {@code -Dtests.long}. With {@code -Dthorough}, also on H2. */
    @ParameterizedTest
    @MethodSource("dev.operatorkit.reference.TestDatabase#postgresFirst")
    void deposits_and_withdrawals_that_race_movements_leave_the_chain_unbroken(TestDatabase kind) throws Exception {
        var seed = new Random().nextLong();
        var end = System.nanoTime() + LONG_RUN.toNanos();
        var moved = new AtomicLong();
        try (var database = Database.open(TestDatabase.address(kind.freshUrl()))) {
            var accounts = new Accounts(database, Clock.systemUTC());
            var players = players(accounts);
            try (var wallet = wallet(database)) {
                runConcurrently(thread -> {
                    var random = new Random(seed + thread);
                    for (var i = 0; Boolean.getBoolean("tests.long") ? System.nanoTime() < end : i < SHORT_RUN; i++) {
                        var player = players.get(random.nextInt(ACCOUNTS));
                        var id = thread + "-" + i;
                        moved.addAndGet(
                                thread % 2 == 0 ? post(accounts, random, player, id) : bet(wallet, random, player, id));
                    }
                });
            }
            assertThat(Audit.run(database)).as("seed " + seed).allMatch(Finding::holds);
            assertThat(database.reads()
                            .fetchSingle("select sum(balance) from accounts")
                            .get(0, Long.class))
                    .as("seed " + seed)
                    .isEqualTo(ACCOUNTS * OPENING + moved.get());
        }
    }

    /** Posts once or twice under one reference and returns what was moved. */
    private static long post(Accounts accounts, Random random, String player, String id) {
        var cents = random.nextInt(60) - 30L;
        var posting = change(player, cents == 0 ? 30 : cents, "payment-" + id);
        var outcome = postUntilDone(accounts, posting);
        if (random.nextInt(4) == 0 && !(outcome instanceof PostingOutcome.Refused)) {
            assertThat(postUntilDone(accounts, posting)).isInstanceOf(PostingOutcome.Repeated.class);
        }
        return outcome instanceof PostingOutcome.Refused ? 0 : posting.change().minorUnits();
    }

    /** Repeats a posting whose transaction failed because the database was busy: its reference makes that safe. */
    private static PostingOutcome postUntilDone(Accounts accounts, Posting posting) {
        for (var attempt = 1; ; attempt++) {
            try {
                return accounts.post(posting, AUTHOR, "a test");
            } catch (DataAccessException e) {
                if (attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private static long bet(TransactionalWallet wallet, Random random, String player, String id) {
        long stake = random.nextInt(40);
        var debit = wallet.debit(new Debit(id, id, player, null, null, amount(stake), "bet", null), new byte[0]);
        if (debit instanceof Outcome.InsufficientFunds) {
            return 0;
        }
        var rollback = new Rollback(id + "-undo", id, id, player, null, null);
        if (!(debit instanceof Outcome.Applied) || random.nextInt(3) == 0) {
            // The service does the same when the database was too busy to tell (D-31).
            settleUntilDone(() -> wallet.rollback(rollback, new byte[0]));
            return 0;
        }
        long payout = random.nextInt(40);
        if (random.nextBoolean()) {
            return -stake;
        }
        var credit = new Credit(id + "-win", id, id, player, null, amount(payout), null, null);
        settleUntilDone(() -> wallet.credit(credit, new byte[0]));
        return payout - stake;
    }

    private static void settleUntilDone(Supplier<Outcome> settlement) {
        for (var attempt = 1; !(settlement.get() instanceof Outcome.Applied); attempt++) {
            assertThat(attempt).isLessThan(ATTEMPTS);
        }
    }

    private static WireAmount amount(long cents) {
        return WireAmount.of(new Money(cents, EUR));
    }

    private static TransactionalWallet wallet(Database database) {
        return new TransactionalWallet(
                Movements.in(database),
                new JooqPlayers(database, new Sessions(database, Clock.systemUTC()), Servers.ONE, Clock.systemUTC()),
                Clock.systemUTC(),
                GroupCommitOptions.defaults().withCommitters(2).withDedicatedThreads(),
                WalletListener.NO_OP);
    }
}
