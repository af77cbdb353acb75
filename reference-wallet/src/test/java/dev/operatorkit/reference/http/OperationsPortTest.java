package dev.operatorkit.reference.http;

import static dev.operatorkit.raw.RawClient.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.operatorkit.raw.RawClient;
import dev.operatorkit.reference.CallbackText;
import dev.operatorkit.reference.TestDatabase;
import dev.operatorkit.reference.WalletUnderTest;
import dev.operatorkit.wallet.testkit.SignedCallback;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the separate port of health and metrics. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OperationsPortTest {
    @AutoClose
    private final WalletUnderTest wallet =
            WalletUnderTest.on(TestDatabase.H2.freshUrl(), "--operations-name", "wallet.internal");

    @Test
    void health_and_metrics_listen_on_loopback_only_by_default() throws IOException {
        assertThat(wallet.operations()).startsWith("http://127.0.0.1:");
        assertThat(URI.create(wallet.operations()).getPort())
                .isNotEqualTo(URI.create(wallet.address()).getPort());
        assertThat(get(wallet.operations(), "/health/live", "localhost")).contains(" 200 ", "\"up\"");
        assertThat(get(wallet.operations(), "/health/ready", "127.0.0.1:1"))
                .contains(" 200 ", "\"database\":\"up\"", "\"migrations\":\"up\"", "\"clock\":\"up\"");
        assertThat(get(wallet.operations(), "/metrics", "[::1]"))
                .contains(
                        " 200 ",
                        "jvm_memory_used_bytes",
                        "wallet_batch_size_count",
                        "wallet_batch_wait_seconds_count",
                        "wallet_batch_duration_seconds_count");
    }

    /** A load balancer asks every second or so, and sends callbacks until it has been told. */
    @Test
    void callbacks_are_served_between_not_being_ready_and_the_stop() throws Exception {
        var leaving = WalletUnderTest.on(TestDatabase.H2.freshUrl(), "--drain-delay", "300");
        var stop = new Thread(leaving::close);
        stop.start();
        await().until(() -> leaving.ready() == 503);
        try (var caller = new RawClient(leaving.address())) {
            var callback = SignedCallback.player("any-game", "token-1");
            var request = CallbackText.head(callback) + CallbackText.signature(callback);
            // A response of a wallet that drains closes its connection.
            caller.send(request + "\r\n" + request + "Connection: close\r\n\r\n");
            assertThat(caller.statuses()).containsExactly(200, 200);
        }
        stop.interrupt(); // ends the delay
        stop.join();
        assertThatThrownBy(leaving::ready).isInstanceOf(UncheckedIOException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "evil.example, 421",
        "[::1]evil.example, 400",
        "'', 400",
        "[2001:db8::7]:8081, 200",
        "wallet.internal:8081, 200"
    })
    void a_host_name_rebound_to_this_machine_is_rejected(String host, int status) throws IOException {
        for (var path : List.of("/metrics", "/health/live", "/health/ready")) {
            assertThat(get(wallet.operations(), path, host)).as(path).startsWith("HTTP/1.1 " + status + " ");
        }
    }

    @Test
    void every_method_except_get_and_head_is_rejected() throws IOException {
        for (var route : wallet.routes().getOrDefault(wallet.operations(), Set.of())) {
            for (var method : List.of("POST", "PUT", "DELETE", "PATCH", "TRACE")) {
                var request = HttpRequest.newBuilder(URI.create(wallet.operations() + route.path()))
                        .method(method, HttpRequest.BodyPublishers.noBody())
                        .build();
                var answer = wallet.send(request);
                assertThat(answer.status()).as(method + " " + route).isEqualTo(405);
                assertThat(answer.get("message").textValue()).contains("Use GET");
            }
        }
        try (var caller = new RawClient(wallet.operations())) {
            var head = "HEAD %s HTTP/1.1\r\nHost: localhost\r\n%s\r\n";
            caller.send(head.formatted("/health/ready", ""));
            caller.send(head.formatted("/health/live", "Connection: close\r\n"));
            assertThat(caller.statuses()).containsExactly(200, 200);
        }
    }
}
