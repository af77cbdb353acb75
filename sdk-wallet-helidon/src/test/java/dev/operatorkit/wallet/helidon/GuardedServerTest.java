package dev.operatorkit.wallet.helidon;

import dev.operatorkit.http.guard.GuardedServer;
import dev.operatorkit.wallet.WalletCallbacks;
import dev.operatorkit.wallet.testkit.HttpAdapterContract;
import java.time.Duration;

/** Serves the callbacks as the reference wallet does. */
class GuardedServerTest extends HttpAdapterContract {
    @SuppressWarnings("NullAway.Init") // set by start
    private GuardedServer server;

    @Override
    protected int start(WalletCallbacks callbacks) {
        var options = new GuardedServer.Options("127.0.0.1", 0)
                .maxBodyBytes(4L * WalletCallbacks.MAX_BODY_BYTES)
                .maxConcurrentRequests(16)
                .requestTimeout(Duration.ofSeconds(20))
                .idleTimeout(Duration.ofSeconds(20));
        server = GuardedServer.start(options, routing -> routing.any(new CallbackHandler(callbacks)));
        return server.port();
    }

    @Override
    protected void stop() {
        server.close();
    }
}
