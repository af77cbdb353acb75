package dev.operatorkit.wallet.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.Account;
import dev.operatorkit.wallet.AccountEntry;
import dev.operatorkit.wallet.PostingStore;
import dev.operatorkit.wallet.WalletStore;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowingConsumer;
import org.junit.jupiter.api.Test;

/** Runs the contract of postings on the store in memory, and checks that broken stores are detected. */
class InMemoryPostingsTest extends PostingStoreContract {
    private static final int ATTEMPTS = 20;

    private final InMemoryWalletStore memory = new InMemoryWalletStore();
    private UnaryOperator<PostingStore> fault = UnaryOperator.identity();

    @Override
    protected WalletStore createWalletStore() {
        return memory.reconnect();
    }

    @Override
    protected void openAccount(String accountId, Money balance) {
        memory.openAccount(accountId, balance);
    }

    @Override
    protected <T> T runInTransaction(Function<PostingStore, T> work) {
        return memory.runInTransaction(store -> work.apply(fault.apply(store)));
    }

    /** Tries more than once, because on a busy machine a call without a lock may be late too. */
    private static void assertDetected(
            BiFunction<InMemoryPostingsTest, PostingStore, PostingStore> fault, ThrowingConsumer<StorePostings> test) {
        assertThat(IntStream.range(0, ATTEMPTS)).anyMatch(attempt -> {
            var broken = new InMemoryPostingsTest();
            broken.fault = store -> fault.apply(broken, store);
            return catchThrowable(() -> test.accept(new StorePostings(broken) {})) instanceof AssertionError;
        });
    }

    @Test
    void a_store_that_does_not_lock_the_account_is_detected() {
        for (ThrowingConsumer<StorePostings> test : List.<ThrowingConsumer<StorePostings>>of(
                StorePostings::a_movement_waits_for_a_transaction_that_has_locked_the_account,
                StorePostings::a_posting_waits_for_a_movement_that_has_locked_the_account,
                StorePostings::postings_in_one_transaction_follow_each_other)) {
            assertDetected(
                    (broken, store) -> new Delegate(store) {
                        @Override
                        public Optional<Account> lockAccount(String accountId) {
                            return broken.memory.account(accountId);
                        }
                    },
                    test);
        }
    }

    @Test
    void a_store_that_forgets_references_is_detected() {
        assertDetected(
                (broken, store) -> new Delegate(store) {
                    @Override
                    public Optional<AccountEntry> findEntry(String reference) {
                        return Optional.empty();
                    }
                },
                StorePostings::the_largest_balance_fits_and_a_larger_one_is_refused_as_a_whole);
    }

    @Test
    void a_store_that_writes_outside_of_the_transaction_is_detected() {
        assertDetected(
                (broken, store) -> new Delegate(store) {
                    @Override
                    public void write(AccountEntry entry) {
                        broken.memory.runInTransaction(other -> {
                            other.write(entry);
                            return entry;
                        });
                    }
                },
                StorePostings::a_transaction_that_fails_leaves_nothing_and_may_be_repeated);
    }

    /** Passes every call on to the store in memory. */
    private static class Delegate implements PostingStore {
        private final PostingStore store;

        Delegate(PostingStore store) {
            this.store = store;
        }

        @Override
        public Optional<Account> lockAccount(String accountId) {
            return store.lockAccount(accountId);
        }

        @Override
        public Optional<AccountEntry> findEntry(String reference) {
            return store.findEntry(reference);
        }

        @Override
        public void write(AccountEntry entry) {
            store.write(entry);
        }
    }
}
