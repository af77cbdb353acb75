/** Tests a wallet with the simulator, as an operator's module does. */
module com.example.casino {
    requires dev.operatorkit.simulator.testkit;
    requires java.net.http;
    requires jdk.httpserver;
    requires org.junit.platform.launcher;

    // JUnit creates the tests by reflection.
    opens com.example.casino to
            org.junit.platform.commons;
}
