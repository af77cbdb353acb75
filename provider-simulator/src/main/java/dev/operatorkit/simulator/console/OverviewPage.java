package dev.operatorkit.simulator.console;

import dev.operatorkit.simulator.Simulator;
import dev.operatorkit.simulator.delivery.RoundState;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.wallet.TlsVerdict;
import dev.operatorkit.simulator.wallet.WalletAddress;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What stands where: wallets, clock, counters, and what to do next when there is nothing yet. */
final class OverviewPage {
    private static final int PATIENCE_MILLIS = 300;

    private final Shell shell;
    private final Simulator simulator;

    OverviewPage(Shell shell, Simulator simulator) {
        this.shell = shell;
        this.simulator = simulator;
    }

    /**
     * An operator's wallet, seen from here.
     *
     * @param reachable whether something accepts connections there
     * @param tls what is known of its certificate (GEN-1)
     */
    public record Wallet(Operator operator, boolean reachable, TlsVerdict tls) {}

    void routing(HttpRouting.Builder routing) {
        routing.get("/", this::show);
    }

    private void show(ServerRequest request, ServerResponse response) {
        var wallets = simulator.walletSide();
        List<Wallet> shown = simulator.operators().all().stream()
                .map(operator -> new Wallet(
                        operator, reachable(operator.wallet()), wallets.sender().tlsVerdict(operator.id())))
                .toList();
        var counts = wallets.store().counts();
        shell.page(
                response,
                "overview.jte",
                "Overview",
                "/",
                Map.of(
                        "wallets", shown,
                        "settled",
                                counts.getOrDefault(RoundState.SETTLED, 0L)
                                        + counts.getOrDefault(RoundState.REVERTED, 0L),
                        "pending", counts.getOrDefault(RoundState.SETTLING, 0L),
                        "retrying", wallets.store().retrying(),
                        "review", counts.getOrDefault(RoundState.REVIEW, 0L),
                        "exchanges", wallets.transcript().size(),
                        "ahead", DeliveryPage.words(simulator.clock().ahead()),
                        "address", simulator.address().toString()));
    }

    /** A connection to the wallet's own port and nothing more: no callback leaves for a look. */
    private static boolean reachable(@Nullable WalletAddress wallet) {
        if (wallet == null) {
            return false;
        }
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress(wallet.host(), wallet.port()), PATIENCE_MILLIS);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
