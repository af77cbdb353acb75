package dev.operatorkit.reference.citus;

import dev.operatorkit.reference.TestDatabase;
import dev.operatorkit.reference.database.Database;

/** Creates PostgreSQL databases whose tables have buckets, as those of a distributed database do. */
public final class BucketedDatabase {
    private BucketedDatabase() {}

    /** Creates a database and returns its URL. */
    public static String freshUrl() {
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
            database.writes().transaction(transaction -> BucketTables.addBuckets(transaction.dsl()));
        }
    }
}
