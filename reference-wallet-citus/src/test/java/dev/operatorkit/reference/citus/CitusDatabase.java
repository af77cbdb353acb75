package dev.operatorkit.reference.citus;

import dev.operatorkit.reference.database.Database;

/** Names the Citus database that {@code -Dtests.citus} gives, for {@code testing/benchmarks/citus up}. */
public final class CitusDatabase {
    private static final Database.Address ADDRESS =
            new Database.Address(System.getProperty("tests.citus", ""), "", "", null, 8);

    private CitusDatabase() {}

    /** Returns the address of the coordinator, after its tables are distributed. */
    public static Database.Address address() {
        distribute();
        return ADDRESS;
    }

    /** Returns the address of the coordinator without distributing its tables. */
    static Database.Address unchanged() {
        return ADDRESS;
    }

    static boolean distribute() {
        return new CitusDistribution().distribute(ADDRESS);
    }
}
