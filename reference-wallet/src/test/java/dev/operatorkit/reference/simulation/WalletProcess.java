package dev.operatorkit.reference.simulation;

import dev.operatorkit.reference.simulation.Kernel.Machine;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.signing.Signer;
import dev.operatorkit.wallet.CallbackRequest;
import dev.operatorkit.wallet.CallbackResponse;
import dev.operatorkit.wallet.ControlledWallet;
import dev.operatorkit.wallet.GroupCommitOptions;
import dev.operatorkit.wallet.PlayerDirectory;
import dev.operatorkit.wallet.SourceAllowlist;
import dev.operatorkit.wallet.WalletCallbacks;
import java.net.InetAddress;
import java.util.List;
import java.util.Map;

/** Runs the wallet SDK as one process, from its start until it is killed. */
final class WalletProcess {
    final Machine machine;
    private final Kernel kernel;
    private final Plan plan;
    private final WalletCallbacks callbacks;

    WalletProcess(Machine machine, Kernel kernel, Plan plan, SimulatedStore store, PlayerDirectory players) {
        this.machine = machine;
        this.kernel = kernel;
        this.plan = plan;
        var clock = kernel.clock(machine.name);
        var wallet =
                ControlledWallet.create(store.connect(machine), players, clock, options(plan), new ControlledThreads());
        callbacks = WalletCallbacks.builder("/wallet", SecretKeys.of(Sent.SECRET), SourceAllowlist.any(), wallet)
                .clock(clock)
                .build();
    }

    private static GroupCommitOptions options(Plan plan) {
        var committers = 1 + (int) plan.draw(2, "committers");
        var batch = new int[] {1, 2, 256}[(int) plan.draw(3, "batch")];
        return GroupCommitOptions.defaults().withCommitters(committers).withMaxBatchSize(batch);
    }

    /** Handles a callback on the current thread. */
    CallbackResponse handle(Sent sent) {
        var headers = Map.of(
                "Content-Type",
                List.of("application/json"),
                Signer.TIMESTAMP_HEADER,
                List.of(sent.timestamp()),
                Signer.SIGNATURE_HEADER,
                List.of(sent.signature()));
        return callbacks.handle(CallbackRequest.of(
                sent.body().length == 0 ? "GET" : "POST",
                sent.path(),
                headers::get,
                sent.body(),
                InetAddress.getLoopbackAddress()));
    }

    private final class ControlledThreads implements ControlledWallet.Threads {
        private int pauses;

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
            return most / 2 + plan.draw(most / 2, machine.name + " pause " + ++pauses);
        }
    }
}
