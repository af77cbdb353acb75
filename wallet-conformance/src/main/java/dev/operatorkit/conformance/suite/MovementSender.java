package dev.operatorkit.conformance.suite;

import dev.operatorkit.conformance.money.MovementBody;
import dev.operatorkit.conformance.wire.Request;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/** Sends movements as the service does: a settlement that could not be tried is tried again, and the wallet's limits are kept. */
final class MovementSender {
    private static final int REPEATS = 6;
    private static final Duration MIN_PAUSE = Duration.ofMillis(4);
    private static final Set<Integer> REFUSALS = Set.of(400, 403, 404, 422);

    private final CaseContext tester;
    private final WalletLimits limits;

    MovementSender(CaseContext tester, WalletLimits limits) {
        this.tester = tester;
        this.limits = limits;
    }

    WalletResponse send(MovementBody message, Request request) {
        var debit = message.kind() == MovementBody.Kind.DEBIT;
        var limited = debit
                && !tester.calls().isSettling()
                && tester.journal().find(message) == null; // a repeat exceeds no limit that the first sending kept
        if (limited) {
            limits.requireWithin(message);
        }
        var answer = tester.calls().send(message, request);
        if (!answer.exchange().request().genuine()) {
            return answer;
        }
        for (var i = 0; i < REPEATS && mayRepeat(message, answer); i++) {
            if (answer.status() == 503) {
                LockSupport.parkNanos(
                        MIN_PAUSE.toNanos() << i); // the wallet is busy, perhaps with other calls of this run
            }
            answer = tester.calls().send(message, request);
        }
        if (debit && answer.status() == 200) {
            limits.recordAccepted(message);
        } else if (limited && REFUSALS.contains(answer.status())) {
            limits.requireUnlimited(tester, message, answer);
        }
        return answer;
    }

    /** Returns true when the service would send it again (DEL-1, D-29), or when a 500 is true and the result is stored (ERR-4). */
    private boolean mayRepeat(MovementBody message, WalletResponse answer) {
        if (answer.status() == 503) {
            return message.kind() != MovementBody.Kind.DEBIT;
        }
        return answer.status() == 500
                && tester.send(Request.get(message.player().lookupPath(message.id())))
                        .isResult();
    }
}
