package dev.operatorkit.reference.store;

import dev.operatorkit.reference.TestDatabase;
import dev.operatorkit.reference.database.Database;
import org.junit.jupiter.api.Order;

@Order(1)
class StoreOnH2Test extends JooqStoreContract {
    StoreOnH2Test() {
        super(new Database.Address(TestDatabase.H2.freshUrl(), "", "", null, 8));
    }

    /** H2 has one writer (docs/decisions/0021-h2-has-one-writer.md). */
    @Override
    protected boolean hasSingleWriter() {
        return true;
    }
}
