package dev.operatorkit.wallet.helidon;

import dev.operatorkit.wallet.WalletCallbacks;
import dev.operatorkit.wallet.testkit.HttpAdapterContract;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http1.Http1Config;

class HelidonTest extends HttpAdapterContract {
    @SuppressWarnings("NullAway.Init") // set by start
    private WebServer server;

    @Override
    protected int start(WalletCallbacks callbacks) {
        server = WebServer.builder()
                .host("127.0.0.1")
                .port(0)
                .shutdownHook(false)
                .addProtocol(Http1Config.builder().maxPrologueLength(32 * 1024).build())
                .routing(routing -> routing.any(new CallbackHandler(callbacks)))
                .build()
                .start();
        return server.port();
    }

    @Override
    protected void stop() {
        server.stop();
    }
}
