package dev.operatorkit.reference.store;

import dev.operatorkit.reference.citus.BucketedDatabase;
import dev.operatorkit.reference.database.Database;
import org.junit.jupiter.api.Tag;

/** Runs the store contract on tables with 64 buckets, of which a unit of work may hold several. */
@Tag("thorough")
class StoreOnBucketsTest extends JooqStoreContract {
    StoreOnBucketsTest() {
        super(new Database.Address(BucketedDatabase.freshUrl(), "", "", null, 8));
    }
}
