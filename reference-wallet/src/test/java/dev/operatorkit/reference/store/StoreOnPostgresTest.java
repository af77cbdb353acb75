package dev.operatorkit.reference.store;

import dev.operatorkit.reference.TestDatabase;
import dev.operatorkit.reference.database.Database;

class StoreOnPostgresTest extends JooqStoreContract {
    StoreOnPostgresTest() {
        super(new Database.Address(TestDatabase.POSTGRES.freshUrl(), "", "", null, 8));
    }
}
