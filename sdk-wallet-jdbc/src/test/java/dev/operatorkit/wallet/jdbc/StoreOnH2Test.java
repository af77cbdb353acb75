package dev.operatorkit.wallet.jdbc;

/** Runs the contract of stores on H2. */
class StoreOnH2Test extends StoreContract {
    StoreOnH2Test() {
        super(Server.H2, Mapping.TEXT_MINOR_VERSIONED);
    }
}
