package dev.operatorkit.reference.store;

import dev.operatorkit.reference.citus.CitusDatabase;

/** Runs the store contract on a Citus database. Not part of the build, which has no Citus: CONTRIBUTING.md has the command. */
class StoreOnCitus extends JooqStoreContract {
    StoreOnCitus() {
        super(CitusDatabase.address());
    }
}
