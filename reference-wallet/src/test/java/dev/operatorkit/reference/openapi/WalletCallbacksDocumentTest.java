package dev.operatorkit.reference.openapi;

import static dev.operatorkit.wallet.testkit.SignedCallback.lookup;
import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.wallet.WalletCallbacks;
import dev.operatorkit.wallet.testkit.SignedCallback;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks {@code wallet-callbacks.yaml} against each host over HTTP: every response in it, and no other. */
@ParameterizedClass
@EnumSource
class WalletCallbacksDocumentTest {
    private static final SecretKeys OTHERS = SecretKeys.of("another-secret-for-tests");

    @SuppressWarnings("NullAway.Init") // before each invocation
    private static OpenApiDocument document;

    private final CallbackHost.Kind kind;
    private final HttpClient client = HttpClient.newHttpClient();
    private CallbackHost host;

    WalletCallbacksDocumentTest(CallbackHost.Kind kind) {
        this.kind = kind;
    }

    @BeforeParameterizedClassInvocation
    static void read() throws IOException {
        document = OpenApiDocument.of("wallet-callbacks.yaml");
    }

    @AfterParameterizedClassInvocation
    static void everyResponseOfTheDocumentWasSeen() {
        assertThat(document.unseen()).isEmpty();
    }

    @BeforeEach
    void start() {
        host = kind.start();
    }

    @AfterEach
    void stop() {
        host.close();
    }

    @Test
    void applied_callbacks_match_the_document() throws Exception {
        answers(200, player("token-1"));
        answers(200, debit("bet"));
        answers(200, debit("bet"));
        answers(200, credit("win", "bet").payout("2.50"));
        answers(200, debit("other").round("other"));
        answers(200, rollback("back", "other").round("other"));
        answers(200, rollback("early", "never-came"));
        answers(200, lookup("player-1", "win"));
    }

    @Test
    void responses_to_invalid_signatures_match_the_document() throws Exception {
        for (var callback : List.of(
                player("token-1"),
                debit("bet"),
                credit("win", "bet"),
                rollback("back", "bet"),
                lookup("player-1", "bet"))) {
            answers(401, callback, OTHERS);
        }
    }

    @Test
    void refusals_match_the_document() throws Exception {
        answers(403, player("nobodys"));
        answers(422, SignedCallback.get("/player").query("gameId=game"));
        answers(409, debit("much").stake("1000000.01"));
        answers(422, debit("none").stake("-1"));
        answers(422, credit("win", "unknown"));
        answers(422, rollback("back", "bet").player("nobody"));
        answers(404, lookup("player-1", "unknown"));
    }

    @Test
    void oversized_callbacks_match_the_document() throws Exception {
        var large = "x".repeat(WalletCallbacks.MAX_BODY_BYTES);
        for (var movement : List.of(debit("bet"), credit("win", "bet"), rollback("back", "bet"))) {
            answers(413, movement.text("x", large));
        }
        for (var read : List.of(player("token-1"), lookup("player-1", "bet"))) {
            answers(413, read.body((large + "x").getBytes(StandardCharsets.UTF_8)));
        }
    }

    @Test
    void responses_to_another_method_match_the_document() throws Exception {
        for (var callback : List.of(
                player("token-1"),
                debit("bet"),
                credit("win", "bet"),
                rollback("back", "bet"),
                lookup("player-1", "bet"))) {
            var received = callback.sign(CallbackHost.PREFIX, CallbackHost.KEYS, Clock.systemUTC())
                    .signedRequest();
            var answer = send(callback.method("PATCH"), CallbackHost.KEYS);
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(405);
            document.check(received.method(), received.rawPath().substring(CallbackHost.PREFIX.length()), "", answer);
        }
    }

    @Test
    void faults_match_the_document() throws Exception {
        answers(200, debit("bet"));
        host.makeOutcomesUnknown();
        for (var movement : List.of(debit("next"), credit("win", "bet"), rollback("back", "bet"))) {
            answers(500, movement);
        }
        host.makeStoreUnavailable();
        for (var callback :
                List.of(player("token-1"), credit("win", "bet"), rollback("back", "bet"), lookup("player-1", "bet"))) {
            answers(503, callback);
        }
        // The outcome is unknown, since the store cannot be read (D-29).
        answers(500, debit("last"));
    }

    private static SignedCallback player(String token) {
        return SignedCallback.player("game", token);
    }

    private static SignedCallback debit(String id) {
        return SignedCallback.debit(id).player("player-1").stake("1.50");
    }

    private static SignedCallback credit(String id, String debitId) {
        return SignedCallback.credit(id, debitId).player("player-1").payout("1");
    }

    private static SignedCallback rollback(String id, String debitId) {
        return SignedCallback.rollback(id, debitId).player("player-1");
    }

    private void answers(int status, SignedCallback callback) throws Exception {
        answers(status, callback, CallbackHost.KEYS);
    }

    private void answers(int status, SignedCallback callback, SecretKeys keys) throws Exception {
        var answer = send(callback, keys);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        var received =
                callback.sign(CallbackHost.PREFIX, keys, Clock.systemUTC()).signedRequest();
        var path = received.rawPath().substring(CallbackHost.PREFIX.length());
        document.check(received.method(), path, new String(received.body(), StandardCharsets.UTF_8), answer);
    }

    private HttpResponse<String> send(SignedCallback callback, SecretKeys keys) throws Exception {
        var received =
                callback.sign(CallbackHost.PREFIX, keys, Clock.systemUTC()).signedRequest();
        var path = received.rawPath().substring(CallbackHost.PREFIX.length());
        var query = received.rawQuery() == null ? "" : "?" + received.rawQuery();
        var request = HttpRequest.newBuilder(URI.create(host.address() + path + query))
                .method(received.method(), BodyPublishers.ofByteArray(received.body()))
                .header("X-Svc-Timestamp", received.timestamps().get(0))
                .header("X-Svc-Signature", received.signatures().get(0))
                .header("Content-Type", "application/json")
                .build();
        return client.send(request, BodyHandlers.ofString());
    }
}
