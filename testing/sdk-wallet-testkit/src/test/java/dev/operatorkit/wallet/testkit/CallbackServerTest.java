package dev.operatorkit.wallet.testkit;

import dev.operatorkit.wallet.WalletCallbacks;
import java.net.URI;

class CallbackServerTest extends HttpAdapterContract {
    @SuppressWarnings("NullAway.Init") // set by start
    private CallbackServer server;

    @Override
    protected int start(WalletCallbacks callbacks) {
        server = CallbackServer.start(callbacks::handle);
        return URI.create(server.address()).getPort();
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
