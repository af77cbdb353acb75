package dev.operatorkit.examples;

import dev.operatorkit.wallet.WalletCallbacks;
import dev.operatorkit.wallet.testkit.HttpAdapterContract;
import java.net.InetSocketAddress;

class NettyAdapterTest extends HttpAdapterContract {
    private NettyServer server;

    @Override
    protected int start(WalletCallbacks callbacks) {
        server = new NettyServer(new InetSocketAddress("127.0.0.1", 0), callbacks);
        return server.address().getPort();
    }

    @Override
    protected void stop() {
        server.close();
    }

    @Override
    protected boolean rejectsByHeaders() {
        return false;
    }
}
