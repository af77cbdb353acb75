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
final class ResponseSchema {
    private static final Duration CLOCKS_APART = Duration.ofMinutes(10);

    private static final String BYTE_ORDER_MARK = "\ufeff";

    private ResponseSchema() {}

    /** Fails unless the response is a transaction result with every field, each of its type (WAL-13). */
    static void result(CaseContext t, WalletResponse answer, String what) {
        var id = answer.json().path("operatorTransactionId");
        field(
                id.isTextual() && !id.asText().isBlank(),
                answer,
                "WAL-13",
                "operatorTransactionId, a string, in " + what);
        balance(t, answer, "WAL-13", what);
        var created = answer.json().path("createdAt");
        if (!created.isMissingNode() && !created.isNull()) {
            utc(t, created, answer, "createdAt in " + what);
        }
    }

    /**
     * Fails unless the response is a complete result (WAL-13). Observes whether its updatedAt is the time of the movement, which has
     * just changed the balance: the specification gives the field a type and no meaning (D-50).
     */
    static void appliedResult(CaseContext t, WalletResponse answer, String what) {
        result(t, answer, what);
        var updated = OffsetDateTime.parse(
                answer.json().path("balance").path("updatedAt").asText());
        if (updated.toInstant().isBefore(Instant.ofEpochMilli(t.now()).minus(CLOCKS_APART))) {
            t.observe(Observation.of(
                    "D-50",
                    "balance.updatedAt is " + updated + " in " + what + " to a movement that was just applied",
                    "write the time of the movement",
                    false));
        }
    }

    /** Fails unless the response has a balance with amount, currency and updatedAt. */
    static void balance(CaseContext t, WalletResponse answer, String rule, String what) {
        var balance = answer.json().path("balance");
        field(
                !answer.text().startsWith(BYTE_ORDER_MARK),
                answer,
                rule,
                "JSON without a byte order mark (RFC 8259, 8.1) in " + what);
        field(balance.isObject(), answer, rule, "balance, an object, in " + what);
        field(balance.path("amount").isNumber(), answer, rule, "balance.amount, a number, in " + what);
        field(balance.path("currency").isTextual(), answer, rule, "balance.currency, a string, in " + what);
        field(
                balance.path("currency").asText().equals(t.player().currency()),
                answer,
                rule,
                "balance.currency is the player's " + t.player().currency() + " in " + what);
        field(
                !balance.path("updatedAt").isMissingNode()
                        && !balance.path("updatedAt").isNull(),
                answer,
                rule,
                "balance.updatedAt in " + what);
        utc(t, balance.path("updatedAt"), answer, "balance.updatedAt in " + what);
    }

    /** Fails unless a field is an ISO-8601 time in UTC (GEN-3) that is not in the future. */
    private static void utc(CaseContext t, JsonNode time, WalletResponse answer, String where) {
        field(time.isTextual(), answer, "GEN-3", where + " is an ISO-8601 string");
        OffsetDateTime read;
        try {
            read = OffsetDateTime.parse(time.asText());
        } catch (DateTimeException e) {
            Check.require(
                    false,
                    "GEN-3",
                    where + " is ISO-8601 in UTC, such as 2026-01-31T12:34:56.789Z",
                    Check.describe(answer),
                    "Without Z or an offset the time is ambiguous.",
                    answer);
            return;
        }
        Check.require(
                read.getOffset().equals(ZoneOffset.UTC),
                "GEN-3",
                where + " is in UTC",
                Check.describe(answer),
                "",
                answer);
        Check.require(
                read.toInstant().isBefore(Instant.ofEpochMilli(t.now()).plus(CLOCKS_APART)),
                "GEN-3",
                where + " is not in the future",
                Check.describe(answer),
                "Check that it is not local time with a Z appended.",
                answer);
        if (!time.asText().endsWith("Z")) {
            t.observe(Observation.of(
                    "D-50", where + " is written " + time.asText(), "write UTC with milliseconds and Z", false));
        }
    }

    /** Fails unless the error body is an object with a readable message (GEN-7). */
    static void message(WalletResponse answer, String what) {
        var message = answer.json().path("message");
        Check.require(
                message.isTextual() && !message.asText().isBlank(),
                "GEN-7",
                "{\"message\": string} as the body of " + answer.status() + " for " + what,
                Check.describe(answer),
                "",
                answer);
    }

    /** Checks the error body if there is one; a response without a body is only observed. */
    static void messageIfAny(CaseContext t, WalletResponse answer, String what) {
        if (answer.length() == 0) {
            t.observe(Observation.of(
                    "GEN-7",
                    answer.status() + " for " + what + " has no body",
                    "explain it in {\"message\": string}",
                    false));
        } else {
            message(answer, what);
        }
    }

    private static void field(boolean holds, WalletResponse answer, String rule, String expected) {
        Check.require(holds, rule, expected, Check.describe(answer), "", answer);
    }
}
