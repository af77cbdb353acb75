package dev.operatorkit.reference.operations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.reference.operations.CallbackLog.Subject;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.wallet.CallbackResponse;
import dev.operatorkit.wallet.testkit.SignedCallback;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CallbackLogTest {
    private static final Clock CLOCK = Clock.systemUTC();
    private static final SecretKeys KEYS = SecretKeys.of("the-secret-of-the-operator");

    private static Subject subjectOf(SignedCallback callback, int status, String response) {
        var log = new CallbackLog(CLOCK);
        log.record(
                callback.sign("/wallet", KEYS, CLOCK),
                new CallbackResponse(status, Map.of(), response.getBytes(StandardCharsets.UTF_8)));
        return log.all().get(0).subject();
    }

    @Test
    void a_signed_callback_tells_its_player_round_and_transaction_and_any_other_nothing() {
        var debit =
                SignedCallback.debit("bet").round("a round").player("player-1").token("canary-token");
        var settlement = SignedCallback.credit("win", "bet").round("a round").player("player-1");
        assertThat(subjectOf(debit, 409, "{}")).isEqualTo(new Subject("player-1", "a round", "bet"));
        assertThat(subjectOf(settlement, 200, "{}")).isEqualTo(new Subject("player-1", "a round", "win"));
        assertThat(subjectOf(SignedCallback.debit("bet").token("canary-token"), 409, "{}"))
                .isEqualTo(new Subject("", "round-of-bet", "bet"));
        assertThat(subjectOf(SignedCallback.lookup("a/b +c", "100%"), 200, "{}"))
                .isEqualTo(new Subject("a/b +c", "", "100%"));
        assertThat(subjectOf(SignedCallback.get("/players/%zz/transactions/bet"), 422, "{}"))
                .isEqualTo(new Subject("", "", "bet"));
        assertThat(subjectOf(SignedCallback.player("a-game", "canary-token"), 200, "{\"accountId\":\"player-1\"}"))
                .isEqualTo(new Subject("player-1", "", ""));
        assertThat(subjectOf(debit, 401, "{}")).isEqualTo(Subject.UNKNOWN);
        // A body that is too large is refused before its signature is verified (D-36).
        assertThat(subjectOf(SignedCallback.lookup("player-1", "forged"), 413, "{}"))
                .isEqualTo(Subject.UNKNOWN);
    }
}
