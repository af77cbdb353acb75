package dev.operatorkit.conformance.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.conformance.wire.Exchange;
import dev.operatorkit.conformance.wire.SignedRequest;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CurlLineTest {
    private static final Instant AT = Instant.parse("2026-03-01T12:00:00Z");

    /** The wallet refuses a timestamp that is more than five minutes old (SIG-10). */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "1772366400000 | $(date +%s)000",
                "1772366398000 | $(date +%s)000",
                "1772366000000 | '1772366000000' # as sent: the case is about how this timestamp is written",
                "0001772366400000 | '0001772366400000' # as sent: the case is about how this timestamp is" + " written",
                "1.7e12 | '1.7e12' # as sent: the case is about how this timestamp is written"
            })
    void a_repeat_is_signed_with_the_time_of_the_repeat_unless_its_writing_matters(String timestamp, String line) {
        var sent = ("GET /wallet/player HTTP/1.1\r\nX-Svc-Timestamp: " + timestamp + "\r\n\r\n")
                .getBytes(StandardCharsets.UTF_8);
        var request = SignedRequest.parse(sent, 0, true, true, false);
        assertThat(CurlLine.of(new Exchange(AT, request, sent, new byte[0], 1, ""), "http://localhost/wallet"))
                .startsWith("TS=" + line + "\n");
    }
}
