package dev.operatorkit.reference.store;

import dev.operatorkit.reference.TestDatabase;

class StoreOnPostgresTest extends JooqStoreContract {
    StoreOnPostgresTest() {
        super(new Database.Address(TestDatabase.POSTGRES.freshUrl(), "", "", null, 8));
    }
}
