package dev.operatorkit.reference.http;

import dev.operatorkit.reference.TestDatabase;

class WalletOnH2Test extends WalletOverHttp {
    WalletOnH2Test() {
        super(TestDatabase.H2);
    }
}
