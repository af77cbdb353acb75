package dev.operatorkit.reference.citus;

import dev.operatorkit.reference.database.CheckSession;
import dev.operatorkit.reference.database.CircuitBreaker;
import dev.operatorkit.reference.database.Database;
import dev.operatorkit.reference.database.Servers;
import dev.operatorkit.wallet.AccountBuckets;
import dev.operatorkit.wallet.StoreException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches the workers of a distributed database: where each bucket is, which changes while the wallet runs, and whether each worker
 * commits. Each worker has its breaker, so that one that is down takes out its accounts only.
 */
final class Workers implements Servers {
    private static final Logger LOG = LoggerFactory.getLogger(Workers.class);
    private static final long INTERVAL = TimeUnit.SECONDS.toNanos(1);
    private static final long WAIT_FOR_READ_MILLIS = 2_000;
    private static final long JOIN_MILLIS = 2_000;

    private static final String PLACEMENT = "select b.bucket, n.nodename || ':' || n.nodeport"
            + " from generate_series(0, " + (AccountBuckets.COUNT - 1) + ") b (bucket)"
            + " join pg_dist_placement p"
            + " on p.shardid = get_shard_id_for_distribution_column('accounts', b.bucket)"
            + " join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'";

    private final Database database;
    private final CheckSession session;
    private final Thread thread = new Thread(this::run, "worker-placement");
    private final Map<String, Worker> known = new HashMap<>();
    private volatile View view = new View(List.of(), List.of());
    private volatile boolean closed;
    private int numbers;

    private Workers(Database database) {
        this.database = database;
        this.session = database.checkSession();
        thread.setDaemon(true);
    }

    /** Holds a worker with its number, its breaker, and the reads of callbacks that may wait for it at the same time. */
    private record Worker(int number, String name, CircuitBreaker breaker, Semaphore reads) {}

    /** Holds the worker of each bucket, and all workers that have any. */
    private record View(List<Worker> byBucket, List<Worker> all) {}

    /** Reads the placement for the first time, and then once a second. */
    static Workers start(Database database) {
        var workers = new Workers(database);
        try {
            workers.refresh();
        } catch (RuntimeException e) {
            workers.session.close();
            throw e;
        }
        workers.thread.start();
        return workers;
    }

    private void run() {
        while (!closed) {
            LockSupport.parkNanos(this, INTERVAL);
            try {
                if (!closed) {
                    refresh();
                }
            } catch (RuntimeException e) {
                // The checks of the database report that it is down; what was read before is still the best guess.
                LOG.debug("The placement of the buckets could not be read", e);
            }
        }
    }

    private void refresh() {
        var names = read();
        if (names.size() != AccountBuckets.COUNT) {
            throw new IllegalStateException(
                    "Only the buckets " + names.keySet() + " have a worker. Check pg_dist_node.");
        }
        var distinct = names.values().stream().distinct().sorted().toList();
        known.values().removeIf(worker -> {
            var gone = !distinct.contains(worker.name());
            if (gone) {
                LOG.info("Worker {} has no buckets any more", worker.name());
                worker.breaker().close();
            }
            return gone;
        });
        for (var name : distinct) {
            if (!known.containsKey(name)) {
                LOG.info("Worker {} has buckets", name);
                known.put(name, start(name, distinct.size()));
            }
        }
        var byBucket = names.values().stream().map(this::worker).toList();
        view = new View(byBucket, distinct.stream().map(this::worker).toList());
        if (closed) {
            known.values().forEach(worker -> worker.breaker().close());
        }
    }

    private Worker worker(String name) {
        return Objects.requireNonNull(known.get(name));
    }

    private Worker start(String name, int workers) {
        var probe =
                new WorkerProbe(name, database.checkSession(), () -> firstBucketOf(name), database::renewConnections);
        return new Worker(
                numbers++,
                name,
                CircuitBreaker.start(name, probe),
                new Semaphore(Math.max(1, Database.READERS / workers)));
    }

    private OptionalInt firstBucketOf(String name) {
        var byBucket = view.byBucket();
        return IntStream.range(0, byBucket.size())
                .filter(bucket -> byBucket.get(bucket).name().equals(name))
                .findFirst();
    }

    /** Reads the name of the worker of each bucket, in their order. */
    private Map<Integer, String> read() {
        try {
            Map<Integer, String> names = new TreeMap<>();
            try (var statement = session.open().createStatement();
                    var rows = statement.executeQuery(PLACEMENT)) {
                while (rows.next()) {
                    names.put(rows.getInt(1), rows.getString(2));
                }
            }
            return names;
        } catch (SQLException e) {
            session.close();
            throw new IllegalStateException("The placement of the buckets could not be read: " + e.getMessage(), e);
        }
    }

    @Override
    public Map<String, Boolean> checks() {
        Map<String, Boolean> checks = new LinkedHashMap<>();
        view.all()
                .forEach(worker ->
                        checks.put(worker.name(), worker.breaker().report().isReady()));
        return checks;
    }

    @Override
    public Map<String, Boolean> down() {
        Map<String, Boolean> down = new LinkedHashMap<>();
        view.all().forEach(worker -> down.put(worker.name(), worker.breaker().isOpen()));
        return down;
    }

    @Override
    public int servers() {
        return view.all().size();
    }

    @Override
    public int serverOf(int partition) {
        return find(partition).number();
    }

    @Override
    public boolean isUnreachable(int partition) {
        return find(partition).breaker().isOpen();
    }

    @Override
    public boolean isAnyUnreachable() {
        return view.all().stream().anyMatch(worker -> worker.breaker().isOpen());
    }

    private Worker find(int bucket) {
        return view.byBucket().get(bucket);
    }

    @Override
    public <T> T read(String accountId, Supplier<T> read) {
        var worker = find(AccountBuckets.bucketOf(accountId));
        if (worker.breaker().isOpen()) {
            throw refused(worker, null);
        }
        try {
            if (!worker.reads().tryAcquire(WAIT_FOR_READ_MILLIS, TimeUnit.MILLISECONDS)) {
                throw refused(worker, null);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw refused(worker, e);
        }
        try {
            return read.get();
        } finally {
            worker.reads().release();
        }
    }

    private static StoreException.RolledBack refused(Worker worker, @Nullable Exception cause) {
        return StoreException.rolledBack("worker " + worker.name() + " is not available", cause);
    }

    @Override
    public void require(int bucket) {
        if (isUnreachable(bucket)) {
            throw StoreException.rolledBack("the worker of bucket " + bucket + " is down", null);
        }
    }

    @Override
    public void requireAll() {
        if (isAnyUnreachable()) {
            throw StoreException.rolledBack("a worker is down, so not all buckets can be read", null);
        }
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        session.close();
        try {
            thread.join(JOIN_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        new ArrayList<>(view.all()).forEach(worker -> worker.breaker().close());
    }
}
