/** Bounds what the callers of an HTTP server can send, hold and wait for. Internal to the wallet and the simulator. */
@SuppressWarnings("module") // the simulator, which it is exported to, is built later
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
            dev.operatorkit.simulator;
    exports dev.operatorkit.schedule to
            dev.operatorkit.simulator;
}
