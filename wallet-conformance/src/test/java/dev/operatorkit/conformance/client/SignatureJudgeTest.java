package dev.operatorkit.conformance.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.conformance.suite.Failure;
import dev.operatorkit.conformance.wire.Exchange;
import dev.operatorkit.conformance.wire.Secret;
import dev.operatorkit.conformance.wire.SignedRequest;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SignatureJudgeTest {
    private static final Secret KEY = Secret.of(UUID.randomUUID().toString());
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final String TIMESTAMP = Long.toString(NOW.toEpochMilli());

    @ParameterizedTest
    @CsvSource({
        "GET /api/v1/games,                  /api/v1/games,       '',        ''",
        "GET /api/v1/games/x?b=%2B&a=1,      /api/v1/games/x,     'b=%2B&a=1', ''",
        "POST /api/v1/free-rounds/campaigns, /api/v1/free-rounds/campaigns, '{\"a\": 1}', '{\"a\": 1}'",
    })
    void the_raw_path_query_or_body_is_what_is_signed(String target, String path, String data, String body) {
        assertThat(judge(target, body, KEY.sign(path, TIMESTAMP, bytes(data)))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "SIG-2, GET /api/v1/games/x?b=%2B&a=1, /api/v1/games/x?b=%2B&a=1, '',          ''",
        "SIG-6, GET /api/v1/games/x?b=%2B&a=1, /api/v1/games/x,           'a=1&b=%2B', ''",
        "SIG-6, GET /api/v1/games/x?b=%2B&a=1, /api/v1/games/x,           'b=%2b&a=1', ''",
        "SIG-6, GET /api/v1/games/x?b=%2B&a=1, /api/v1/games/x,           'b=+&a=1',   ''",
        "SIG-7, GET /api/v1/games,             /api/v1/games,             '{}',        ''",
        "SIG-5, POST /api/v1/games,            /api/v1/games,             '{\"a\":1}', '{\"a\": 1}'",
    })
    void a_usual_mistake_is_named_by_its_rule(String rule, String target, String path, String data, String body) {
        assertThat(judge(target, body, KEY.sign(path, TIMESTAMP, bytes(data))))
                .extracting(Failure::rule)
                .containsExactly(rule);
    }

    @Test
    void upper_case_hex_is_no_signature() {
        var upper = KEY.sign("/api/v1/games", TIMESTAMP, new byte[0]).toUpperCase(Locale.ROOT);

        assertThat(judge("GET /api/v1/games", "", upper))
                .extracting(Failure::rule)
                .containsExactly("SIG-1");
    }

    private static List<Failure> judge(String target, String body, String signature) {
        var sent = bytes(target + " HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Operator: casino-1\r\nX-Svc-Timestamp:" + TIMESTAMP
                + "\r\nx-svc-signature:   " + signature + " \r\n\r\n" + body);
        var exchange = new Exchange(NOW, SignedRequest.parse(sent, 0, false, true, false), sent, new byte[0], 0, "");
        var findings = new Findings();
        SignatureJudge.judge(
                new Evidence(
                        Scenario.Setup.of(Task.of("{\"do\":\"catalogue\"}")),
                        "casino-1",
                        KEY,
                        List.of(ClientCall.of(exchange)),
                        Map.of(),
                        "",
                        ""),
                findings);
        return findings.failures();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
