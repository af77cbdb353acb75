package dev.operatorkit.reference.store;

import dev.operatorkit.reference.TestDatabase;
import dev.operatorkit.reference.database.Database;
import org.junit.jupiter.api.Tag;

@Tag("thorough")
class StoreOnSerializablePostgresTest extends JooqStoreContract {
    StoreOnSerializablePostgresTest() {
        super(new Database.Address(TestDatabase.POSTGRES.freshUrl(), "", "", "SERIALIZABLE", 8));
    }
}
