package dev.operatorkit.conformance.cases;

import com.fasterxml.jackson.databind.JsonNode;
import dev.operatorkit.conformance.suite.CaseContext;
import dev.operatorkit.conformance.suite.Check;
import dev.operatorkit.conformance.suite.Observation;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;

/** Checks the form of responses: fields, types, and times in UTC (WAL-13, GEN-3, GEN-7). */
final class Answers {
    private static final Duration CLOCKS_APART = Duration.ofMinutes(10);
    private static final String BYTE_ORDER_MARK = "\ufeff";

    private Answers() {}

    /** Fails unless the response is a transaction result with every field, each of its type (WAL-13). */
    static void requireResult(CaseContext t, WalletResponse answer, String what) {
        var id = answer.json().path("operatorTransactionId");
        var isText = id.isTextual() && !id.asText().isBlank();
        Check.require(answer, isText, "WAL-13", "operatorTransactionId, a string, in " + what);
        requireBalance(t, answer, "WAL-13", what);
        var created = answer.json().path("createdAt");
        if (!created.isMissingNode() && !created.isNull()) {
            requireUtc(t, created, answer, "createdAt in " + what);
        }
    }

    /**
     * Fails unless the response is a complete result (WAL-13). Observes whether its updatedAt is the time of the movement, which has
     * just changed the balance: the specification gives the field a type and no meaning (D-50).
     */
    static void requireAppliedResult(CaseContext t, WalletResponse answer, String what) {
        requireResult(t, answer, what);
        var updated = OffsetDateTime.parse(
                answer.json().path("balance").path("updatedAt").asText());
        if (updated.toInstant().isBefore(Instant.ofEpochMilli(t.now()).minus(CLOCKS_APART))) {
            var seen = "balance.updatedAt is " + updated + " in " + what + " to a movement that was just applied";
            t.observe(Observation.of("D-50", seen, "write the time of the movement", false));
        }
    }

    /** Fails unless the response has a balance with amount, currency and updatedAt. */
    static void requireBalance(CaseContext t, WalletResponse answer, String rule, String what) {
        var balance = answer.json().path("balance");
        var currency = balance.path("currency");
        var isMarked = answer.text().startsWith(BYTE_ORDER_MARK);
        Check.require(answer, !isMarked, rule, "JSON without a byte order mark (RFC 8259, 8.1) in " + what);
        Check.require(answer, balance.isObject(), rule, "balance, an object, in " + what);
        Check.require(answer, balance.path("amount").isNumber(), rule, "balance.amount, a number, in " + what);
        Check.require(answer, balance.path("amount").decimalValue().signum() >= 0, rule, "a balance >= 0 in " + what);
        Check.require(answer, currency.isTextual(), rule, "balance.currency, a string, in " + what);
        var expected = t.player().currency();
        var isOwn = currency.asText().equals(expected);
        Check.require(answer, isOwn, rule, "balance.currency is the player's " + expected + " in " + what);
        var updated = balance.path("updatedAt");
        Check.require(answer, !updated.isMissingNode() && !updated.isNull(), rule, "balance.updatedAt in " + what);
        requireUtc(t, updated, answer, "balance.updatedAt in " + what);
    }

    /** Fails unless a field is an ISO-8601 time in UTC (GEN-3) that is not in the future. */
    private static void requireUtc(CaseContext t, JsonNode time, WalletResponse answer, String where) {
        Check.require(answer, time.isTextual(), "GEN-3", where + " is an ISO-8601 string");
        OffsetDateTime read;
        try {
            read = OffsetDateTime.parse(time.asText());
        } catch (DateTimeException e) {
            var expected = where + " is ISO-8601 in UTC, such as 2026-01-31T12:34:56.789Z";
            Check.require(answer, false, "GEN-3", expected, "Without Z or an offset the time is ambiguous.");
            return;
        }
        Check.require(answer, read.getOffset().equals(ZoneOffset.UTC), "GEN-3", where + " is in UTC");
        var isPast = read.toInstant().isBefore(Instant.ofEpochMilli(t.now()).plus(CLOCKS_APART));
        var hint = "Check that it is not local time with a Z appended.";
        Check.require(answer, isPast, "GEN-3", where + " is not in the future", hint);
        if (!time.asText().endsWith("Z")) {
            var seen = where + " is written " + time.asText();
            t.observe(Observation.of("D-50", seen, "write UTC with milliseconds and Z", false));
        }
    }

    /** Fails unless the error body, if there is one, is an object with a readable message (GEN-7); observes that there is none. */
    static void requireMessageIfAny(CaseContext t, WalletResponse answer, String what) {
        if (answer.length() == 0) {
            var seen = answer.status() + " for " + what + " has no body";
            t.observe(Observation.of("GEN-7", seen, "explain it in {\"message\": string}", false));
            return;
        }
        var message = answer.json().path("message");
        var expected = "{\"message\": string} as the body of " + answer.status() + " for " + what;
        Check.require(answer, message.isTextual() && !message.asText().isBlank(), "GEN-7", expected);
    }
}
