package dev.operatorkit.benchmarks.scale;

import dev.operatorkit.benchmarks.scale.Events.Disk;
import dev.operatorkit.benchmarks.scale.Events.Machine;
import dev.operatorkit.benchmarks.scale.WalletQueue.Batch;
import dev.operatorkit.benchmarks.scale.WalletQueue.Debit;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/**
 * Simulates debits from the callers to the disk and back: processors, the wallets' queues, round trips, and flushes that serve all
 * commits that wait. The same seed gives the same result. It knows no locks between wallets, no checkpoints and no failures.
 */
final class CommitSimulation {
    private static final double WARM_UP = 0.2;

    private final Costs costs;
    private final Setup setup;
    private final Events events = new Events();
    private final Random random;
    private final List<Machine> wallets;
    private final List<WalletQueue> queues;
    private final List<Machine> workers;
    private final List<Disk> disks;
    private final Machine coordinator;
    private final Machine load;
    private final Histogram micros = new Histogram(3);
    private long answered;
    private long batches;
    private long batched;
    private boolean measuring;
    private int next;

    private CommitSimulation(Costs costs, Setup setup, int maxBatch, long seed) {
        this.costs = costs;
        this.setup = setup;
        this.random = new Random(seed);
        this.load = new Machine(events, setup.cores());
        this.coordinator = machine();
        this.wallets = IntStream.range(0, setup.wallets())
                .mapToObj(unused -> machine())
                .toList();
        this.workers = IntStream.range(0, setup.workers())
                .mapToObj(unused -> machine())
                .toList();
        this.disks = workers.stream()
                .map(unused -> new Disk(events, costs, setup.diskBytes()))
                .toList();
        this.queues = wallets.stream()
                .map(wallet -> new WalletQueue(
                        events,
                        setup.committers(),
                        setup.partitions(),
                        maxBatch,
                        (queue, batch) -> decide(wallet, queue, batch)))
                .toList();
    }

    private Machine machine() {
        return setup.together() ? load : new Machine(events, setup.cores());
    }

    /**
     * Holds the result.
     *
     * @param perSecond the debits answered per second
     * @param batch the mean size of a batch
     * @param p50 the median of the time from sending to the answer, in milliseconds
     * @param p99 the same for the 99th percentile
     * @param flushes the flushes per second of the busiest disk
     * @param wallet the share of the wallets' processors that is used
     * @param coordinator the same of the coordinator
     * @param worker the same of the busiest worker
     */
    record Result(
            double perSecond,
            double batch,
            double p50,
            double p99,
            double flushes,
            double wallet,
            double coordinator,
            double worker) {}

    /** Runs the simulation with the wallet's largest batch. */
    static Result run(Costs costs, Setup setup, long seed) {
        return run(costs, setup, WalletQueue.MAX_BATCH, seed);
    }

    static Result run(Costs costs, Setup setup, int maxBatch, long seed) {
        return new CommitSimulation(costs, setup, maxBatch, seed).run();
    }

    private Result run() {
        for (var caller = 0; caller < setup.callers(); caller++) {
            send(caller % setup.wallets(), true);
        }
        if (setup.perSecond() > 0) {
            arrive();
        }
        var end = setup.seconds() * 1e6;
        events.runUntil(end * WARM_UP);
        measuring = true;
        var walletsBefore = busy(wallets);
        var coordinatorBefore = coordinator.busy();
        var workersBefore = workers.stream().map(Machine::busy).toList();
        var flushesBefore = disks.stream().map(Disk::flushes).toList();
        events.runUntil(end);
        var measured = end * (1 - WARM_UP);
        var each = IntStream.range(0, workers.size());
        var flushes = IntStream.range(0, disks.size())
                .mapToLong(disk -> disks.get(disk).flushes() - flushesBefore.get(disk))
                .max()
                .orElse(0);
        var worker = each.mapToDouble(one -> workers.get(one).busy() - workersBefore.get(one))
                .max()
                .orElse(0);
        return new Result(
                answered * 1e6 / measured,
                (double) batched / Math.max(1, batches),
                micros.getValueAtPercentile(50) / 1e3,
                micros.getValueAtPercentile(99) / 1e3,
                flushes * 1e6 / measured,
                (busy(wallets) - walletsBefore) / measured / setup.cores() / wallets.size(),
                (coordinator.busy() - coordinatorBefore) / measured / setup.cores(),
                worker / measured / setup.cores());
    }

    private static double busy(List<Machine> machines) {
        return machines.stream().mapToDouble(Machine::busy).sum();
    }

    private void arrive() {
        events.after(-Math.log(1 - random.nextDouble()) * 1e6 / setup.perSecond(), () -> {
            send(next++ % setup.wallets(), false);
            arrive();
        });
    }

    private void send(int wallet, boolean again) {
        var account = random.nextDouble() < setup.hot() ? 0 : random.nextInt(setup.accounts());
        var sent = events.now();
        Runnable answer = () -> {
            if (measuring) {
                answered++;
                micros.recordValue((long) (events.now() - sent));
            }
            if (again) {
                send(wallet, true);
            }
        };
        Runnable enter = () -> wallets.get(wallet)
                .run(costs.request(), () -> queues.get(wallet).enter(new Debit(account, sent, answer)));
        if (setup.together()) {
            load.run(costs.load(), enter);
        } else {
            enter.run();
        }
    }

    /** Locks and reads, then decides. Each of the two round trips has half of the work of the database. */
    private void decide(Machine wallet, WalletQueue queue, Batch batch) {
        if (measuring) {
            batches++;
            batched += batch.size();
        }
        var half = (costs.walletBatch() + batch.size() * costs.walletDebit()) / 2;
        wallet.run(
                half,
                () -> ask(
                        batch,
                        () -> back(() -> wallet.run(half, () -> {
                            queue.commitRequested(batch);
                            ask(
                                    batch,
                                    () -> disk(batch)
                                            .flush(batch.size(), () -> back(() -> finish(wallet, queue, batch))));
                        }))));
    }

    private void ask(Batch batch, Runnable then) {
        Runnable onWorker =
                () -> worker(batch).run((costs.databaseBatch() + batch.size() * costs.databaseDebit()) / 2, then);
        events.after(costs.roundTrip() / 2, () -> {
            if (costs.hops() == 0) {
                onWorker.run();
            } else {
                coordinator.run(
                        (costs.coordinatorBatch() + batch.size() * costs.coordinatorDebit()) / 2,
                        () -> events.after(costs.roundTrip() * costs.hops() / 2, onWorker));
            }
        });
    }

    private void back(Runnable then) {
        events.after(costs.roundTrip() / 2, then);
    }

    private void finish(Machine wallet, WalletQueue queue, Batch batch) {
        queue.finish(batch);
        batch.debits().forEach(debit -> wallet.run(costs.answer(), debit.answered()));
    }

    private Machine worker(Batch batch) {
        return workers.get(batch.partition() % workers.size());
    }

    private Disk disk(Batch batch) {
        return disks.get(batch.partition() % disks.size());
    }
}
