package dev.operatorkit.wallet.servlet;

import dev.operatorkit.wallet.WalletCallbacks;
import dev.operatorkit.wallet.testkit.HttpAdapterContract;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

class JettyTest extends HttpAdapterContract {
    private final Server server = new Server();

    @Override
    protected int start(WalletCallbacks callbacks) throws Exception {
        var http = new HttpConfiguration();
        http.setRequestHeaderSize(32 * 1024);
        http.setUriCompliance(UriCompliance.UNSAFE);
        var connector = new ServerConnector(server, new HttpConnectionFactory(http));
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        var application = new ServletContextHandler("/");
        application.getServletHandler().setDecodeAmbiguousURIs(true);
        application.addServlet(new ServletHolder(new CallbackServlet(callbacks)), "/wallet/*");
        server.setHandler(application);
        server.start();
        return connector.getLocalPort();
    }

    @Override
    protected void stop() throws Exception {
        server.stop();
    }
}
