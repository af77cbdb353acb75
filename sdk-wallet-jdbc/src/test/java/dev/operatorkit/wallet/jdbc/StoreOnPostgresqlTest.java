package dev.operatorkit.wallet.jdbc;

/** Runs the contract of stores on Postgresql. */
class StoreOnPostgresqlTest extends StoreContract {
    StoreOnPostgresqlTest() {
        super(Server.POSTGRESQL, Mapping.TEXT_MINOR_VERSIONED);
    }
}
