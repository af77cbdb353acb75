package dev.operatorkit.reference.simulation;

import dev.operatorkit.reference.simulation.Kernel.Machine;
import dev.operatorkit.wallet.Posting;
import dev.operatorkit.wallet.WalletStore;

/** Receives what the server of a {@link SimulatedStore} does, and kills a wallet where the plan says so. */
interface StoreObserver {
    /** Receives a unit of work that was committed. */
    void onCommit(WalletStore.Changes changes);

    /** Receives a posting that is committed next. */
    void onPosting(Posting posting);

    /** Kills a wallet for this time. */
    void killWallet(Machine machine, long millis);
}
