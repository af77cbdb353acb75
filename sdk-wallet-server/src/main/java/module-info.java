/** Provides the operator's side of the wallet callbacks. */
module dev.operatorkit.wallet {
    requires transitive dev.operatorkit.core;
    requires static transitive org.jspecify;
    requires org.slf4j;

    exports dev.operatorkit.wallet;
    exports dev.operatorkit.wallet.rules;
}
