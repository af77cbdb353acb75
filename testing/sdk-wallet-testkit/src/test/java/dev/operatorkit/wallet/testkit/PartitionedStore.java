package dev.operatorkit.wallet.testkit;

import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.AccountBuckets;
import dev.operatorkit.wallet.Placement;
import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wallet.WalletStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Keeps each bucket in a separate store, like a distributed database. Refuses a unit that names two buckets, or if they are
 * combined, one that names them in another order than that of their numbers.
 */
record PartitionedStore(List<InMemoryWalletStore> buckets, boolean combined) implements WalletStore {
    PartitionedStore(boolean combined) {
        this(
                IntStream.range(0, AccountBuckets.COUNT)
                        .mapToObj(bucket -> new InMemoryWalletStore())
                        .toList(),
                combined);
    }

    PartitionedStore reconnect() {
        return new PartitionedStore(
                buckets.stream().map(InMemoryWalletStore::reconnect).toList(), combined);
    }

    @Override
    public Placement placement() {
        return new Placement() {
            @Override
            public boolean combinesPartitions() {
                return combined;
            }
        };
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
        private final List<UnitOfWork> units = new ArrayList<>();
        private @Nullable Integer partition;

        @Override
        public Snapshot lockAndRead(ReadRequest request) {
            var named = request.accountIds().stream()
                    .map(PartitionedStore.this::partition)
                    .collect(Collectors.toSet());
            if (named.isEmpty()) {
                buckets.forEach(bucket -> units.add(bucket.begin()));
                return read(units, request);
            }
            var next = named.iterator().next();
            if (named.size() > 1 || (partition != null && (!combined || partition >= next))) {
                throw new IllegalStateException(
                        "a unit names accounts of the partitions " + named + " after " + partition);
            }
            partition = next;
            units.add(buckets.get(next).begin());
            return read(List.of(units.get(units.size() - 1)), request);
        }

        private static Snapshot read(List<UnitOfWork> units, ReadRequest request) {
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
            units.get(units.size() - 1).write(changes);
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
