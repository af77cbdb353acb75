package dev.operatorkit.wallet.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.wallet.WalletCallbacks;
import dev.operatorkit.wire.Debit;
import java.net.URI;
import org.junit.jupiter.api.Test;

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

    @Test
    void a_callback_is_the_record_that_a_wallet_is_given() {
        var debit = SignedCallback.debit("bet").player("ann").stake("1.50").toRecord(Debit.class);
        assertThat(debit.transactionId() + " " + debit.playerId() + " "
                        + debit.stake().amount().toPlainString())
                .isEqualTo("bet ann 1.50");
    }
}
