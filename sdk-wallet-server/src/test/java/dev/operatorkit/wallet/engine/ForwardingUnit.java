package dev.operatorkit.wallet.engine;

import dev.operatorkit.wallet.WalletStore;

/** Forwards every step to another unit, for tests that watch or delay one step. */
class ForwardingUnit implements WalletStore.UnitOfWork {
    private final WalletStore.UnitOfWork unit;

    ForwardingUnit(WalletStore.UnitOfWork unit) {
        this.unit = unit;
    }

    @Override
    public WalletStore.Snapshot lockAndRead(WalletStore.ReadRequest wanted) {
        return unit.lockAndRead(wanted);
    }

    @Override
    public void write(WalletStore.Changes changes) {
        unit.write(changes);
    }

    @Override
    public void commit() {
        unit.commit();
    }

    @Override
    public void close() {
        unit.close();
    }
}
