package dev.operatorkit.reference.store;

import dev.operatorkit.reference.citus.BucketedDatabase;
import dev.operatorkit.reference.database.Database;

/**
 * Runs the store contract on tables with buckets. Not part of the build, whose {@code DistributionTest} takes less time: CONTRIBUTING.md
 * has the command.
 */
class StoreOnBuckets extends JooqStoreContract {
    StoreOnBuckets() {
        super(new Database.Address(BucketedDatabase.freshUrl(), "", "", null, 8));
    }
}
