package dev.operatorkit.wallet.servlet;

import dev.operatorkit.wallet.WalletCallbacks;
import dev.operatorkit.wallet.testkit.HttpAdapterContract;
import java.nio.file.Path;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.buf.EncodedSolidusHandling;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

@ResourceLock(Resources.SYSTEM_PROPERTIES) // Tomcat sets some
class TomcatTest extends HttpAdapterContract {
    private final Tomcat tomcat = new Tomcat();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    static Path folder;

    @Override
    protected String prefix() {
        return "/casino/wallet";
    }

    @Override
    protected int start(WalletCallbacks callbacks) throws LifecycleException {
        var connector = new Connector();
        connector.setProperty("address", "127.0.0.1");
        connector.setProperty("maxHttpRequestHeaderSize", "32768");
        connector.setPort(0);
        connector.setEncodedSolidusHandling(EncodedSolidusHandling.PASS_THROUGH.getValue());
        connector.setEncodedReverseSolidusHandling(EncodedSolidusHandling.PASS_THROUGH.getValue());
        tomcat.setBaseDir(folder.toString());
        tomcat.setConnector(connector);
        var application = tomcat.addContext("/casino", folder.toString());
        Tomcat.addServlet(application, "callbacks", new CallbackServlet(callbacks));
        application.addServletMappingDecoded("/wallet/*", "callbacks");
        tomcat.start();
        return connector.getLocalPort();
    }

    @Override
    protected void stop() throws LifecycleException {
        tomcat.stop();
        tomcat.destroy();
        // The next Tomcat in this JVM would create this test's temporary folder again.
        System.clearProperty("catalina.home");
    }
}
