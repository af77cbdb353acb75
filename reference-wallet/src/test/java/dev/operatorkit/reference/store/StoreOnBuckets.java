package dev.operatorkit.reference.store;

/**
 * Runs the store contract on tables with buckets. Not part of the build, whose {@link DistributionTest} takes less time: CONTRIBUTING.md
 * has the command.
 */
class StoreOnBuckets extends JooqStoreContract {
    StoreOnBuckets() {
        super(new Database.Address(BucketedDatabase.freshUrl(), "", "", null, 8));
    }
}
