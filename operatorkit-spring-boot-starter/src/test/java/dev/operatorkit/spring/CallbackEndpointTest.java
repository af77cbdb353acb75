package dev.operatorkit.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.wallet.testkit.SignedCallback;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.actuate.endpoint.SanitizableData;
import org.springframework.boot.actuate.env.EnvironmentEndpoint;
import org.springframework.boot.actuate.health.HealthEndpoint;
import org.springframework.boot.actuate.health.Status;

/** Sends callbacks to an application whose filters would spoil or deny each of them, below a context path. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CallbackEndpointTest {
    private static final String PREFIX = "/casino/wallet";

    @SuppressWarnings("NullAway.Init") // set before all tests
    private Application casino;

    @BeforeAll
    void start(@TempDir Path folder) {
        casino = Application.start(
                Casino.class,
                folder,
                Casino.SECRET_PROPERTY,
                "server.servlet.context-path=/casino",
                "server.forward-headers-strategy=framework",
                "management.endpoints.web.exposure.include=env,health",
                "management.endpoint.env.show-values=always");
    }

    @AfterAll
    void stop() {
        casino.close();
    }

    @Test
    void a_debit_is_answered_before_filters_that_read_its_body_or_deny_it() {
        var debit = SignedCallback.debit("bet-1").player("player-one").stake("1.50");

        assertThat(casino.send(Casino.signed(debit, PREFIX)).body()).contains("\"amount\":998.5");
        assertThat(casino.send(Casino.signed(debit.contentType("application/x-www-form-urlencoded"), PREFIX))
                        .statusCode())
                .isEqualTo(422);
        assertThat(casino.send(Casino.signed(debit, PREFIX), "X-Forwarded-Prefix", "/evil")
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void a_callback_without_a_valid_signature_gets_401_on_any_path() {
        assertThat(casino.get(PREFIX).statusCode()).isEqualTo(401);
        assertThat(casino.get(PREFIX + "/../admin").statusCode()).isEqualTo(401);
    }

    @Test
    void a_callback_that_the_server_rejects_gets_json_and_not_the_error_page() {
        var trace = casino.exchange("TRACE " + PREFIX + "/debit HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
        var unreadable = casino.exchange("GET " + PREFIX + "/a|b HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");

        assertThat(trace).matches("(?s)HTTP/1.1 (401|405) .*").contains("{\"message\":");
        assertThat(unreadable).matches("(?s)HTTP/1.1 (400|401) .*");
    }

    @Test
    void other_paths_belong_to_the_application_which_denies_them() {
        assertThat(casino.get("/casino/wallets").statusCode()).isEqualTo(403);
        assertThat(casino.get("/casino/%77allet/player").statusCode()).isEqualTo(403);
        assertThat(casino.get("/casino/wallet;a=b/player").statusCode()).isIn(400, 403);
    }

    @Test
    void an_escaped_slash_stays_rejected_in_other_paths() {
        assertThat(casino.get("/casino/a%2Fb").statusCode()).isEqualTo(400);
        assertThat(casino.get("/casino/a%5cb").statusCode()).isEqualTo(400);
    }

    @Test
    void callbacks_and_movements_are_measured_under_fixed_names() {
        casino.send(Casino.signed(SignedCallback.debit("measured").player("player-one"), PREFIX));
        casino.send(Casino.signed(SignedCallback.lookup("player-one", "measured"), PREFIX));
        casino.get(PREFIX + "/made-up");
        var meters = casino.bean(MeterRegistry.class);

        assertThat(meters.get("operatorkit.wallet.applied")
                        .tag("kind", "debit")
                        .counter()
                        .count())
                .isPositive();
        assertThat(meters.get("operatorkit.wallet.callbacks")
                        .tags("endpoint", "lookup", "status", "200")
                        .timer()
                        .count())
                .isPositive();
        assertThat(meters.get("http.server.requests").timers())
                .extracting(timer -> timer.getId().getTag("uri"))
                .contains(PREFIX + "/debit", PREFIX + "/players/{accountId}/transactions/{transactionId}", "UNKNOWN")
                .noneMatch(uri -> String.valueOf(uri).contains("made-up"));
    }

    @Test
    void the_wallet_is_part_of_the_health() {
        var health = casino.bean(HealthEndpoint.class).healthForPath("operatorKitWallet");

        assertThat(health.getStatus()).isEqualTo(Status.UP);
    }

    @Test
    void the_environment_endpoint_hides_the_secret_even_when_it_shows_values() {
        var shown = casino.bean(EnvironmentEndpoint.class).environmentEntry("operatorkit.secret");

        assertThat(shown.getProperty().getValue()).isEqualTo(SanitizableData.SANITIZED_VALUE);
    }
}
