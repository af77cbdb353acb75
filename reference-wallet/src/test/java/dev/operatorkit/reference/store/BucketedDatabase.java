package dev.operatorkit.reference.store;

import dev.operatorkit.reference.TestDatabase;

/** Creates PostgreSQL databases whose tables have buckets, as those of a distributed database do. */
final class BucketedDatabase {
    private BucketedDatabase() {}

    static String freshUrl() {
        return TestDatabase.copyOf(Template.URL);
    }

    private static final class Template {
        static final String URL = withBuckets();

        private static String withBuckets() {
            var url = TestDatabase.POSTGRES.freshUrl();
            addBuckets(url);
            return url;
        }
    }

    static void addBuckets(String url) {
        try (var database = Database.open(TestDatabase.address(url))) {
            database.writes().transaction(transaction -> Distribution.addBuckets(transaction.dsl()));
        }
    }
}
