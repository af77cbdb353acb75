package dev.operatorkit.reference.openapi;

import static dev.operatorkit.wallet.testkit.SignedCallback.lookup;
import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.reference.TestDatabase;
import dev.operatorkit.reference.WalletUnderTest;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.wallet.WalletCallbacks;
import dev.operatorkit.wallet.testkit.SignedCallback;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Checks {@code wallet-callbacks.yaml} against the reference wallet over HTTP: every response in it, and no other. */
class WalletCallbacksDocumentTest {
    private static final String PREFIX = "/wallet";
    private static final SecretKeys KEYS = SecretKeys.of(WalletUnderTest.SECRET);
    private static final SecretKeys OTHERS = SecretKeys.of("another-secret-for-tests");

    @SuppressWarnings("NullAway.Init") // before all tests
    private static OpenApiDocument document;

    private final String url = TestDatabase.H2.freshUrl();
    private volatile boolean failsCommits;

    @AutoClose
    private final WalletUnderTest wallet =
            WalletUnderTest.at(((InstantSource) this::now).withZone(ZoneOffset.UTC), url);

    @BeforeAll
    static void read() throws IOException {
        document = OpenApiDocument.of("wallet-callbacks.yaml");
    }

    @AfterAll
    static void everyResponseOfTheDocumentWasSeen() {
        assertThat(document.unseen()).isEmpty();
    }

    /** Returns the time, or fails a commit halfway, with an exception that no store may throw, as an out-of-memory error would. */
    private Instant now() {
        if (failsCommits && Thread.currentThread().getName().startsWith("wallet-committer")) {
            throw new AssertionError("breaks, as scripted");
        }
        return Clock.systemUTC().instant();
    }

    /** Makes every further movement and read impossible. */
    private void breakDatabase() throws SQLException {
        try (var connection = DriverManager.getConnection(url);
                var sql = connection.createStatement()) {
            sql.execute("alter table ledger rename to another_ledger");
            sql.execute("alter table accounts rename to other_accounts");
        }
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
        answers(403, player("unknown-token"));
        answers(422, SignedCallback.get("/player").query("gameId=game"));
        answers(409, debit("much").stake("1000000.01"));
        answers(422, debit("none").stake("-1"));
        answers(422, credit("win", "unknown"));
        answers(422, rollback("back", "bet").player("unknown"));
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
            var received = callback.sign(PREFIX, KEYS, Clock.systemUTC()).signedRequest();
            var answer = wallet.respond(callback.method("PATCH"), KEYS);
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(405);
            document.check(received.method(), received.rawPath().substring(PREFIX.length()), "", answer);
        }
    }

    @Test
    void faults_match_the_document() throws Exception {
        answers(200, debit("bet"));
        failsCommits = true;
        for (var movement : List.of(debit("next"), credit("win", "bet"), rollback("back", "bet"))) {
            answers(500, movement);
        }
        failsCommits = false;
        breakDatabase();
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
        answers(status, callback, KEYS);
    }

    private void answers(int status, SignedCallback callback, SecretKeys keys) throws Exception {
        var answer = wallet.respond(callback, keys);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        var received = callback.sign(PREFIX, keys, Clock.systemUTC()).signedRequest();
        var path = received.rawPath().substring(PREFIX.length());
        document.check(received.method(), path, new String(received.body(), StandardCharsets.UTF_8), answer);
    }
}
