package dev.operatorkit.reference.simulation;

import dev.operatorkit.reference.simulation.Kernel.Machine;
import dev.operatorkit.signing.ReceivedRequest;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.wallet.CallbackRequest;
import dev.operatorkit.wallet.CallbackResponse;
import dev.operatorkit.wallet.ControlledWallet;
import dev.operatorkit.wallet.GroupCommitOptions;
import dev.operatorkit.wallet.PlayerDirectory;
import dev.operatorkit.wallet.StoredTransaction.Kind;
import dev.operatorkit.wallet.Wallet;
import dev.operatorkit.wallet.WalletCallbacks;
import dev.operatorkit.wallet.WalletStore;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Runs the wallet SDK as one process, from its start until it is killed. */
final class WalletProcess {
    final Machine machine;
    private final Kernel kernel;
    private final Clocks clocks;
    private final @Nullable PlantedFault fault;
    private final WalletCallbacks callbacks;
    private final long startedAt;
    private final long startedAfter;
    private long timestamp;

    WalletProcess(
            Machine machine,
            Kernel kernel,
            Clocks clocks,
            Dice dice,
            Backend backend,
            SimulatedStore store,
            PlayerDirectory players,
            @Nullable PlantedFault fault) {
        this.machine = machine;
        this.kernel = kernel;
        this.clocks = clocks;
        this.fault = fault;
        startedAt = clocks.now(machine.name);
        startedAfter = kernel.millis();
        WalletStore connected = store.connect(machine);
        var clock = clocks.clock(machine.name);
        Map<String, Kind> kinds = new HashMap<>();
        if (fault != null) {
            connected = new SabotagedStore(fault, connected, backend, kinds);
        }
        Wallet wallet = ControlledWallet.create(connected, players, clock, options(dice), new ControlledThreads(dice));
        if (fault != null) {
            wallet = new SabotagedWallet(fault, wallet, backend, players, clock, kinds);
        }
        var keys = SecretKeys.of("the secret of the simulation");
        callbacks = new WalletCallbacks("/wallet", keys, Clocks.of(this::judgedTime), wallet);
    }

    private static GroupCommitOptions options(Dice dice) {
        var committers = 1 + (int) dice.draw(2, "committers");
        var batch = new int[] {1, 2, 256}[(int) dice.draw(3, "batch")];
        return GroupCommitOptions.defaults().withCommitters(committers).withMaxBatchSize(batch);
    }

    /** Returns the time that timestamps are checked against, or another one if such a fault is planted. */
    private long judgedTime() {
        var right = clocks.now(machine.name);
        return switch (fault) {
            case FUTURE_NOT_JUDGED -> Math.max(right, timestamp);
            case EDGE_REFUSED -> right + 1;
            case EDGE_EXCEEDED -> right - 1;
            case FRESHNESS_BY_TIME_SINCE_START -> startedAt + kernel.millis() - startedAfter;
            case null, default -> right;
        };
    }

    /** Handles a callback on the current thread. */
    CallbackResponse handle(Sent sent) {
        timestamp = Long.parseLong(sent.timestamp());
        return callbacks.handle(new CallbackRequest(
                new ReceivedRequest(
                        sent.body().length == 0 ? "GET" : "POST",
                        sent.path(),
                        null,
                        List.of(sent.timestamp()),
                        List.of(sent.signature()),
                        sent.body()),
                "application/json",
                InetAddress.getLoopbackAddress(),
                List.of()));
    }

    private final class ControlledThreads implements ControlledWallet.Threads {
        private final Dice dice;
        private int pauses;

        ControlledThreads(Dice dice) {
            this.dice = dice;
        }

        @Override
        public long nanoTime() {
            return kernel.now();
        }

        @Override
        public void park(long nanos) {
            kernel.park(nanos);
        }

        @Override
        public void unpark(Thread thread) {
            kernel.unpark(thread);
        }

        @Override
        public long pause(long most) {
            return most / 2 + dice.draw(most / 2, machine.name + " pause " + ++pauses);
        }
    }
}
