package dev.operatorkit.conformance.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

class WalletConformanceTest {
    private static final String PLAYER = """
        {"accountId":"a","displayName":"A","balance":{"amount":10.00,"currency":"EUR","updatedAt":"2026-01-01T00:00:00.000Z"}}\
        """;

    @SuppressWarnings("NullAway.Init") // set before each test
    private HttpServer server;

    /** Starts a wallet that accepts every token and signature and has one player. */
    @BeforeEach
    void startPermissiveWallet() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/player", exchange -> {
            var bytes = PLAYER.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void a_passed_case_is_a_passed_test() throws Throwable {
        test("player-answers-the-account").getExecutable().execute();
    }

    @Test
    void a_failed_case_is_a_failed_test_with_its_reason() {
        assertThatThrownBy(() -> test("unknown-token").getExecutable().execute())
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("anything but 200")
                .hasMessageContaining("WAL-2");
    }

    @Test
    void a_skipped_case_is_an_aborted_test() {
        assertThatThrownBy(() -> test("players-do-not-mix").getExecutable().execute())
                .isInstanceOf(TestAbortedException.class);
    }

    @Test
    void an_unreachable_wallet_is_reported_before_any_case_runs() throws IOException {
        try (var unused = new Socket()) {
            // A port that is bound but not listening refuses connections, and no server of another test can get it.
            unused.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            var address = "http://127.0.0.1:" + unused.getLocalPort();
            assertThatThrownBy(() -> WalletConformance.of(address, "some secret", "token")
                            .tests())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("cannot be reached");
        }
    }

    private DynamicTest test(String id) {
        List<DynamicTest> tests = WalletConformance.of(address(), "some secret", "token")
                .only(id)
                .tests()
                .flatMap(container -> container.getChildren())
                .map(DynamicTest.class::cast)
                .toList();
        assertThat(tests).hasSize(1);
        return tests.get(0);
    }

    private String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }
}
