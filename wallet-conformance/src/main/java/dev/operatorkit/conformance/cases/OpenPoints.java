package dev.operatorkit.conformance.cases;

import dev.operatorkit.conformance.money.MovementBody;
import dev.operatorkit.conformance.suite.CaseContext;
import dev.operatorkit.conformance.suite.Observation;
import dev.operatorkit.conformance.wire.NoResponse;
import dev.operatorkit.conformance.wire.Request;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Sends unusual debits: the specification leaves their status open, but money and status must agree. */
final class OpenPoints {
    private OpenPoints() {}

    /** Holds what a decision recommends for a debit, and the statuses that follow it. */
    record Advice(String decision, String words, List<Integer> statuses) {
        Observation of(String what, WalletResponse answer) {
            var agrees = statuses.contains(answer.status());
            return Observation.of(decision, what + ": status " + answer.status(), words, agrees);
        }
    }

    /** Returns what a decision recommends. */
    static Advice advise(String decision, String words, int... statuses) {
        return new Advice(decision, words, IntStream.of(statuses).boxed().toList());
    }

    /** Sends a debit that may be applied exactly or refused truthfully, and observes whether it gets a recommended status. */
    static @Nullable WalletResponse sendDebit(CaseContext t, MovementBody debit, String what, Advice advice) {
        return sendDebit(t, debit, t.request(debit), what, advice);
    }

    /** Sends such a debit as this request; returns null without a response. */
    static @Nullable WalletResponse sendDebit(
            CaseContext t, MovementBody debit, Request request, String what, Advice advice) {
        return sendDebit(t, debit, request, what, advice, false);
    }

    private static @Nullable WalletResponse sendDebit(
            CaseContext t, MovementBody debit, Request request, String what, Advice advice, boolean surelySigned) {
        var before = t.balance();
        try {
            var answer = t.send(debit, request);
            var expected = "no 401 for " + what + ", since its signature is valid";
            var hint = "Verify the bytes as they arrived, before decoding them.";
            Answers.require(answer, !surelySigned || answer.status() != 401, "SIG-14", expected, hint);
            if (answer.status() == 200) {
                var taken = "The response was 200, so exactly the stake must be taken.";
                t.requireMoved(before, debit.amount().negate(), "WAL-4", taken);
            } else {
                requireTruth(t, debit.id(), answer, before, what);
            }
            t.observe(advice.of(what, answer));
            return answer;
        } catch (NoResponse e) {
            requireNothingMoved(t, e, before, what);
            var seen = what + ": no response (" + e.getMessage() + ")";
            t.observe(Observation.of(advice.decision(), seen, advice.words(), false));
            return null;
        }
    }

    /**
     * Fails when money moved although no response arrived: a movement that was signed correctly may have been applied, and what is
     * wrong is that no response says so (GEN-8).
     */
    static void requireNothingMoved(CaseContext t, NoResponse e, BigDecimal before, String what) {
        if (!e.exchange().request().genuine()) {
            t.requireUnmoved(before, "SIG-13", "No response arrived to " + what + ", but money moved.");
        } else if (t.balance().compareTo(before) != 0) {
            throw e;
        }
    }

    /** Sends a debit whose malformed bytes are validly signed: it may be refused, but not for its signature (SIG-14). */
    static void sendBytes(CaseContext t, MovementBody debit, Request request, String what) {
        sendDebit(t, debit, request, what, advise("D-38", "refuse malformed JSON with 422", 422), true);
    }

    /** Sends a debit whose unusual bytes are valid JSON and validly signed. */
    static void sendWellFormedBytes(CaseContext t, MovementBody debit, Request request, String what) {
        sendDebit(t, debit, request, what, advise("D-38", "accept it: the JSON is well-formed", 200), true);
    }

    /** Checks what a refusal promises: 422 nothing was written, 500 something was, and no money has moved. */
    static void requireTruth(CaseContext t, String id, WalletResponse answer, BigDecimal before, String what) {
        if (answer.status() == 422) {
            var found = t.lookupWithBalance(List.of(id)).getFirst();
            var hint = "422 says that nothing was written (" + what + "), so the lookup must not know it.";
            t.requireUnknown(id, found, "ERR-3", hint);
        }
        if (answer.status() == 500) {
            var found = t.lookupWithBalance(List.of(id)).getFirst();
            if (!found.isResult()) {
                t.requireUnmoved(before, "IDM-3", "The lookup does not know it (" + what + "), but money moved.");
            }
            var hint = "500 says that something was written (" + what + "); the service then sends a rollback. Respond"
                    + " 422 when nothing was.";
            t.requireKnown(id, found, "ERR-4", hint);
            return;
        }
        var rule = answer.status() == 422 ? "ERR-3" : "IDM-3";
        t.requireUnmoved(before, rule, "The status was " + answer.status() + ", but money moved.");
    }
}
