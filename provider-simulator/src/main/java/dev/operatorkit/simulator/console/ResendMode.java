package dev.operatorkit.simulator.console;

import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.signing.Signer;
import dev.operatorkit.simulator.CallbackKind;
import dev.operatorkit.simulator.Round;
import dev.operatorkit.simulator.SimulatorClock;
import dev.operatorkit.simulator.delivery.CallbackContext;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.round.CallbackEngine;
import dev.operatorkit.simulator.transcript.Entry;
import dev.operatorkit.simulator.wallet.Callback;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Defines the ways to send a callback again from the console. */
enum ResendMode {
    /** Sends the same bytes with the old signature. An idempotent wallet responds as before (D-43). */
    SAME_BYTES,
    /** Sends the same body or query with a new timestamp and signature (D-33). */
    FRESH_SIGNATURE,
    /** Flips one bit after signing (SIG-8). */
    BYTE_FLIPPED,
    /** Signs correctly with a timestamp six minutes old (SIG-10). */
    OLD_TIMESTAMP,
    /** Signs with another secret than the operator's (SIG-13). */
    OTHER_SECRET;

    private static final Duration OLD = Duration.ofMinutes(6);
    private static final SecretKeys UNKNOWN_SECRET = SecretKeys.of("a key that no operator was given");

    /** Sends the callback again, whatever the state of its round is now, and returns the new exchange. */
    Entry send(CallbackEngine wallets, SimulatorClock clock, Operator operator, Entry earlier) {
        var request = RawMessage.of(earlier.request());
        if (request.method().isEmpty()) {
            throw new IllegalArgumentException(
                    "This callback was lost before it was sent, so there are no bytes to send again.");
        }
        var callback = callback(operator, request, CallbackKind.valueOf(earlier.kind()));
        var context =
                context(wallets, earlier, callback.kind(), earlier.player(), earlier.round(), earlier.transaction());
        var same = this == SAME_BYTES;
        var sent = same ? request : altered(request, operator.keys(), clock);
        var signed = same ? earlier.signed() : request.signedBytes(sent.header(RawMessage.TIMESTAMP));
        return wallets.sender()
                .repeat(
                        earlier.withBytes(same ? earlier.request() : sent.bytes(), signed),
                        callback,
                        context,
                        Objects.requireNonNullElse(sent.header(RawMessage.TIMESTAMP), ""),
                        Objects.requireNonNullElse(sent.header(RawMessage.SIGNATURE), ""));
    }

    private RawMessage altered(RawMessage request, SecretKeys keys, SimulatorClock clock) {
        var now = clock.systemClock().instant();
        var timestamp = Long.toString((this == OLD_TIMESTAMP ? now.minus(OLD) : now).toEpochMilli());
        var signature = new Signer(this == OTHER_SECRET ? UNKNOWN_SECRET : keys)
                .sign(request.path(), timestamp, request.data());
        var signed = request.with(RawMessage.TIMESTAMP, timestamp).with(RawMessage.SIGNATURE, signature);
        return this == BYTE_FLIPPED ? signed.withFlippedByte() : signed;
    }

    /** Returns the context of a callback that is sent again, with its ids, which may have been edited. */
    static CallbackContext context(
            CallbackEngine wallets,
            Entry earlier,
            CallbackKind kind,
            @Nullable String player,
            @Nullable String round,
            @Nullable String transaction) {
        var currency = Optional.ofNullable(earlier.round())
                .flatMap(wallets.store()::find)
                .map(Round::bet)
                .map(bet -> bet.stake().currency())
                .orElse(null);
        if (currency == null && kind != CallbackKind.PLAYER) {
            throw new IllegalArgumentException(
                    "The round of this exchange is no longer stored, so the callback cannot be sent again.");
        }
        return new CallbackContext(earlier.operator(), player, round, transaction, earlier.attempt() + 1, currency);
    }

    static Callback callback(Operator operator, RawMessage request, CallbackKind kind) {
        var wallet = operator.wallet();
        var prefix = wallet == null ? "" : wallet.prefix();
        var path = request.path().startsWith(prefix) ? request.path().substring(prefix.length()) : request.path();
        return new Callback(kind, path, request.query(), request.body());
    }
}
