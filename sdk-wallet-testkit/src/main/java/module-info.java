/** What an operator's tests of its wallet need. */
module dev.operatorkit.wallet.testkit {
    requires transitive dev.operatorkit.wallet;
    requires transitive org.junit.jupiter.api;
    requires transitive org.junit.jupiter.params;
    requires static transitive org.jspecify;
    requires org.assertj.core;

    exports dev.operatorkit.wallet.testkit;

    // JUnit reaches into the nested classes of the contract.
    opens dev.operatorkit.wallet.testkit;
}
