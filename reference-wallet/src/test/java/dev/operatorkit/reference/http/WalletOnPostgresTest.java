package dev.operatorkit.reference.http;

import dev.operatorkit.reference.TestDatabase;

class WalletOnPostgresTest extends WalletOverHttp {
    WalletOnPostgresTest() {
        super(TestDatabase.POSTGRES);
    }
}
