package dev.operatorkit.reference.store;

import dev.operatorkit.reference.TestDatabase;

/**
 * Runs the store contract on a Citus database. Not part of the build, which has no Citus: CONTRIBUTING.md has the command.
 */
class StoreOnCitus extends JooqStoreContract {
    StoreOnCitus() {
        super(address());
    }

    /** Returns the address that {@code -Dtests.citus} gives, after its tables are distributed. */
    static Database.Address address() {
        var url = System.getProperty("tests.citus");
        try (var database = Database.open(TestDatabase.address(url))) {
            Distribution.distribute(database);
        }
        return new Database.Address(url, "", "", null, 8);
    }
}
