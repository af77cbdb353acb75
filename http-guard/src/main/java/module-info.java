/** Bounds what the callers of an HTTP server can send, hold and wait for. Internal to what we serve with it. */
@SuppressWarnings("module") // the modules that it is exported to are built later
module dev.operatorkit.http.guard {
    requires io.helidon.common.concurrency.limits;
    requires io.helidon.common.task;
    requires io.helidon.webserver;
    requires jdk.management;
    requires org.slf4j;
    requires static transitive org.jspecify;

    exports dev.operatorkit.files to
            dev.operatorkit.simulator;
    exports dev.operatorkit.http.guard to
            dev.operatorkit.simulator,
            dev.operatorkit.wallet.helidon;
    exports dev.operatorkit.schedule to
            dev.operatorkit.simulator;
}
