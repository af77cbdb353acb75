package dev.operatorkit.wallet.jdbc;

/** Runs the contract of stores on MariaDb. */
class StoreOnMariaDbTest extends StoreContract {
    StoreOnMariaDbTest() {
        super(Server.MARIADB, Mapping.TEXT_MINOR_VERSIONED);
    }
}
