package dev.operatorkit.simulator.console;

import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.signing.Signer;
import dev.operatorkit.simulator.delivery.CallbackContext;
import dev.operatorkit.simulator.delivery.Round;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.round.CallbackEngine;
import dev.operatorkit.simulator.time.SimulatorClock;
import dev.operatorkit.simulator.transcript.Entry;
import dev.operatorkit.simulator.wallet.Callback;
import dev.operatorkit.simulator.wallet.CallbackKind;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/** The ways in which a person can send a callback once more. */
enum ResendMode {
    /** To the byte, the old signature included: an idempotent wallet answers as it did (D-43). */
    SAME_BYTES,
    /** The same bytes of body or query with a timestamp and signature of now (D-33). */
    SIGNED_AFRESH,
    /** One bit is other than it was signed (SIG-8). */
    BYTE_FLIPPED,
    /** Signed rightly, six minutes ago (SIG-10). */
    OLD_TIME,
    /** Signed with what is not the operator's secret (SIG-13). */
    OTHER_KEY;

    private static final Duration OLD = Duration.ofMinutes(6);
    private static final SecretKeys ANOTHER = SecretKeys.of("a key that no operator was given");

    /** Sends it, whatever became of its round meanwhile; what came back. */
    Entry send(CallbackEngine wallets, SimulatorClock clock, Operator operator, Entry earlier) {
        var request = RawMessage.of(earlier.request());
        if (request.method().isEmpty()) {
            throw new IllegalArgumentException("nothing had left, so there is nothing to send again");
        }
        var callback = callback(operator, request, CallbackKind.valueOf(earlier.kind()));
        var errand = errand(wallets, earlier, callback.kind());
        var same = this == SAME_BYTES;
        var sent = same ? request : altered(request, operator.keys(), clock);
        var signed = same ? earlier.signed() : request.signedBytes(sent.header(RawMessage.TIMESTAMP));
        return wallets.sender()
                .repeat(
                        earlier.withBytes(same ? earlier.request() : sent.bytes(), signed),
                        callback,
                        errand,
                        Objects.requireNonNullElse(sent.header(RawMessage.TIMESTAMP), ""),
                        Objects.requireNonNullElse(sent.header(RawMessage.SIGNATURE), ""));
    }

    private RawMessage altered(RawMessage request, SecretKeys keys, SimulatorClock clock) {
        var now = clock.wall().instant();
        var timestamp = Long.toString((this == OLD_TIME ? now.minus(OLD) : now).toEpochMilli());
        var signature = new Signer(this == OTHER_KEY ? ANOTHER : keys).sign(request.path(), timestamp, request.data());
        var signed = request.with(RawMessage.TIMESTAMP, timestamp).with(RawMessage.SIGNATURE, signature);
        return this == BYTE_FLIPPED ? signed.withFlippedByte() : signed;
    }

    private static CallbackContext errand(CallbackEngine wallets, Entry earlier, CallbackKind kind) {
        var currency = Optional.ofNullable(earlier.round())
                .flatMap(wallets.store()::find)
                .map(Round::bet)
                .map(bet -> bet.stake().currency())
                .orElse(null);
        if (currency == null && kind != CallbackKind.PLAYER) {
            throw new IllegalArgumentException("the round of this exchange is not kept any more");
        }
        return new CallbackContext(
                earlier.operator(),
                earlier.player(),
                earlier.round(),
                earlier.transaction(),
                earlier.attempt() + 1,
                currency);
    }

    private static Callback callback(Operator operator, RawMessage request, CallbackKind kind) {
        var wallet = operator.wallet();
        var prefix = wallet == null ? "" : wallet.prefix();
        var path = request.path().startsWith(prefix) ? request.path().substring(prefix.length()) : request.path();
        return new Callback(kind, path, request.query(), request.body());
    }
}
