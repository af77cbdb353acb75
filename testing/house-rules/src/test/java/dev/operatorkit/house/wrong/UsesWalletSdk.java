package dev.operatorkit.house.wrong;

import dev.operatorkit.wallet.WalletSdkStub;

public record UsesWalletSdk(WalletSdkStub known) {}
