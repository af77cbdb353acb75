package dev.operatorkit.wallet;

/** Passes every step on to another unit, for tests that watch one step or hold it up. */
class PassingUnit implements WalletStore.UnitOfWork {
    private final WalletStore.UnitOfWork unit;

    PassingUnit(WalletStore.UnitOfWork unit) {
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
