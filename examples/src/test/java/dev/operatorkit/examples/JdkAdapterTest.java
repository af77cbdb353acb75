package dev.operatorkit.examples;

import com.sun.net.httpserver.HttpServer;
import dev.operatorkit.wallet.WalletCallbacks;
import dev.operatorkit.wallet.testkit.HttpAdapterContract;
import java.io.IOException;
import java.net.InetSocketAddress;

class JdkAdapterTest extends HttpAdapterContract {
    private HttpServer server;

    @Override
    protected int start(WalletCallbacks callbacks) throws IOException {
        server = JdkHttpServer.start(new InetSocketAddress("127.0.0.1", 0), callbacks);
        return server.getAddress().getPort();
    }

    @Override
    protected void stop() {
        server.stop(0);
    }

    @Override
    protected boolean rejectsByHeaders() {
        return false;
    }
}
