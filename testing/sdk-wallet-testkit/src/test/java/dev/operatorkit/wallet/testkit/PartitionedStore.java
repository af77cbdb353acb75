package dev.operatorkit.wallet.testkit;

import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.AccountBuckets;
import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wallet.WalletStore;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Keeps each bucket in a store of its own, like a distributed database, and refuses a unit that names two buckets. */
record PartitionedStore(List<InMemoryWalletStore> buckets) implements WalletStore {
    PartitionedStore() {
        this(IntStream.range(0, AccountBuckets.COUNT)
                .mapToObj(bucket -> new InMemoryWalletStore())
                .toList());
    }

    PartitionedStore reconnect() {
        return new PartitionedStore(
                buckets.stream().map(InMemoryWalletStore::reconnect).toList());
    }

    void openAccount(String accountId, Money balance) {
        buckets.get(partition(accountId)).openAccount(accountId, balance);
    }

    @Override
    public int partition(String accountId) {
        return AccountBuckets.bucketOf(accountId);
    }

    @Override
    public Optional<StoredTransaction> findTransaction(String transactionId) {
        return find(transactionId, buckets.stream());
    }

    @Override
    public Optional<StoredTransaction> findTransaction(String accountId, String transactionId) {
        return buckets.get(partition(accountId)).findTransaction(transactionId);
    }

    private static Optional<StoredTransaction> find(String transactionId, Stream<InMemoryWalletStore> buckets) {
        return buckets.flatMap(bucket -> bucket.findTransaction(transactionId).stream())
                .findFirst();
    }

    @Override
    public UnitOfWork begin() {
        return new Unit();
    }

    private final class Unit implements UnitOfWork {
        private List<UnitOfWork> units = List.of();
        private @Nullable Integer partition;

        @Override
        public Snapshot lockAndRead(ReadRequest request) {
            var named = request.accountIds().stream()
                    .map(PartitionedStore.this::partition)
                    .collect(Collectors.toSet());
            if (named.size() > 1) {
                throw new IllegalStateException("a unit names accounts of the partitions " + named);
            }
            if (named.isEmpty()) {
                units = buckets.stream().map(InMemoryWalletStore::begin).toList();
            } else {
                partition = named.iterator().next();
                units = List.of(buckets.get(partition).begin());
            }
            var all = new Snapshot(new HashMap<>(), new HashMap<>(), new HashMap<>(), new HashMap<>());
            for (var unit : units) {
                var read = unit.lockAndRead(request);
                all.accounts().putAll(read.accounts());
                all.transactions().putAll(read.transactions());
                all.settlements().putAll(read.settlements());
                all.rounds().putAll(read.rounds());
            }
            return all;
        }

        @Override
        public Optional<StoredTransaction> findInOtherPartitions(String transactionId) {
            var others = IntStream.range(0, buckets.size())
                    .filter(bucket -> partition == null || bucket != partition)
                    .mapToObj(buckets::get);
            return find(transactionId, others);
        }

        @Override
        public void write(Changes changes) {
            if (partition == null) {
                throw new IllegalStateException("a unit writes in a partition that it has not locked");
            }
            units.get(0).write(changes);
        }

        @Override
        public void commit() {
            units.forEach(UnitOfWork::commit);
        }

        @Override
        public void close() {
            units.forEach(UnitOfWork::close);
        }
    }
}
