package dev.operatorkit.wallet;

/** Stands in for the wallet SDK, which is not on the class path of the house rules. */
public class WalletSdkStub {}
