package dev.operatorkit.conformance.cases;

import dev.operatorkit.conformance.CaseContext;
import dev.operatorkit.conformance.Check;
import dev.operatorkit.conformance.MovementBody;
import dev.operatorkit.conformance.wire.NoResponse;
import dev.operatorkit.conformance.wire.Request;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Debits off the beaten track: the specification leaves their status open, the books and the truth of the status are not. */
final class OpenPoints {
    private OpenPoints() {}

    /** A debit that may be done (then exactly) or refused (then truthfully): observed. Null when no answer came. */
    static @Nullable WalletResponse debit(
            CaseContext t, MovementBody debit, Request request, String what, String decision, String recommended) {
        return debit(t, debit, request, what, decision, recommended, false);
    }

    private static @Nullable WalletResponse debit(
            CaseContext t,
            MovementBody debit,
            Request request,
            String what,
            String decision,
            String recommended,
            boolean surelySigned) {
        var before = t.balance();
        try {
            var answer = t.send(debit, request);
            Check.require(
                    !surelySigned || answer.status() != 401,
                    "SIG-14",
                    "no 401 for " + what + ", since its signature is right",
                    Check.describe(answer),
                    "Verify over the bytes as they arrived, before they become text.",
                    answer);
            if (answer.status() == 200) {
                t.requireMoved(
                        before, debit.amount().negate(), "WAL-4", "Answered 200, so exactly the stake must be gone.");
            } else {
                truthful(t, debit.id(), answer, before, what);
            }
            t.observe(decision, what + ": answered " + answer.status(), recommended);
            return answer;
        } catch (NoResponse e) {
            t.requireUnmoved(before, "SIG-13", "No answer came to " + what + ", and yet money moved.");
            t.observe(decision, what + ": no answer (" + e.getMessage() + ")", recommended);
            return null;
        }
    }

    /** A debit whose bytes are odd and signed right: whatever comes of it, it is not the signature that is wrong (SIG-14). */
    static void bytes(CaseContext t, MovementBody debit, Request request, String what) {
        debit(t, debit, request, what, "D-38", "refuse malformed JSON with 422", true);
    }

    /** What a refusal promises: 422 nothing was written, 500 something was, and either way no money has moved. */
    static void truthful(CaseContext t, String id, WalletResponse answer, BigDecimal before, String what) {
        if (answer.status() == 422) {
            t.requireUnknown(
                    id, "ERR-3", "422 says that nothing was written (" + what + "), so the lookup must not know it.");
        }
        if (answer.status() == 500) {
            t.requireKnown(
                    id,
                    "ERR-4",
                    "500 says that something was written (" + what + "); the service then sends a rollback."
                            + " Answer 422 when nothing was.");
            return;
        }
        t.requireUnmoved(
                before,
                answer.status() == 422 ? "ERR-3" : "IDM-3",
                "Refused with " + answer.status() + ", and yet money moved.");
    }
}
