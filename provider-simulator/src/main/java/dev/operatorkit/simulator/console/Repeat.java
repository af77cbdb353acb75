package dev.operatorkit.simulator.console;

import dev.operatorkit.simulator.delivery.Errand;
import dev.operatorkit.simulator.delivery.Round;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.round.WalletSide;
import dev.operatorkit.simulator.transcript.Entry;
import dev.operatorkit.simulator.wallet.Callback;
import dev.operatorkit.simulator.wallet.CallbackKind;
import dev.operatorkit.simulator.wallet.Manner;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/** The ways in which a person can send a callback once more. */
enum Repeat {
    /** To the byte, the old signature included: an idempotent wallet answers as it did (D-43). */
    SAME_BYTES,
    /** The same bytes of body or query with a timestamp and signature of now (D-33). */
    SIGNED_AFRESH,
    /** Changed after signing (SIG-8). */
    BYTE_FLIPPED,
    /** Signed rightly, six minutes ago (SIG-10). */
    OLD_TIME,
    /** Signed with what is not the operator's secret (SIG-13). */
    OTHER_KEY;

    private Manner manner() {
        return switch (this) {
            case SAME_BYTES, SIGNED_AFRESH -> Manner.PLAIN;
            case BYTE_FLIPPED -> Manner.tampered();
            case OLD_TIME -> Manner.shifted(Duration.ofMinutes(-6));
            case OTHER_KEY -> Manner.wronglySigned();
        };
    }

    /** Sends it, whatever became of its round meanwhile; what came back. */
    Entry send(WalletSide wallets, Operator operator, Entry earlier) {
        var request = RawMessage.of(earlier.request());
        var callback = callback(operator, request, CallbackKind.valueOf(earlier.kind()));
        var errand = errand(wallets, earlier, callback.kind());
        return this == SAME_BYTES
                ? wallets.sender()
                        .repeat(
                                earlier,
                                callback,
                                errand,
                                Objects.requireNonNullElse(request.header("X-Svc-Timestamp"), ""),
                                Objects.requireNonNullElse(request.header("X-Svc-Signature"), ""))
                : wallets.sender().sendByHand(callback, errand, manner());
    }

    private static Errand errand(WalletSide wallets, Entry earlier, CallbackKind kind) {
        var currency = Optional.ofNullable(earlier.round())
                .flatMap(wallets.store()::find)
                .map(Round::bet)
                .map(bet -> bet.stake().currency())
                .orElse(null);
        if (currency == null && kind != CallbackKind.PLAYER) {
            throw new IllegalArgumentException("the round of this exchange is not kept any more");
        }
        return new Errand(
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
