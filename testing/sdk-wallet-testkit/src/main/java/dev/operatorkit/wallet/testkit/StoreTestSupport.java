package dev.operatorkit.wallet.testkit;

import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.Account;
import dev.operatorkit.wallet.CallbackContext;
import dev.operatorkit.wallet.DebitPolicy;
import dev.operatorkit.wallet.GroupCommitOptions;
import dev.operatorkit.wallet.Outcome;
import dev.operatorkit.wallet.PlayerDirectory;
import dev.operatorkit.wallet.Round;
import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wallet.StoredTransaction.Kind;
import dev.operatorkit.wallet.TransactionalWallet;
import dev.operatorkit.wallet.WalletListener;
import dev.operatorkit.wallet.WalletStore;
import dev.operatorkit.wallet.WalletStore.Changes;
import dev.operatorkit.wallet.WalletStore.ReadRequest;
import dev.operatorkit.wallet.WalletStore.Snapshot;
import dev.operatorkit.wire.Credit;
import dev.operatorkit.wire.Debit;
import dev.operatorkit.wire.Player;
import dev.operatorkit.wire.Rollback;
import dev.operatorkit.wire.TransactionResult;
import dev.operatorkit.wire.WireAmount;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.provider.Arguments;

/** Provides new accounts and ids, and short methods for movements, to the tests of a contract. */
abstract class StoreTestSupport {
    static final Instant NOW = Instant.parse("2026-01-02T03:04:05.678Z");
    static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);
    static final int THREADS = 64;

    private static final PlayerDirectory NO_PLAYERS = new PlayerDirectory() {
        @Override
        public Optional<Session> findSession(String token) {
            return Optional.empty();
        }

        @Override
        public Optional<Player> findPlayer(String accountId) {
            return Optional.empty();
        }
    };

    private final Supplier<WalletStore> stores;
    private final BiConsumer<String, Money> accountOpener;
    private final boolean singleWriter;
    private final StoreCapacity capacity;
    private final String run = UUID.randomUUID().toString().substring(0, 13);
    private final AtomicInteger accounts = new AtomicInteger();

    StoreTestSupport(WalletStoreContract contract) {
        stores = contract::createStore;
        accountOpener = contract::openAccount;
        singleWriter = contract.hasSingleWriter();
        capacity = contract.capacity();
    }

    StoreTestSupport(PostingStoreContract contract) {
        stores = contract::createWalletStore;
        accountOpener = contract::openAccount;
        singleWriter = false;
        capacity = contract.capacity();
    }

    WalletStore store() {
        return stores.get();
    }

    boolean hasSingleWriter() {
        return singleWriter;
    }

    StoreCapacity capacity() {
        return capacity;
    }

    CurrencyCode currency() {
        return capacity().currency();
    }

    /** Returns pairs of texts that some databases, drivers and indexes take for one. */
    static Stream<Arguments> similarTexts() {
        var longest = "x".repeat(200);
        return Stream.of(
                arguments("in case", "a", "A"),
                arguments("in a trailing space", "", " "),
                arguments("in normalization", "\u00e9", "e\u0301"),
                arguments("in an accent", "\u00e9", "e"),
                arguments("in an invisible character", "", "\u200b"),
                arguments("in width", "1", "\uff11"),
                arguments("in a character outside the basic plane", "\ud83c\udfb0", "\ud83c\udfb2"),
                arguments("in what a small character set lacks", "\u4e00", "\u4e01"),
                arguments("at the end of a long text", longest + "1", longest + "2"),
                arguments("in a number", "1", "1.0"),
                arguments("in a wildcard", "1", "_"),
                arguments("in a separator", ",", ";"),
                arguments("although CRC-32 is equal", "plumless", "buckeroo"),
                arguments("although the hash code of Java is equal", "Aa", "BB"));
    }

    /** Returns an id that no other test uses. */
    String id(String name) {
        return name + "-" + run;
    }

    /** Returns the operator's id in transactions that the tests write: a UUID, as in those of the wallet. */
    static String operatorId(String transactionId) {
        return UUID.nameUUIDFromBytes(transactionId.getBytes(StandardCharsets.UTF_8))
                .toString();
    }

    /** Opens an account with this many minor units, and returns its id. */
    String open(String name, long cents) {
        return open(name, new Money(cents, currency()));
    }

    String open(String name, Money balance) {
        return openAccount(newAccountId(name), balance);
    }

    /** Opens an account with exactly this id, unless account ids have another form. */
    String openExactly(String id, long cents) {
        return openAccount(capacity.newAccountId(id), new Money(cents, currency()));
    }

    String newAccountId(String name) {
        return capacity.newAccountId(id(name));
    }

    /** Opens an account in the partition of another one: a unit can name both, and their ids are checked together. */
    String openTogether(String other, String name, long cents) {
        return openAccount(idTogether(other, name), new Money(cents, currency()));
    }

    /** Returns the id of a new account in the partition of another one. */
    String idTogether(String other, String name) {
        var store = store();
        var partition = store.partition(other);
        return Stream.generate(() -> anotherId(name))
                .filter(any -> store.partition(any) == partition)
                .findFirst()
                .orElseThrow();
    }

    /** Opens an account in another partition than this one, unless the store has only one. */
    String openElsewhere(String other, String name, long cents) {
        var store = store();
        var partition = store.partition(other);
        var id = Stream.generate(() -> anotherId(name))
                .limit(1_000)
                .filter(any -> store.partition(any) != partition)
                .findFirst();
        return openAccount(id.orElseGet(() -> anotherId(name)), new Money(cents, currency()));
    }

    String openAccount(String id, Money balance) {
        accountOpener.accept(id, balance);
        return id;
    }

    private String anotherId(String name) {
        return newAccountId(name + "-" + accounts.incrementAndGet());
    }

    TransactionalWallet wallet() {
        return wallet(store());
    }

    static TransactionalWallet wallet(WalletStore store) {
        return wallet(store, CLOCK);
    }

    static TransactionalWallet wallet(WalletStore store, Clock clock) {
        return TransactionalWallet.builder(store, NO_PLAYERS).clock(clock).build();
    }

    static TransactionalWallet wallet(WalletStore store, GroupCommitOptions settings) {
        return walletWithPolicy(store, DebitPolicy.ACCEPT_ALL, settings, WalletListener.NO_OP);
    }

    static TransactionalWallet walletWithPolicy(
            WalletStore store, DebitPolicy policy, GroupCommitOptions settings, WalletListener listener) {
        return TransactionalWallet.builder(store, NO_PLAYERS)
                .clock(CLOCK)
                .policy(policy)
                .groupCommit(settings)
                .listener(listener)
                .build();
    }

    /** Creates a wallet with a short recovery timeout. */
    static TransactionalWallet walletWithShortRecovery(WalletStore store) {
        return wallet(store, GroupCommitOptions.defaults().withRecoveryTimeout(Duration.ofMillis(50)));
    }

    Outcome debit(TransactionalWallet wallet, String account, String id, String round, long cents) {
        return wallet.debit(new Debit(id, round, account, null, null, amount(cents), "bet", null), context(id));
    }

    Outcome credit(TransactionalWallet wallet, String account, String id, String debit, String round, long cents) {
        return wallet.credit(new Credit(id, debit, round, account, null, amount(cents), "win", null), context(id));
    }

    Outcome rollback(TransactionalWallet wallet, String account, String id, String debit, String round) {
        return wallet.rollback(new Rollback(id, debit, round, account, null, "refund"), context(id));
    }

    WireAmount amount(long cents) {
        return WireAmount.of(new Money(cents, currency()));
    }

    /** Returns minor units as the decimal number of a callback. */
    String decimal(long cents) {
        return new Money(cents, currency()).toPlainString();
    }

    static CallbackContext context(String id) {
        return CallbackContext.ofBody(id.getBytes(StandardCharsets.UTF_8));
    }

    static TransactionResult done(Outcome outcome) {
        if (outcome instanceof Outcome.Applied done) {
            return done.result();
        }
        throw new AssertionError("not applied but " + outcome);
    }

    /** Returns the account as a unit reads it. */
    Account account(String id) {
        return the(read(id).accounts(), id);
    }

    /** Returns a value that the map must contain. */
    static <K, V> V the(Map<K, V> facts, K key) {
        return Objects.requireNonNull(facts.get(key), () -> "missing: " + key);
    }

    long cents(String account) {
        return account(account).balance().minorUnits();
    }

    Snapshot read(String account, String... transactions) {
        return read(store(), account, Set.of(transactions), Set.of());
    }

    Snapshot read(WalletStore store, String account, Set<String> transactions, Set<Round.Key> rounds) {
        try (var unit = store.begin()) {
            return unit.lockAndRead(new ReadRequest(Set.of(account), transactions, rounds));
        }
    }

    /** Returns the changes of a debit: the account afterwards, the transaction and its round. */
    Changes debitOf(Account account, String id, String round, long cents) {
        var entry = entry(Kind.DEBIT, account, id, round, null, -cents);
        var opened = new Round(new Round.Key(account.id(), round), id, Round.State.BET);
        return changes(account, entry).newRounds(List.of(opened)).build();
    }

    Changes creditOf(Account account, String id, String debit, String round, long cents) {
        var entry = entry(Kind.CREDIT, account, id, round, debit, cents);
        var settled = new Round(new Round.Key(account.id(), round), debit, Round.State.SETTLED);
        return changes(account, entry).closedRounds(List.of(settled)).build();
    }

    /** Starts the changes of an entry: it, and the account afterwards. */
    static Changes.Builder changes(Account before, StoredTransaction entry) {
        return Changes.builder().transactions(List.of(entry)).accounts(List.of(after(before, entry)));
    }

    StoredTransaction entry(Kind kind, Account account, String id, String round, @Nullable String debit, long change) {
        var currency = account.balance().currency();
        return StoredTransaction.builder()
                .transactionId(id)
                .kind(kind)
                .accountId(account.id())
                .gameRoundId(round)
                .referenceTransactionId(debit)
                .operatorTransactionId(operatorId(id))
                .amount(new Money(Math.abs(change), currency))
                .balanceAfter(new Money(account.balance().minorUnits() + change, currency))
                .accountVersion(account.version() + 1)
                .reason(capacity().maxReasonLength() < 8 ? null : "a reason")
                .bodyHash(hash(id))
                .createdAt(NOW)
                .build();
    }

    /** Returns 32 bytes of any value, as a SHA-256 has. */
    private static byte[] hash(String id) {
        var bytes = new byte[32];
        new Random(id.hashCode()).nextBytes(bytes);
        return bytes;
    }

    static Account after(Account account, StoredTransaction entry) {
        return new Account(account.id(), entry.balanceAfter(), entry.accountVersion(), entry.createdAt());
    }

    /** Locks the account, writes the changes and commits. */
    void commit(WalletStore store, String account, Changes changes) {
        try (var unit = store.begin()) {
            unit.lockAndRead(new ReadRequest(Set.of(account), Set.of(), Set.of()));
            unit.write(changes);
            unit.commit();
        }
    }

    /** Starts this many threads at the same moment and waits for all of them. */
    static <T> List<T> concurrently(int threads, IntFunction<T> work) {
        var barrier = new CyclicBarrier(threads);
        var pool = Executors.newFixedThreadPool(threads);
        try {
            var calls = IntStream.range(0, threads)
                    .mapToObj(i -> (Callable<T>) () -> {
                        barrier.await();
                        return work.apply(i);
                    })
                    .toList();
            var results = new ArrayList<T>();
            for (var future : pool.invokeAll(calls)) {
                results.add(future.get());
            }
            return results;
        } catch (InterruptedException | ExecutionException e) {
            throw new AssertionError(e.getCause() == null ? e : e.getCause());
        } finally {
            pool.shutdownNow();
        }
    }
}
