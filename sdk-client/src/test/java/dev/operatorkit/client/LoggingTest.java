package dev.operatorkit.client;

import static dev.operatorkit.client.Provider.DROPPED_AFTER_REQUEST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import ch.qos.logback.classic.spi.ILoggingEvent;
import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.wire.BonusCode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class LoggingTest {
    private static final String SECRET = "canary-secret-0123456789";
    private static final String TOKEN = "canary-token-0123456789";
    private static final String IN_A_BODY = "canary-player";
    static final String ID = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";
    private static final String CALL = "GET /api/v1/games \\(call " + ID + "\\)";
    private static final LaunchRequest LAUNCH = Provider.launch(TOKEN);

    @AutoClose
    private final Provider provider = new Provider();

    @AutoClose
    private final CapturedLog log = new CapturedLog("dev.operatorkit.client");

    @Test
    void an_attempt_is_logged_with_method_path_status_duration_and_number() {
        provider.enqueue(503, "{\"message\":\"later\"}").enqueue(200, Provider.NO_GAMES);
        try (var api = provider.builder().build()) {
            api.fetchCatalogue();
        }
        assertThat(messages()).hasSize(3);
        assertThat(messages().get(0)).matches(CALL + " -> 503 in \\d+ ms, attempt 1");
        assertThat(messages().get(1)).matches(CALL + " was rejected: 503 later; retrying in \\d+ ms");
        assertThat(messages().get(2)).matches(CALL + " -> 200 in \\d+ ms, attempt 2");
        var sent = Stream.of(provider.takeRequest(), provider.takeRequest())
                .map(request -> request.getHeaders().get("X-Request-Id"))
                .distinct()
                .toList();
        assertThat(sent).hasSize(1);
        assertThat(messages()).allMatch(message -> message.contains("(call " + sent.get(0) + ")"));
    }

    @Test
    void no_secret_token_signature_or_body_is_ever_logged_or_thrown() {
        provider.enqueue(DROPPED_AFTER_REQUEST)
                .enqueue(500, "{\"message\":\"your request was ?token=" + TOKEN + "\"}")
                .enqueue(200, "{\"data\":{\"link\":\"" + TOKEN + "\"}}");
        provider.enqueue(401, "{\"message\":\"" + IN_A_BODY.toUpperCase(Locale.ROOT) + "\"}");
        var failures = new StringWriter();
        var builder = CustomerApi.builder(provider.base(), "operator-1", SecretKeys.of(SECRET));
        try (var api = builder.pauses(provider.pauses::add).build()) {
            catchThrowableOfType(UnexpectedResponseException.class, () -> api.createLaunchUrl(LAUNCH))
                    .printStackTrace(new PrintWriter(failures, true));
            var code = new BonusCode("spring", IN_A_BODY, CurrencyCode.of("EUR"), "CODE-1", OptionalInt.of(10));
            catchThrowableOfType(ErrorResponseException.class, () -> api.createBonusCode(code))
                    .printStackTrace(new PrintWriter(failures, true));
        }
        var signatures = List.of(
                        provider.takeRequest(), provider.takeRequest(), provider.takeRequest(), provider.takeRequest())
                .stream()
                .map(request -> request.getHeaders().get("X-Svc-Signature"))
                .toList();
        assertThat(signatures).doesNotContainNull();
        var seen = String.join("\n", messages()) + failures + builder;
        assertThat(seen).contains("[token]").doesNotContain(SECRET, TOKEN, IN_A_BODY);
        assertThat(signatures).noneMatch(seen::contains);
    }

    private List<String> messages() {
        return log.lines().stream().map(ILoggingEvent::getFormattedMessage).toList();
    }
}
