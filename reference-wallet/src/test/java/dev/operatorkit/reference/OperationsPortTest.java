package dev.operatorkit.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the separate port of health and metrics. */
class OperationsPortTest {
    static String answer(String address, String path, String host) throws IOException {
        try (var caller = new RawCaller(address)) {
            caller.send("GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n");
            return caller.readUntilClosed();
        }
    }

    @Test
    void health_and_metrics_listen_on_loopback_only_by_default() throws IOException {
        try (var wallet = WalletUnderTest.on(TestDatabase.H2.freshUrl())) {
            assertThat(wallet.operations()).startsWith("http://127.0.0.1:");
            assertThat(URI.create(wallet.operations()).getPort())
                    .isNotEqualTo(URI.create(wallet.address()).getPort());
            assertThat(answer(wallet.operations(), "/health/live", "localhost")).contains(" 200 ", "\"up\"");
            assertThat(answer(wallet.operations(), "/health/ready", "127.0.0.1:1"))
                    .contains(" 200 ", "\"database\":\"up\"", "\"migrations\":\"up\"", "\"clock\":\"up\"");
            assertThat(answer(wallet.operations(), "/metrics", "[::1]"))
                    .contains(
                            " 200 ",
                            "jvm_memory_used_bytes",
                            "wallet_batch_size_count",
                            "wallet_batch_wait_seconds_count",
                            "wallet_batch_duration_seconds_count");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "evil.example, 421",
        "localhost.evil.example, 421",
        "127.0.0.1.evil.example, 421",
        "[::1]evil.example, 400",
        "evil.example:8081, 421",
        "'', 400",
        "10.1.2.3:8081, 200",
        "[2001:db8::7]:8081, 200",
        "LOCALHOST, 200",
        "wallet.internal:8081, 200"
    })
    void a_host_name_rebound_to_this_machine_is_rejected(String host, int status) throws IOException {
        var named = new String[] {"--operations-name", "wallet.internal"};
        try (var wallet = WalletUnderTest.on(TestDatabase.H2.freshUrl(), named)) {
            for (var path : new String[] {"/metrics", "/health/live", "/health/ready"}) {
                assertThat(answer(wallet.operations(), path, host)).as(path).startsWith("HTTP/1.1 " + status + " ");
            }
        }
    }

    @Test
    void a_wallet_without_the_operations_port_serves_callbacks() {
        try (var wallet = WalletUnderTest.on(TestDatabase.H2.freshUrl(), "--operations-port", "-1")) {
            assertThat(wallet.player(1).status()).isEqualTo(200);
            assertThat(wallet.routes()).isEmpty();
        }
    }

    @Test
    void the_wallet_does_not_start_if_the_operations_port_is_in_use() throws IOException {
        try (var taken = new ServerSocket(0)) {
            var port = new String[] {"--operations-port", "" + taken.getLocalPort()};
            assertThatThrownBy(() -> WalletUnderTest.on(TestDatabase.H2.freshUrl(), port))
                    .hasMessageContaining("Port " + taken.getLocalPort() + " of 127.0.0.1 is in use");
        }
    }

    @Test
    void every_method_except_get_and_head_is_rejected() {
        try (var wallet = WalletUnderTest.on(TestDatabase.H2.freshUrl())) {
            for (var route : wallet.routes().getOrDefault(wallet.operations(), Set.of())) {
                for (var method : new String[] {"POST", "PUT", "DELETE", "PATCH", "TRACE"}) {
                    var request = HttpRequest.newBuilder(URI.create(wallet.operations() + route.path()))
                            .method(method, HttpRequest.BodyPublishers.noBody())
                            .build();
                    var answer = wallet.send(request);
                    assertThat(answer.status()).as(method + " " + route).isEqualTo(405);
                    assertThat(answer.get("message").textValue()).contains("Use GET");
                }
            }
        }
    }

    @Test
    void health_checks_may_use_head() throws IOException {
        try (var wallet = WalletUnderTest.on(TestDatabase.H2.freshUrl());
                var caller = new RawCaller(wallet.operations())) {
            var head = "HEAD %s HTTP/1.1\r\nHost: localhost\r\n%s\r\n";
            caller.send(head.formatted("/health/ready", ""));
            caller.send(head.formatted("/health/live", "Connection: close\r\n"));
            assertThat(caller.statuses()).containsExactly(200, 200);
        }
    }
}
