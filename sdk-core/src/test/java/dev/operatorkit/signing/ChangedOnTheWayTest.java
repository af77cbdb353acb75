package dev.operatorkit.signing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.signing.Verification.Accepted;
import dev.operatorkit.signing.Verification.Reason;
import dev.operatorkit.signing.Verification.Rejected;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests requests that proxies, frameworks and libraries rewrote without changing their meaning: only the original bytes
 * verify.
 */
class ChangedOnTheWayTest {
    private static final SecretKeys KEYS = SecretKeys.of("canary-secret-of-changed-on-the-way");
    private static final String TIMESTAMP = "1760000000000";
    private static final Clock CLOCK = Clock.fixed(Instant.ofEpochMilli(1_760_000_000_000L), ZoneOffset.UTC);
    private static final String BODY = "{\"transactionId\":\"tx-1\",\"stake\":{\"amount\":1.50}}";

    /** Verifies a request whose sender signed the string {@code signed}. */
    private static Verification verify(String signed, String path, @Nullable String query, String body) {
        var parts = signed.split(Pattern.quote("|"), 3);
        var signature = parts.length == 3
                ? new Signer(KEYS).sign(parts[0], parts[1], parts[2].getBytes(UTF_8))
                : hex(new Hmac(KEYS.get(0)).compute(signed.getBytes(UTF_8)));
        var method = body.isEmpty() ? "GET" : "POST";
        return new Verifier(KEYS, CLOCK)
                .verify(new ReceivedRequest(
                        method, path, query, List.of(TIMESTAMP), List.of(signature), body.getBytes(UTF_8)));
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    private static void assertMismatch(Verification verification) {
        assertThat(verification)
                .isEqualTo(new Rejected(Reason.MISMATCH, "X-Svc-Signature does not match what was received"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1759999999999", "1760000000001", "1760000000", "01760000000000", "", "1760000000000 "})
    void s4_a_timestamp_other_than_the_signed_one_is_a_mismatch(String signed) {
        assertThat(verify("/wallet/debit|" + TIMESTAMP + "|" + BODY, "/wallet/debit", null, BODY))
                .isEqualTo(new Accepted(0));
        assertMismatch(verify("/wallet/debit|" + signed + "|" + BODY, "/wallet/debit", null, BODY));
    }

    @Test
    void s9_without_body_and_query_the_trailing_bar_is_signed() {
        var path = "/wallet/players/player-1/transactions/tx-1";
        assertThat(verify(path + "|" + TIMESTAMP + "|", path, null, "")).isEqualTo(new Accepted(0));
        assertMismatch(verify(path + "|" + TIMESTAMP, path, null, ""));
    }

    @ParameterizedTest
    @CsvSource({
        "gameId=a&token=b, token=b&gameId=a",
        "token=a%20b, token=a+b",
        "token=a%2Fb, token=a%2fb",
        "token=a%2Fb, token=a/b",
        "token=, token",
        "token=a&, token=a",
        "token=a, ?token=a",
        "token=a&token=b, token=b&token=a"
    })
    void s10_a_rewritten_query_with_the_same_meaning_is_a_mismatch(String signed, String sent) {
        assertThat(verify("/wallet/player|" + TIMESTAMP + "|" + signed, "/wallet/player", signed, ""))
                .isEqualTo(new Accepted(0));
        assertMismatch(verify("/wallet/player|" + TIMESTAMP + "|" + signed, "/wallet/player", sent, ""));
        assertMismatch(verify("/wallet/player|" + TIMESTAMP + "|" + sent, "/wallet/player", signed, ""));
    }

    @Test
    void s12_a_body_with_changed_whitespace_or_a_byte_order_mark_is_a_mismatch() {
        var lines = "{\n  \"transactionId\": \"tx-1\"\n}\n";
        var signed = "/wallet/debit|" + TIMESTAMP + "|" + lines;
        assertThat(verify(signed, "/wallet/debit", null, lines)).isEqualTo(new Accepted(0));
        for (var sent : List.of(
                "{\"transactionId\":\"tx-1\"}",
                lines.strip(),
                lines + "\n",
                " " + lines,
                "\uFEFF" + lines,
                lines.replace("\n", "\r\n"),
                lines.replace("\n  ", "\n\t"))) {
            assertMismatch(verify(signed, "/wallet/debit", null, sent));
        }
    }

    /** The router decides which paths exist; each of these verifies only if it was signed in exactly this form. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/wallet//debit",
                "/wallet/./debit",
                "/wallet/x/../debit",
                "/wallet/%64ebit",
                "/wallet/debit;a=1",
                "/wallet/debit/",
                "/wallet/debit|",
                "/wallet/Debit",
                "//wallet/debit",
                "/wallet%2Fdebit"
            })
    void s13_a_path_that_routers_consider_equivalent_is_a_mismatch(String path) {
        assertThat(verify("/wallet/debit|" + TIMESTAMP + "|" + BODY, "/wallet/debit", null, BODY))
                .isEqualTo(new Accepted(0));
        assertMismatch(verify("/wallet/debit|" + TIMESTAMP + "|" + BODY, path, null, BODY));
    }
}
