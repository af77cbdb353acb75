/** Provides the simulator to the tests of an operator. */
module dev.operatorkit.simulator.testkit {
    requires dev.operatorkit.conformance;
    requires transitive dev.operatorkit.simulator;
    requires transitive org.junit.jupiter.api;
    requires static transitive org.jspecify;

    exports dev.operatorkit.simulator.testkit;

    // JUnit creates the extension by reflection.
    opens dev.operatorkit.simulator.testkit to
            org.junit.platform.commons;
}
