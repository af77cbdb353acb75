package dev.operatorkit.conformance.cases;

import static dev.operatorkit.conformance.suite.Advice.advise;

import dev.operatorkit.conformance.suite.Advice;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Case.Untitled;
import dev.operatorkit.conformance.suite.CaseContext;
import dev.operatorkit.conformance.suite.Check;
import dev.operatorkit.conformance.suite.Group;
import dev.operatorkit.conformance.suite.Observation;
import dev.operatorkit.conformance.suite.Script;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Checks the timestamp: milliseconds, digits only, five minutes either way (GEN-4, SIG-10). All are signed as sent. */
final class TimestampCases {
    private static final Advice ONCE = advise("D-55", "refuse with 401", 401);
    static final Group GROUP = Group.of(
            "Timestamp",
            within("four-minutes-ago", -240_000).title("A timestamp four minutes ago is accepted"),
            within("four-minutes-ahead", 240_000).title("A timestamp four minutes ahead is accepted"),
            Case.readOnly("timestamps-in-any-order", "SIG-10 ERR-2 D-43", TimestampCases::sendInAnyOrder)
                    .title("Callbacks with the same timestamp, or an earlier one than the last, are accepted")
                    // a look at the balance could be the callback that such a wallet refuses
                    .withPrecondition(0),
            edge("just-under-five-minutes-ago", -298_500, 200).title("A timestamp 298.5 seconds ago is accepted"),
            edge("just-under-five-minutes-ahead", 298_500, 200).title("A timestamp 298.5 seconds ahead is accepted"),
            edge("just-over-five-minutes-ago", -301_500, 401).title("A timestamp 301.5 seconds ago is refused"),
            edge("just-over-five-minutes-ahead", 301_500, 401).title("A timestamp 301.5 seconds ahead is refused"),
            beyond("six-minutes-ago", -360_000).title("A timestamp six minutes ago is refused"),
            beyond("six-minutes-ahead", 360_000).title("A timestamp six minutes ahead is refused"),
            beyond("an-hour-ago", -3_600_000).title("A timestamp an hour ago, as of another time zone, is refused"),
            beyond("an-hour-ahead", 3_600_000).title("A timestamp an hour ahead, as of another time zone, is refused"),
            beyond("a-day-ago", -86_400_000).title("A timestamp a day ago is refused"),
            beyond("two-to-the-32-milliseconds-ago", -4_294_967_296L)
                    .title("A timestamp 2^32 milliseconds ago, whose distance is 0 in 32 bits, is refused"),
            beyond("a-year-ahead", 31_536_000_000L).title("A timestamp a year ahead is refused"),
            malformed("timestamp-in-seconds", now -> Long.toString(now / 1000))
                    .title("Unix seconds instead of milliseconds are refused"),
            malformed("timestamp-in-microseconds", now -> now + "000")
                    .title("Unix microseconds instead of milliseconds are refused"),
            malformed("timestamp-zero", now -> "0").title("The timestamp 0 is refused"),
            malformed("timestamp-empty", now -> "").title("An empty timestamp is refused"),
            malformed("timestamp-in-words", now -> "now").title("A timestamp of letters is refused"),
            malformed("timestamp-not-a-number", now -> "NaN").title("The timestamp NaN is refused"),
            malformed("timestamp-iso", now -> Instant.ofEpochMilli(now).toString())
                    .title("An ISO-8601 timestamp in the header is refused"),
            malformed("timestamp-with-letters-after-it", now -> now + "abc")
                    .title("Digits followed by letters are refused"),
            malformed("timestamp-with-a-fraction", now -> now + ".0")
                    .title("Digits followed by a fraction are refused"),
            malformed("timestamp-in-exponent-form", now -> (now + "e12").replaceFirst("^.", "$0."))
                    .title("A timestamp in exponent form is refused"),
            malformed("timestamp-negative", now -> "-" + now).title("A negative timestamp is refused"),
            malformed("timestamp-too-large-for-a-long", now -> "9".repeat(30))
                    .title("A timestamp of thirty digits is refused"),
            malformed("timestamp-smallest-long", now -> Long.toString(Long.MIN_VALUE))
                    .title("The smallest 64-bit number, whose distance overflows, is refused"),
            Case.of("signature-of-an-earlier-callback", "SIG-13 SIG-2 SIG-8", TimestampCases::reuseSignature)
                    .title("A signature that was accepted once is not valid for another callback"),
            lenient("timestamp-with-a-plus", now -> "+" + now).observes("A plus before the digits"),
            lenient("timestamp-with-leading-zeros", now -> "000" + now).observes("Zeros before the digits"),
            OpenPoints.request("doubled-signature", "D-55", ONCE, r -> r.addHeader("X-Svc-Signature", "0".repeat(128)))
                    .observes("The signature twice, the second wrong"),
            Case.readOnly("doubled-timestamp", "D-55", TimestampCases::doubleTimestamp)
                    .observes("The timestamp twice, the second an hour old"));

    private TimestampCases() {}

    private static void reuseSignature(CaseContext t) {
        var time = Long.toString(t.now());
        var debit = t.debit(3);
        Check.requireApplied(t.send(debit, t.request(debit).timestamp(time)), "SIG-1", "the debit");
        for (var next : List.of(t.debit(2), t.credit(debit, 9))) {
            SignatureCases.sendSpoiled(
                    t,
                    next,
                    "SIG-13",
                    "that of an earlier one",
                    r -> r.timestamp(time).signedPath(t.prefix() + "/debit").signedData(debit.json()));
        }
    }

    private static void doubleTimestamp(CaseContext t) {
        var debit = t.debit(2);
        var request = t.request(debit).addHeader("X-Svc-Timestamp", Long.toString(t.now() - 3_600_000));
        OpenPoints.sendDebit(t, debit, request, "a doubled X-Svc-Timestamp", ONCE);
    }

    /** Sends callbacks as a service with several machines does: within one millisecond, and in another order than they were signed. */
    private static void sendInAnyOrder(CaseContext t) {
        var now = t.now();
        for (var age : List.of(0, 0, 2_000, 1_999, 4_000)) {
            var answer = t.send(t.playerCall(t.player()).timestamp(Long.toString(now - age)));
            var what =
                    "a player callback signed " + (age == 0 ? "in the same millisecond" : "earlier than the last one");
            var hint = "The service sends callbacks in parallel. Accept every timestamp within five minutes, in any"
                    + " order.";
            Check.requireStatus(200, answer, "SIG-10", what, hint);
        }
    }

    private static Untitled within(String id, long offset) {
        return Case.of(id, "SIG-10", t -> {
            var debit = t.debit(2);
            var what = "a timestamp within the five minutes";
            var answer = t.send(debit, t.request(debit).at(offset));
            Check.requireStatus(200, answer, "SIG-10", what, hint(answer));
            Check.requireStatus(200, t.send(t.playerCall(t.player()).at(offset)), "SIG-10", what);
        });
    }

    private static Untitled beyond(String id, long offset) {
        return Case.titledReadOnly(
                id,
                "SIG-10 SIG-13",
                (t, title) -> SignatureCases.sendSpoiledDebit(t, "SIG-10", title, r -> r.at(offset)));
    }

    /** Sends a debit so near the limit that clock differences or latency may decide: then it is only observed. */
    private static Untitled edge(String id, long offset, int expected) {
        Script script = t -> sendNearLimit(t, offset, expected);
        return expected == 200 ? Case.of(id, "SIG-10", script) : Case.readOnly(id, "SIG-10", script);
    }

    private static void sendNearLimit(CaseContext t, long offset, int expected) {
        var debit = t.debit(2);
        var before = t.balance();
        var answer = t.send(debit, t.request(debit).at(offset));
        if (answer.status() != expected && isUnsure(t, answer)) {
            var what = "status " + answer.status() + ", but clock differences or latency prevent a verdict";
            t.observe(Observation.unproven("SIG-10", what, "respond " + expected));
            return;
        }
        Check.requireStatus(expected, answer, "SIG-10", "a timestamp " + offset / 1000.0 + " s from now", hint(answer));
        t.requireMoved(before, expected == 200 ? debit.amount().negate() : BigDecimal.ZERO, "SIG-13", "");
    }

    private static Untitled malformed(String id, Function<Long, String> writing) {
        return Case.titledReadOnly(id, "SIG-10 GEN-4 SIG-13", (t, title) -> {
            SignatureCases.sendSpoiledDebit(t, "GEN-4", title, r -> r.timestamp(writing.apply(t.now())));
            var read = t.send(t.playerCall(t.player()).timestamp(writing.apply(t.now())));
            Check.requireUnauthorized(read, "GEN-4", title);
        });
    }

    private static Untitled lenient(String id, Function<Long, String> writing) {
        return Case.readOnly(id, "GEN-4", t -> {
            var debit = t.debit(2);
            var request = t.request(debit).timestamp(writing.apply(t.now()));
            var advice = advise("GEN-4", "refuse with 401: digits only", 401);
            OpenPoints.sendDebit(t, debit, request, "a timestamp that is not only digits", advice);
        });
    }

    private static String hint(WalletResponse answer) {
        var skew = skew(answer);
        return skew == null ? "" : "The wallet's Date header is " + skew.toSeconds() + " s from the tester's clock.";
    }

    private static boolean isUnsure(CaseContext t, WalletResponse answer) {
        var skew = skew(answer);
        var apart = skew == null ? !t.run().wire().address().isLoopback() : Math.abs(skew.toMillis() + 500) > 1_500;
        return apart || answer.exchange().micros() > 900_000;
    }

    private static @Nullable Duration skew(WalletResponse answer) {
        try {
            return answer.header("Date")
                    .map(date -> ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME))
                    .map(date -> Duration.between(answer.exchange().at(), date.toInstant()))
                    .orElse(null);
        } catch (DateTimeException e) {
            return null;
        }
    }
}
