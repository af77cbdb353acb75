package com.example.casino;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.simulator.CallbackKind;
import dev.operatorkit.simulator.FaultKind;
import dev.operatorkit.simulator.testkit.ProviderSimulator;
import dev.operatorkit.simulator.testkit.ProviderSimulatorTest;
import java.io.IOException;
import java.net.CookieManager;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Plays against a wallet whose only player has no money. */
@ProviderSimulatorTest
class CasinoTest {
    private static final String ANN = "{\"accountId\":\"ann\",\"displayName\":\"Ann\",\"balance\":"
            + "{\"amount\":0.00,\"currency\":\"EUR\",\"updatedAt\":\"2026-01-01T00:00:00.000Z\"}}";

    private HttpServer wallet;

    @BeforeEach
    void start(ProviderSimulator provider) throws IOException {
        wallet = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        wallet.createContext("/wallet", CasinoTest::respond);
        wallet.start();
        provider.wallet("http://127.0.0.1:" + wallet.getAddress().getPort() + "/wallet");
    }

    @AfterEach
    void stop() {
        wallet.stop(0);
    }

    private static void respond(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            var known = exchange.getRequestMethod().equals("GET");
            var body = (known ? ANN : "{}").getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(known ? 200 : 409, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    @Test
    void a_bet_above_the_balance_is_refused(ProviderSimulator provider) {
        provider.fault(FaultKind.DUPLICATE_LATER, CallbackKind.CREDIT, 1);
        provider.clock().forward(Duration.ofHours(1));

        var round = provider.expectRefused(
                provider.open("canary-token", CurrencyCode.of("EUR")).spin("1.00"));

        var debit = provider.exchanges(round).get(0);
        assertEquals(CallbackKind.DEBIT, debit.callback());
        assertEquals(409, debit.status());
    }

    @Test
    void the_console_serves_its_pages(ProviderSimulator provider) throws IOException, InterruptedException {
        try (var browser = HttpClient.newBuilder()
                .cookieHandler(new CookieManager())
                .followRedirects(Redirect.NORMAL)
                .build()) {
            browser.send(HttpRequest.newBuilder(provider.consoleLink()).build(), BodyHandlers.discarding());
            for (var page : new String[] {"/", "/rounds", "/conformance", "/console/console.js", "/console/htmx.js"}) {
                var request =
                        HttpRequest.newBuilder(provider.address().resolve(page)).build();
                assertEquals(
                        200, browser.send(request, BodyHandlers.discarding()).statusCode(), page);
            }
        }
    }
}
