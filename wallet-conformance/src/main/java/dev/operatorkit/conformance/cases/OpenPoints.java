package dev.operatorkit.conformance.cases;

import static dev.operatorkit.conformance.suite.Advice.advise;

import dev.operatorkit.conformance.money.MovementBody;
import dev.operatorkit.conformance.suite.Advice;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Case.Untitled;
import dev.operatorkit.conformance.suite.CaseContext;
import dev.operatorkit.conformance.suite.Check;
import dev.operatorkit.conformance.suite.Observation;
import dev.operatorkit.conformance.wire.NoResponse;
import dev.operatorkit.conformance.wire.Request;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.math.BigDecimal;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Sends unusual debits: the specification leaves their status open, but money and status must agree. */
final class OpenPoints {
    /** Makes a movement that a case sends. */
    @FunctionalInterface
    interface Maker extends Function<CaseContext, MovementBody> {}

    private OpenPoints() {}

    /** Starts a case about such a debit. A correct wallet moves nothing unless 200 is advised. */
    static Untitled debit(String id, Advice advice, Maker maker) {
        return debit(id, advice.decision() + " ERR-3 ERR-4", advice, maker);
    }

    /** Starts a case about such a debit that cites other rules. */
    static Untitled debit(String id, String rules, Advice advice, Maker maker) {
        return start(id, rules, advice, (t, title) -> sendDebit(t, maker.apply(t), subject(title), advice));
    }

    /** Starts a case about a debit whose request is unusual. */
    static Untitled request(String id, Advice advice, UnaryOperator<Request> change) {
        return request(id, advice.decision() + " ERR-3 ERR-4", advice, change);
    }

    /** Starts a case about a debit whose request is unusual that cites other rules. */
    static Untitled request(String id, String rules, Advice advice, UnaryOperator<Request> change) {
        return start(id, rules, advice, (t, title) -> {
            var debit = t.debit(2);
            sendDebit(t, debit, change.apply(t.request(debit)), subject(title), advice);
        });
    }

    private static Untitled start(String id, String rules, Advice advice, BiConsumer<CaseContext, String> script) {
        return advice.statuses().contains(200)
                ? Case.titled(id, rules, script)
                : Case.titledReadOnly(id, rules, script);
    }

    static String subject(String title) {
        return title.replaceAll(":.*", "");
    }

    /** Sends a debit that may be applied exactly or refused truthfully, and observes whether it gets a recommended status. */
    static @Nullable WalletResponse sendDebit(CaseContext t, MovementBody debit, String what, Advice advice) {
        return sendDebit(t, debit, t.request(debit), what, advice);
    }

    /** Sends such a debit as this request; returns null without a response. */
    static @Nullable WalletResponse sendDebit(
            CaseContext t, MovementBody debit, Request request, String what, Advice advice) {
        var before = t.balance();
        try {
            var answer = t.send(debit, request);
            if (answer.status() == 200) {
                var taken = "The response was 200, so exactly the stake must be taken.";
                t.requireMoved(before, debit.amount().negate(), "WAL-4", taken);
            } else {
                requireTruth(t, answer, before);
            }
            t.observe(what, answer, advice);
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
        requireVerified(t, debit, request, what, advise("D-38", "refuse malformed JSON with 422", 422));
    }

    /** Sends a debit whose unusual bytes are valid JSON and validly signed. */
    static void sendWellFormedBytes(CaseContext t, MovementBody debit, Request request, String what) {
        requireVerified(t, debit, request, what, advise("D-38", "accept it: the JSON is well-formed", 200));
    }

    private static void requireVerified(
            CaseContext t, MovementBody debit, Request request, String what, Advice advice) {
        var answer = sendDebit(t, debit, request, what, advice);
        if (answer != null) {
            var expected = "no 401 for " + what + ", since its signature is valid";
            var hint = "Verify the bytes as they arrived, before decoding them.";
            Check.require(answer, answer.status() != 401, "SIG-14", expected, hint);
        }
    }

    /** Fails when a refusal moved money. Whether its transaction is stored, as 422 and 500 promise, every case judges at its end. */
    static void requireTruth(CaseContext t, WalletResponse answer, BigDecimal before) {
        if (answer.status() != 500) {
            var rule = answer.status() == 422 ? "ERR-3" : "IDM-3";
            t.requireUnmoved(before, rule, "The status was " + answer.status() + ", but money moved.");
        }
    }
}
