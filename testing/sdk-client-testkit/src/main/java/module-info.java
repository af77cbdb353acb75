/** Provides a fake Customer API for operators' tests. */
module dev.operatorkit.client.testkit {
    requires transitive dev.operatorkit.client;
    requires mockwebserver3;
    requires okhttp3;
    requires static transitive org.jspecify;

    exports dev.operatorkit.client.testkit;
}
