package dev.operatorkit.simulator.console;

import dev.operatorkit.conformance.transport.TlsVerdict;
import dev.operatorkit.simulator.RoundState;
import dev.operatorkit.simulator.http.Routes;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.transcript.Filter;
import dev.operatorkit.simulator.wallet.WalletProbe;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Shows wallets, clock and counters, and the first steps of a new integration. */
final class OverviewPage {
    private static final int NEWEST = 8;

    private final PageRenderer shell;
    private final ConsoleParts parts;

    OverviewPage(PageRenderer shell, ConsoleParts parts) {
        this.shell = shell;
        this.parts = parts;
    }

    /**
     * Holds the state of an operator's wallet.
     *
     * @param probe the result of probing its connection and its signature checks
     * @param tls the verdict on its certificate (GEN-1)
     */
    record Wallet(Operator operator, WalletProbe probe, TlsVerdict tls) {}

    void routing(Routes routes) {
        routes.get("/", this::show);
        routes.get("/overview/numbers", (request, response) -> shell.fragment(response, "numbers.jte", numbers()));
        routes.get(
                "/overview/wallets",
                (request, response) -> shell.fragment(response, "wallets.jte", Map.of("wallets", wallets())));
    }

    /** Renders the page without probing the wallets, which the browser requests separately. */
    private void show(ServerRequest request, ServerResponse response) {
        var parameters = numbers();
        parameters.put("operators", parts.operators().all());
        parameters.put("entries", parts.callbackEngine().transcript().search(Filter.ALL, 0, NEWEST));
        parameters.put("address", parts.address().get().toString());
        shell.page(response, "overview.jte", "Overview", "/", parameters);
    }

    private Map<String, Object> numbers() {
        var wallets = parts.callbackEngine();
        var counts = wallets.store().counts();
        var numbers = new HashMap<String, Object>();
        numbers.put(
                "settled", counts.getOrDefault(RoundState.SETTLED, 0L) + counts.getOrDefault(RoundState.REVERTED, 0L));
        numbers.put("pending", counts.getOrDefault(RoundState.SETTLING, 0L));
        numbers.put("retrying", wallets.store().retrying());
        numbers.put("review", counts.getOrDefault(RoundState.REVIEW, 0L));
        numbers.put("exchanges", wallets.transcript().size());
        numbers.put("ahead", DeliveryPage.describe(parts.clock().ahead()));
        return numbers;
    }

    private List<Wallet> wallets() {
        var sender = parts.callbackEngine().sender();
        return parts.operators().all().stream()
                .map(operator -> new Wallet(operator, sender.probe(operator.id()), sender.tlsVerdict(operator.id())))
                .toList();
    }
}
