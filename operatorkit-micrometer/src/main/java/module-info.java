/** Provides Micrometer metrics of the client and of the wallet callbacks. */
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"}) // Micrometer is no module yet.
module dev.operatorkit.micrometer {
    requires static transitive dev.operatorkit.client;
    requires static transitive dev.operatorkit.wallet;
    requires static transitive org.jspecify;
    requires transitive micrometer.core;

    exports dev.operatorkit.micrometer;
}
