/** Provides what the tests of an operator's wallet need. */
module dev.operatorkit.wallet.testkit {
    requires transitive dev.operatorkit.wallet;
    requires transitive org.junit.jupiter.api;
    requires transitive org.junit.jupiter.params;
    requires static transitive org.jspecify;
    requires java.sql;
    requires jdk.httpserver;
    requires org.assertj.core;

    exports dev.operatorkit.wallet.testkit;

    // JUnit uses reflection on the nested classes of the contract.
    opens dev.operatorkit.wallet.testkit;
}
