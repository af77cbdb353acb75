package dev.operatorkit.reference.citus;

import dev.operatorkit.wallet.AccountBuckets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import org.jooq.impl.DSL;

/**
 * Decides which worker of a Citus database gets which buckets before there are any rows: an empty table is distributed, its shards are moved
 * until each worker has the same number of buckets, or one more, and the tables of the wallet then follow it.
 *
 * <p>Left to itself Citus puts its shards on the workers in turn. It finds the shard of a bucket by another hash, so shards have between
 * zero and four buckets, and one of four workers would carry 25 of 64
 * (docs/decisions/0059-each-worker-gets-the-same-number-of-buckets.md).
 */
final class BucketPlacement {
    /** Names the empty table, which exists only while {@link BucketTables#distribute} runs. */
    static final String TABLE = "operatorkit_bucket_placement";

    /** Keeps a commit on one worker, independently of the database's setting: Citus would commit several copies in two phases. */
    static final String ONE_COPY = "citus.shard_replication_factor = 1";

    private static final String WORKERS =
            "select groupid, nodename, nodeport from pg_dist_node where isactive and shouldhaveshards"
                    + " and noderole = 'primary' order by groupid";

    private static final String SHARDS = "select p.shardid, p.groupid, (select count(*) from generate_series(0, "
            + (AccountBuckets.COUNT - 1) + ") b where get_shard_id_for_distribution_column('" + TABLE
            + "', b) = p.shardid) from pg_dist_placement p join pg_dist_shard s using (shardid)"
            + " where s.logicalrelid = '" + TABLE + "'::regclass order by p.shardid";

    private BucketPlacement() {}

    /** Holds a server that may have shards, which Citus knows as a group. */
    private record Worker(int group, String host, int port) {}

    /**
     * Holds a shard with the number of buckets in it and the worker that has it.
     *
     * @param worker the position of the worker in the list of workers
     */
    record Shard(long id, int buckets, int worker) {
        private Shard on(int other) {
            return new Shard(id, buckets, other);
        }
    }

    /** Holds a shard that changes its worker, and by how much that makes the numbers of buckets more equal. */
    private record Move(Shard shard, int worker, int gain) {}

    /** Creates the empty table and moves its shards. What an earlier run left behind is dropped first. */
    static void create(DSLContext sql) {
        drop(sql);
        sql.transaction(transaction -> {
            transaction.dsl().execute("set local " + ONE_COPY);
            // With a key, a table that is left behind does not keep a rebalance from moving its shards with the others.
            transaction.dsl().execute("create table " + TABLE + " (bucket integer primary key)");
            transaction
                    .dsl()
                    .fetch(
                            "select create_distributed_table({0}, 'bucket', colocate_with => 'none', shard_count =>"
                                    + " {1})",
                            DSL.inline(TABLE), DSL.inline(AccountBuckets.COUNT));
        });
        var workers = sql.fetch(WORKERS)
                .map(row -> new Worker(row.get(0, Integer.class), row.get(1, String.class), row.get(2, Integer.class)));
        var groups = workers.stream().map(Worker::group).toList();
        var shards = sql.fetch(SHARDS)
                .map(row -> new Shard(
                        row.get(0, Long.class), row.get(2, Integer.class), groups.indexOf(row.get(1, Integer.class))));
        var balanced = balance(shards, workers.size());
        for (var i = 0; i < shards.size(); i++) {
            var shard = shards.get(i);
            if (balanced.get(i).worker() != shard.worker()) {
                move(
                        sql,
                        shard.id(),
                        workers.get(shard.worker()),
                        workers.get(balanced.get(i).worker()));
            }
        }
    }

    private static void move(DSLContext sql, long shard, Worker from, Worker to) {
        // No session uses the empty table, so blocking writes costs nothing, and needs no logical replication.
        sql.fetch(
                "select citus_move_shard_placement({0}, {1}, {2}, {3}, {4}, 'block_writes')",
                DSL.inline(shard),
                DSL.inline(from.host()),
                DSL.inline(from.port()),
                DSL.inline(to.host()),
                DSL.inline(to.port()));
    }

    /** Drops the empty table. The tables that follow it keep their place. */
    static void drop(DSLContext sql) {
        sql.execute("drop table if exists " + TABLE);
    }

    /** Returns the shards, in the same order, on workers whose numbers of buckets differ as little as moves of whole shards allow. */
    static List<Shard> balance(List<Shard> shards, int workers) {
        var balanced = new ArrayList<>(shards);
        var buckets = new int[workers];
        shards.forEach(shard -> buckets[shard.worker()] += shard.buckets());
        for (var move = best(balanced, buckets); move.isPresent(); move = best(balanced, buckets)) {
            var shard = move.get().shard();
            var worker = move.get().worker();
            buckets[shard.worker()] -= shard.buckets();
            buckets[worker] += shard.buckets();
            balanced.set(balanced.indexOf(shard), shard.on(worker));
        }
        return balanced;
    }

    /** Returns the move that reduces the sum of the squared numbers of buckets most; empty if none does. Each move makes that sum smaller, so there is a last one. */
    private static Optional<Move> best(List<Shard> shards, int[] buckets) {
        return shards.stream()
                .flatMap(shard -> moves(shard, buckets))
                .filter(move -> move.gain() > 0)
                .max(Comparator.comparingInt(Move::gain));
    }

    private static Stream<Move> moves(Shard shard, int[] buckets) {
        return Stream.iterate(0, worker -> worker + 1)
                .limit(buckets.length)
                .map(worker -> new Move(
                        shard,
                        worker,
                        shard.buckets() * (buckets[shard.worker()] - buckets[worker] - shard.buckets())));
    }
}
