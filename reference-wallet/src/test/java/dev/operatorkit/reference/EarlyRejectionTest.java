package dev.operatorkit.reference;

import static dev.operatorkit.reference.RawCaller.body;
import static dev.operatorkit.reference.RawCaller.head;
import static dev.operatorkit.reference.RawCaller.request;
import static dev.operatorkit.reference.RawCaller.signature;
import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.wallet.testkit.SignedCallback;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that requests are rejected before their body arrives, by source or by missing, malformed or old headers. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EarlyRejectionTest {
    private static final String ALLOWED = "127.0.0.1";
    private static final String UNLISTED = "127.0.0.2";
    private static final int UNLISTED_CALLERS = 100;

    private WalletUnderTest wallet;

    @BeforeAll
    void start() {
        wallet = WalletUnderTest.on(TestDatabase.H2.freshUrl(), "--allow-source", ALLOWED);
    }

    @AfterAll
    void stop() {
        wallet.close();
    }

    private static SignedCallback debit() {
        return SignedCallback.debit(UUID.randomUUID().toString())
                .player("player-1")
                .stake("0.01");
    }

    private static String halfOf(SignedCallback callback, String headers) {
        return head(callback) + headers + "Content-Length: " + callback.body().length + "\r\n\r\n"
                + body(callback).substring(0, 1);
    }

    @Test
    void net_2_an_unlisted_source_gets_401_before_its_body_arrives_and_is_disconnected() throws IOException {
        var debit = debit();
        List<RawCaller> unlisted = new ArrayList<>();
        for (var i = 0; i < UNLISTED_CALLERS; i++) {
            unlisted.add(new RawCaller(wallet.address(), UNLISTED).send(halfOf(debit, signature(debit))));
        }
        for (var caller : unlisted) {
            try (caller) {
                assertThat(caller.statuses()).containsExactly(401);
            }
            assertThat(wallet.send(debit()).status()).isEqualTo(200);
        }
    }

    @Test
    void net_2_a_complete_request_from_an_unlisted_source_gets_401_and_is_disconnected() throws IOException {
        for (var padding : List.of(0, 60_000)) {
            var debit = debit().text("padding", "x".repeat(padding));
            try (var caller = new RawCaller(wallet.address(), UNLISTED)) {
                assertThat(caller.send(request(debit) + request(debit())).statuses())
                        .containsExactly(401);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "X-Svc-Timestamp: 1500000000000\r\nX-Svc-Signature: SIGNATURE\r\n",
                "X-Svc-Timestamp: NOW\r\n",
                "X-Svc-Signature: SIGNATURE\r\n",
                "X-Svc-Timestamp: NOW\r\nX-Svc-Signature: SHORT\r\n",
                "X-Svc-Timestamp: NOW\r\nX-Svc-Timestamp: NOW\r\nX-Svc-Signature: SIGNATURE\r\n",
                "X-Svc-Timestamp: NOW, NOW\r\nX-Svc-Signature: SIGNATURE\r\n"
            })
    void sig_10_d_55_invalid_authentication_headers_get_401_before_the_body_arrives(String headers) throws IOException {
        var debit = debit();
        var filled = headers.replace("NOW", "" + Clock.systemUTC().millis())
                .replace("SIGNATURE", "0".repeat(128))
                .replace("SHORT", "0".repeat(127));
        try (var caller = new RawCaller(wallet.address())) {
            assertThat(caller.send(halfOf(debit, filled)).statuses()).containsExactly(401);
        }
    }

    @Test
    void d_36_a_body_announced_as_too_large_gets_413_before_it_arrives() throws IOException {
        var debit = debit();
        try (var caller = new RawCaller(wallet.address())) {
            caller.send(head(debit) + signature(debit) + "Content-Length: 65537\r\n\r\n{");
            assertThat(caller.statuses()).containsExactly(413);
        }
    }
}
