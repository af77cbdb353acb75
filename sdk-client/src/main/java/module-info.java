/** Provides a client for the Customer API. */
module dev.operatorkit.client {
    requires transitive dev.operatorkit.core;
    requires okhttp3;
    requires org.slf4j;
    requires static transitive org.jspecify;

    exports dev.operatorkit.client;
}
