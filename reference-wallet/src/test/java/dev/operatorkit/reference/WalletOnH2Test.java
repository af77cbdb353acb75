package dev.operatorkit.reference;

class WalletOnH2Test extends WalletOverHttp {
    WalletOnH2Test() {
        super(TestDatabase.H2);
    }
}
