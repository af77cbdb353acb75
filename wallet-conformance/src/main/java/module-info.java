/**
 * Checks whether a wallet in any language is correct, and shows where it is not: from JUnit and from the command line.
 */
@SuppressWarnings("module") // the simulator, whose console shows single cases, is built later
module dev.operatorkit.conformance {
    requires com.fasterxml.jackson.databind;
    requires info.picocli;
    requires java.xml;
    requires static transitive org.jspecify;
    // Tests that run the suite from JUnit require it themselves; the command runs without it.
    requires static org.junit.jupiter.api;

    exports dev.operatorkit.conformance.command;
    exports dev.operatorkit.conformance.junit;
    exports dev.operatorkit.conformance.money to
            dev.operatorkit.simulator;
    exports dev.operatorkit.conformance.result to
            dev.operatorkit.simulator;
    exports dev.operatorkit.conformance.run to
            dev.operatorkit.simulator;
    exports dev.operatorkit.conformance.suite to
            dev.operatorkit.simulator;
    exports dev.operatorkit.conformance.client to
            dev.operatorkit.simulator;
    exports dev.operatorkit.conformance.cases to
            dev.operatorkit.simulator;
    exports dev.operatorkit.conformance.options to
            dev.operatorkit.simulator;
    exports dev.operatorkit.conformance.report to
            dev.operatorkit.simulator;
    exports dev.operatorkit.conformance.terminal to
            dev.operatorkit.simulator;
    exports dev.operatorkit.conformance.transport to
            dev.operatorkit.simulator;
    exports dev.operatorkit.conformance.wire to
            dev.operatorkit.simulator,
            dev.operatorkit.simulator.testkit;

    // Jackson reads and writes the records of a checkpoint.
    opens dev.operatorkit.conformance.money to
            com.fasterxml.jackson.databind;
    opens dev.operatorkit.conformance.suite to
            com.fasterxml.jackson.databind;

    // picocli sets the fields of commands and of their options.
    opens dev.operatorkit.conformance.command to
            info.picocli;
    opens dev.operatorkit.conformance.options to
            info.picocli;
}
