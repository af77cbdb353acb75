package dev.operatorkit.wallet.testkit;

import dev.operatorkit.wallet.WalletStore;

/** Passes every step on to another unit, for tests that watch one step or hold it up. */
class PassingUnit implements WalletStore.Unit {
    private final WalletStore.Unit unit;

    PassingUnit(WalletStore.Unit unit) {
        this.unit = unit;
    }

    @Override
    public WalletStore.Facts lockAndRead(WalletStore.Wanted wanted) {
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
