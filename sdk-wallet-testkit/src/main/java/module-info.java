/** What an operator's tests of its wallet need. */
module dev.operatorkit.wallet.testkit {
    requires transitive dev.operatorkit.wallet;
    requires transitive org.junit.jupiter.api;
    requires static transitive org.jspecify;
    requires org.assertj.core;

    exports dev.operatorkit.wallet.testkit;
}
