package dev.operatorkit.house.wrong;

import dev.operatorkit.wallet.OfTheWalletSdk;

public record KnowsTheWalletSdk(OfTheWalletSdk known) {}
