package dev.operatorkit.reference;

class WalletOnPostgresTest extends WalletOverHttp {
    WalletOnPostgresTest() {
        super(TestDatabase.POSTGRES);
    }
}
