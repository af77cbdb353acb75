package dev.operatorkit.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that the callback port serves signed callbacks only (SIG-13). */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CallbacksPortTest {
    private WalletUnderTest wallet;

    @BeforeAll
    void start() {
        wallet = WalletUnderTest.on(TestDatabase.H2.freshUrl());
    }

    @AfterAll
    void stop() {
        wallet.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/metrics",
                "/health/live",
                "/health/ready",
                "/wallet/metrics",
                "/wallet/..;/metrics",
                "/wallet/..;/health/ready",
                "/wallet/..;a=b/health/live",
                "/wallet/../metrics",
                "/wallet/%2e%2e/metrics",
                "/wallet/..%2fmetrics",
                "//metrics",
                "/metrics;a",
                "/%6detrics"
            })
    void sig_13_metrics_and_health_are_not_served_on_the_callback_port(String path) throws IOException {
        try (var caller = new RawCaller(wallet.address())) {
            caller.send("GET " + path + " HTTP/1.1\r\nHost: wallet\r\nConnection: close\r\n\r\n");
            var answer = caller.readUntilClosed();
            assertThat(answer).startsWith("HTTP/1.1 4").doesNotContain("jvm_").doesNotContain("\"status\"");
        }
    }
}
