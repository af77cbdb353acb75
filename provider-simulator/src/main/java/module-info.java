/** Simulates the game provider's service. Tests use it through the simulator's test kit. */
// Its test kit is built later. Three libraries have no module descriptor; H2 and jte name their module in the manifest,
// HdrHistogram's name comes from the name of its file.
@SuppressWarnings({"module", "requires-automatic"})
module dev.operatorkit.simulator {
    requires transitive dev.operatorkit.core;
    requires dev.operatorkit.conformance;
    requires dev.operatorkit.http.guard;
    requires com.fasterxml.jackson.databind;
    requires com.h2database;
    requires gg.jte.runtime;
    requires inet.ipaddr;
    requires info.picocli;
    requires io.helidon.webserver;
    requires java.net.http;
    requires java.sql;
    requires org.jooq;
    requires org.slf4j;
    requires HdrHistogram;
    requires static transitive org.jspecify;

    exports dev.operatorkit.simulator;
    // The parts that the test kit drives.
    exports dev.operatorkit.simulator.campaign to
            dev.operatorkit.simulator.testkit;
    exports dev.operatorkit.simulator.catalogue to
            dev.operatorkit.simulator.testkit;
    exports dev.operatorkit.simulator.delivery to
            dev.operatorkit.simulator.testkit;
    exports dev.operatorkit.simulator.fault to
            dev.operatorkit.simulator.testkit;
    exports dev.operatorkit.simulator.launch to
            dev.operatorkit.simulator.testkit;
    exports dev.operatorkit.simulator.operator to
            dev.operatorkit.simulator.testkit;
    exports dev.operatorkit.simulator.round to
            dev.operatorkit.simulator.testkit;
    exports dev.operatorkit.simulator.scenario to
            dev.operatorkit.simulator.testkit;
    exports dev.operatorkit.simulator.server to
            dev.operatorkit.simulator.testkit;
    exports dev.operatorkit.simulator.transcript to
            dev.operatorkit.simulator.testkit;
    exports dev.operatorkit.simulator.wallet to
            dev.operatorkit.simulator.testkit;

    // picocli sets the fields of commands and of their options.
    opens dev.operatorkit.simulator.command to
            info.picocli;
    opens dev.operatorkit.simulator.operator to
            info.picocli;
    opens dev.operatorkit.simulator.play to
            info.picocli;
    opens dev.operatorkit.simulator.signing to
            info.picocli;
    // Jackson reads the wallet's responses into private classes.
    opens dev.operatorkit.simulator.wallet to
            com.fasterxml.jackson.databind;
    // And the descriptions of kept runs.
    opens dev.operatorkit.simulator.runs to
            com.fasterxml.jackson.databind;
    // jte finds the compiled templates by reflection.
    opens dev.operatorkit.simulator.console to
            gg.jte.runtime;
}
