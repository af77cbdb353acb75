/** Provides what OperatorKit's SDKs share: signing, money, and the records that are sent over the wire. */
@SuppressWarnings("module") // the modules it opens its JSON to are built later
module dev.operatorkit.core {
    requires com.fasterxml.jackson.databind;
    requires org.slf4j;
    requires static transitive org.jspecify;

    exports dev.operatorkit.signing;
    exports dev.operatorkit.money;
    exports dev.operatorkit.net;
    exports dev.operatorkit.wire;
    exports dev.operatorkit.json to
            dev.operatorkit.client,
            dev.operatorkit.client.testkit,
            dev.operatorkit.simulator,
            dev.operatorkit.wallet,
            dev.operatorkit.wallet.testkit;

    // Jackson creates the readers and the forms of the records by reflection.
    opens dev.operatorkit.json to
            com.fasterxml.jackson.databind;
}
