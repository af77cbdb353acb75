package dev.operatorkit.reference.simulation;

import dev.operatorkit.reference.simulation.Kernel.Machine;
import dev.operatorkit.reference.simulation.Kernel.Strand;
import dev.operatorkit.reference.simulation.Step.InStore;
import dev.operatorkit.reference.simulation.Step.Point;
import dev.operatorkit.wallet.StoreException;
import dev.operatorkit.wallet.StoreException.RolledBack;
import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wallet.WalletStore;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Simulates a database server: locks of accounts and ids with a time limit, a delay for every statement, commits that
 * happen whether or not the client lives to see them, and the faults of a plan.
 */
final class SimulatedStore {
    private static final long MILLI = 1_000_000L;

    private final Kernel kernel;
    private final Plan plan;
    private final WalletStore server;
    private final Simulation simulation;
    private final List<Step.StoreFault> faults;
    /** Has the units that asked for each lock; the first one holds it. */
    private final Map<String, Deque<Unit>> locks = new LinkedHashMap<>();

    private final Set<Unit> units = new LinkedHashSet<>();
    private boolean down;
    private long disturbedAt = -Kernel.NEVER / 2;

    SimulatedStore(Kernel kernel, Plan plan, WalletStore server, Simulation simulation) {
        this.kernel = kernel;
        this.plan = plan;
        this.server = server;
        this.simulation = simulation;
        this.faults = new ArrayList<>(plan.steps(Step.StoreFault.class));
    }

    /** Notes that something made the outcome of movements unknown, or their locks unavailable. */
    void disturb() {
        disturbedAt = kernel.now();
    }

    /** Returns true if something happened lately that a wallet may answer with 500 or 503. */
    boolean isDisturbedSince(long nanos) {
        return down || disturbedAt >= nanos;
    }

    boolean isDown() {
        return down;
    }

    /** Stops the server: what was not committed is lost. */
    void crash() {
        kernel.note("store down");
        disturb();
        down = true;
        for (var unit : List.copyOf(units)) {
            if (unit.committing && plan.isHit(50, "committed before the crash " + unit.name)) {
                unit.commitAtServer();
            }
            unit.broken = true;
            unit.committing = false;
            unit.release();
            kernel.wake(unit.strand);
        }
        units.clear();
    }

    /** Starts the server again. */
    void restart() {
        kernel.note("store up");
        disturb();
        down = false;
    }

    /** Connects a wallet. */
    WalletStore connect(Machine machine) {
        return new WalletStore() {
            @Override
            public UnitOfWork begin() {
                kernel.sleep(20_000);
                if (down) {
                    throw StoreException.rolledBack("the store is down", null);
                }
                return new Unit(machine);
            }

            @Override
            public Optional<StoredTransaction> findTransaction(String transactionId) {
                kernel.sleep(20_000 + plan.draw(200_000, current().nextOperation()));
                if (down) {
                    throw StoreException.rolledBack("the store is down", null);
                }
                return server.findTransaction(transactionId);
            }
        };
    }

    private Strand current() {
        return Objects.requireNonNull(kernel.current(), "the store is used by simulated threads only");
    }

    /** Represents one connection in a transaction. */
    private final class Unit implements WalletStore.UnitOfWork {
        private final Machine machine;
        private final Strand strand = current();
        private final String name = strand.nextOperation();
        private WalletStore.@Nullable Changes changes;
        private @Nullable RolledBack failure;
        private boolean broken;
        private boolean committing;
        private boolean committed;
        private boolean late;

        Unit(Machine machine) {
            this.machine = machine;
            units.add(this);
        }

        void pause() {
            kernel.sleep(20_000 + plan.draw(400_000, strand.nextOperation()));
        }

        void requireConnection() {
            if (broken) {
                throw StoreException.rolledBack("the connection was closed", null);
            }
        }

        @Override
        public WalletStore.Snapshot lockAndRead(WalletStore.ReadRequest wanted) {
            disturb(Point.READ, wanted.transactionIds());
            var keys = new TreeSet<String>();
            wanted.transactionIds().forEach(id -> keys.add("id " + kernel.nameOf(id)));
            wanted.accountIds().forEach(id -> keys.add("account " + id));
            keys.forEach(this::lock);
            pause();
            requireConnection();
            try (var unit = server.begin()) {
                return unit.lockAndRead(wanted);
            }
        }

        void lock(String key) {
            var queue = locks.computeIfAbsent(key, unused -> new ArrayDeque<>());
            if (!queue.contains(this)) {
                queue.add(this);
            }
            var deadline = kernel.now() + 2_000 * MILLI;
            while (queue.peek() != this) {
                requireConnection();
                if (kernel.now() >= deadline) {
                    SimulatedStore.this.disturb();
                    throw StoreException.rolledBack("another unit holds the lock of " + key, null);
                }
                kernel.await(deadline);
            }
        }

        private void release() {
            for (var queue : locks.values()) {
                var holds = queue.peek() == this;
                queue.remove(this);
                var next = queue.peek();
                if (holds && next != null) {
                    kernel.wake(next.strand);
                }
            }
        }

        @Override
        public void write(WalletStore.Changes written) {
            disturb(Point.WRITE, ids(written));
            pause();
            requireConnection();
            changes = written;
        }

        @Override
        public void commit() {
            if (changes == null) {
                return;
            }
            var fault = take(Point.COMMIT, ids(changes));
            if (fault == null) {
                awaitCommit();
                return;
            }
            switch (fault.fault()) {
                case COLLIDE, ROLL_BACK -> throw rolledBack(fault);
                case HANG -> {
                    hang(fault);
                    awaitCommit();
                }
                case LOSE_ACKNOWLEDGEMENT -> {
                    awaitCommit();
                    throw StoreException.outcomeUnknown("no acknowledgement, as planned", null);
                }
                case LOSE_COMMIT ->
                    throw StoreException.outcomeUnknown("no acknowledgement and no commit, as planned", null);
                case COMMIT_LATE -> {
                    late = true;
                    kernel.after(fault.millis() * MILLI, this::commitLate);
                    pause();
                    throw StoreException.outcomeUnknown("no acknowledgement yet, as planned", null);
                }
                case KILL_WALLET -> {
                    committing = true;
                    kernel.after(MILLI, this::commitAfterClient);
                    killWallet(fault);
                }
            }
        }

        private static RolledBack rolledBack(Step.StoreFault fault) {
            return fault.fault() == InStore.COLLIDE
                    ? StoreException.retryable("collided, as planned", null)
                    : StoreException.rolledBack("rolled back, as planned", null);
        }

        private void hang(Step.StoreFault fault) {
            kernel.sleep(fault.millis() * MILLI);
            SimulatedStore.this.disturb();
        }

        private void killWallet(Step.StoreFault fault) {
            simulation.killWallet(machine, fault.millis());
            kernel.sleep(0);
        }

        /** Asks the server to commit and waits for it. */
        private void awaitCommit() {
            committing = true;
            kernel.after(20_000 + plan.draw(400_000, strand.nextOperation()), () -> {
                commitAfterClient();
                kernel.wake(strand);
            });
            while (committing) {
                kernel.await(Kernel.NEVER);
            }
            if (failure != null) {
                throw failure;
            }
            pause();
            if (broken) {
                throw StoreException.outcomeUnknown("the connection was closed during the commit", null);
            }
        }

        /** Commits at the server, which does not notice that its client has died. */
        private void commitAfterClient() {
            if (committing) {
                if (!machine.isDead() || plan.isHit(50, "committed after the client " + name)) {
                    commitAtServer();
                }
                committing = false;
                if (machine.isDead()) {
                    end();
                }
            }
        }

        private void commitLate() {
            SimulatedStore.this.disturb();
            if (!broken) {
                commitAtServer();
                late = false;
                end();
            }
        }

        private void commitAtServer() {
            var written = Objects.requireNonNull(changes);
            try (var unit = server.begin()) {
                unit.write(written);
                unit.commit();
                committed = true;
                simulation.onCommit(written);
            } catch (RolledBack e) {
                failure = e;
            }
        }

        private void end() {
            release();
            units.remove(this);
        }

        @Override
        public void close() {
            if (committing || late) {
                return; // the server goes on without its client
            }
            if (!machine.isDead() || committed || broken) {
                end();
            } else {
                // The server notices late that its client is gone.
                SimulatedStore.this.disturb();
                kernel.after(plan.draw(3_000 * MILLI, "noticed " + name), this::end);
            }
        }

        private void disturb(Point point, Collection<String> ids) {
            var fault = take(point, ids);
            if (fault == null) {
                return;
            }
            switch (fault.fault()) {
                case HANG -> hang(fault);
                case KILL_WALLET -> killWallet(fault);
                default -> throw rolledBack(fault);
            }
        }

        private Step.@Nullable StoreFault take(Point point, Collection<String> ids) {
            requireConnection();
            var named = ids.stream().map(kernel::nameOf).collect(Collectors.toSet());
            for (var fault : faults) {
                if (fault.point() == point && named.contains(fault.movement())) {
                    faults.remove(fault);
                    SimulatedStore.this.disturb();
                    kernel.note("store " + fault.fault() + " at the " + point + " of " + fault.movement());
                    return fault;
                }
            }
            return null;
        }

        private List<String> ids(WalletStore.Changes written) {
            return written.transactions().stream()
                    .map(StoredTransaction::transactionId)
                    .toList();
        }
    }
}
