package dev.operatorkit.conformance.cases;

import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.CaseContext;
import dev.operatorkit.conformance.suite.Check;
import dev.operatorkit.conformance.suite.Group;
import dev.operatorkit.conformance.suite.Observation;
import dev.operatorkit.conformance.wire.Request;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Checks the timestamp: milliseconds, digits only, five minutes either way (GEN-4, SIG-10). All are signed as sent. */
final class TimestampCases {
    private TimestampCases() {}

    static Group group() {
        return Group.of(
                "Timestamp",
                within("four-minutes-ago", "A timestamp four minutes ago is accepted", -240_000),
                within("four-minutes-ahead", "A timestamp four minutes ahead is accepted", 240_000),
                Case.of(
                                "timestamps-in-any-order",
                                "Callbacks with the same timestamp, or an earlier one than the last, are accepted",
                                "SIG-10 ERR-2 D-43",
                                TimestampCases::sendInAnyOrder)
                        .withPrecondition(0), // a look at the balance could be the callback that such a wallet refuses
                edge("just-under-five-minutes-ago", "A timestamp 298.5 seconds ago is accepted", -298_500, 200),
                edge("just-under-five-minutes-ahead", "A timestamp 298.5 seconds ahead is accepted", 298_500, 200),
                edge("just-over-five-minutes-ago", "A timestamp 301.5 seconds ago is refused", -301_500, 401),
                edge("just-over-five-minutes-ahead", "A timestamp 301.5 seconds ahead is refused", 301_500, 401),
                beyond("six-minutes-ago", "A timestamp six minutes ago is refused", -360_000),
                beyond("six-minutes-ahead", "A timestamp six minutes ahead is refused", 360_000),
                beyond("an-hour-ago", "A timestamp an hour ago, as of another time zone, is refused", -3_600_000),
                beyond("an-hour-ahead", "A timestamp an hour ahead, as of another time zone, is refused", 3_600_000),
                beyond("a-day-ago", "A timestamp a day ago is refused", -86_400_000),
                beyond(
                        "two-to-the-32-milliseconds-ago",
                        "A timestamp 2^32 milliseconds ago, whose distance is 0 in 32 bits, is refused",
                        -4_294_967_296L),
                beyond("a-year-ahead", "A timestamp a year ahead is refused", 31_536_000_000L),
                malformed(
                        "timestamp-in-seconds",
                        "Unix seconds instead of milliseconds are refused",
                        now -> Long.toString(now / 1000)),
                malformed(
                        "timestamp-in-microseconds",
                        "Unix microseconds instead of milliseconds are refused",
                        now -> now + "000"),
                malformed("timestamp-zero", "The timestamp 0 is refused", now -> "0"),
                malformed("timestamp-empty", "An empty timestamp is refused", now -> ""),
                malformed("timestamp-in-words", "A timestamp of letters is refused", now -> "now"),
                malformed("timestamp-not-a-number", "The timestamp NaN is refused", now -> "NaN"),
                malformed(
                        "timestamp-iso",
                        "An ISO-8601 timestamp in the header is refused",
                        now -> Instant.ofEpochMilli(now).toString()),
                malformed(
                        "timestamp-with-letters-after-it",
                        "Digits followed by letters are refused",
                        now -> now + "abc"),
                malformed("timestamp-with-a-fraction", "Digits followed by a fraction are refused", now -> now + ".0"),
                malformed(
                        "timestamp-in-exponent-form",
                        "A timestamp in exponent form is refused",
                        now -> Long.toString(now).substring(0, 1) + "."
                                + Long.toString(now).substring(1) + "e12"),
                malformed("timestamp-negative", "A negative timestamp is refused", now -> "-" + now),
                malformed(
                        "timestamp-too-large-for-a-long",
                        "A timestamp of thirty digits is refused",
                        now -> "9".repeat(30)),
                malformed(
                        "timestamp-smallest-long",
                        "The smallest 64-bit number, whose distance overflows, is refused",
                        now -> Long.toString(Long.MIN_VALUE)),
                Case.of(
                        "signature-of-an-earlier-callback",
                        "A signature that was accepted once is not valid for another callback",
                        "SIG-13 SIG-2 SIG-8",
                        t -> {
                            var time = Long.toString(t.now());
                            var debit = t.debit(3);
                            Check.requireApplied(t.send(debit, t.request(debit).timestamp(time)), "SIG-1", "the debit");
                            UnaryOperator<Request> signedAlike = r -> r.timestamp(time)
                                    .signedPath(t.prefix() + "/debit")
                                    .signedData(debit.json());
                            var credit = t.credit(t.player(), t.id(), debit.round(), debit.id(), t.units(9));
                            for (var next : List.of(t.debit(2), credit)) {
                                var before = t.balance();
                                Check.requireUnauthorized(
                                        t.send(next, signedAlike.apply(t.request(next))),
                                        "SIG-13",
                                        "a callback with the signature of an earlier one");
                                t.requireUnmoved(
                                        before, "SIG-13", "The callback was refused with 401, but money moved.");
                            }
                        }),
                lenient(
                        "timestamp-with-a-plus",
                        "A plus before the digits: the behaviour of the wallet is observed",
                        now -> "+" + now),
                lenient(
                        "timestamp-with-leading-zeros",
                        "Zeros before the digits: the behaviour of the wallet is observed",
                        now -> "000" + now),
                doubled(
                        "doubled-signature",
                        "The signature twice, the second wrong: the behaviour of the wallet is observed",
                        "X-Svc-Signature"),
                doubled(
                        "doubled-timestamp",
                        "The timestamp twice, the second an hour old: the behaviour of the wallet is observed",
                        "X-Svc-Timestamp"));
    }

    /** Sends callbacks as a service with several machines does: within one millisecond, and in another order than they were signed. */
    private static void sendInAnyOrder(CaseContext t) {
        var now = t.now();
        for (var age : List.of(0, 0, 2_000, 1_999, 4_000)) {
            var answer = t.send(t.playerCall(t.player()).timestamp(Long.toString(now - age)));
            Check.requireStatus(
                    200,
                    answer,
                    "SIG-10",
                    "a player callback signed " + (age == 0 ? "in the same millisecond" : "earlier than the last one"),
                    "The service sends callbacks in parallel. Accept every timestamp within five minutes, in any"
                            + " order.");
        }
    }

    private static Case within(String id, String title, long offset) {
        return Case.of(id, title, "SIG-10", t -> {
            var debit = t.debit(2);
            var answer = t.send(debit, t.request(debit).at(offset));
            Check.requireStatus(200, answer, "SIG-10", "a timestamp within the five minutes", hint(answer));
            Check.requireStatus(
                    200,
                    t.send(t.playerCall(t.player()).at(offset)),
                    "SIG-10",
                    "a timestamp within the five minutes",
                    "");
        });
    }

    private static Case beyond(String id, String title, long offset) {
        return Case.of(id, title, "SIG-10 SIG-13", t -> {
            var debit = t.debit(2);
            SignatureCases.spoiledDebit(t, debit, t.request(debit).at(offset), "SIG-10", title);
        });
    }

    /** Creates a case so near the limit that clock differences or latency may decide: then it is only observed. */
    private static Case edge(String id, String title, long offset, int expected) {
        return Case.of(id, title, "SIG-10", t -> {
            var debit = t.debit(2);
            var before = t.balance();
            var answer = t.send(debit, t.request(debit).at(offset));
            if (answer.status() != expected && unsure(t, answer)) {
                t.observe(Observation.unproven(
                        "SIG-10",
                        "status " + answer.status() + ", but clock differences or latency prevent a verdict",
                        "respond " + expected));
                return;
            }
            Check.requireStatus(
                    expected, answer, "SIG-10", "a timestamp " + offset / 1000.0 + " s from now", hint(answer));
            t.requireMoved(
                    before,
                    expected == 200 ? debit.amount().negate() : debit.amount().subtract(debit.amount()),
                    "SIG-13",
                    "");
        });
    }

    private static Case malformed(String id, String title, Function<Long, String> writing) {
        return Case.of(id, title, "SIG-10 GEN-4 SIG-13", t -> {
            var debit = t.debit(2);
            SignatureCases.spoiledDebit(t, debit, t.request(debit).timestamp(writing.apply(t.now())), "GEN-4", title);
            Check.requireUnauthorized(
                    t.send(t.playerCall(t.player()).timestamp(writing.apply(t.now()))), "GEN-4", title);
        });
    }

    private static Case lenient(String id, String title, Function<Long, String> writing) {
        return Case.of(id, title, "GEN-4", t -> {
            var debit = t.debit(2);
            OpenPoints.debit(
                    t,
                    debit,
                    t.request(debit).timestamp(writing.apply(t.now())),
                    "a timestamp that is not only digits",
                    "GEN-4",
                    "refuse with 401: digits only",
                    401);
        });
    }

    private static Case doubled(String id, String title, String header) {
        return Case.of(id, title, "D-55", t -> {
            var debit = t.debit(2);
            Request request = t.request(debit);
            if (header.equals("X-Svc-Timestamp")) {
                request.addHeader(header, Long.toString(t.now() - 3_600_000));
            } else {
                request.addHeader(header, "0".repeat(128));
            }
            OpenPoints.debit(t, debit, request, "a doubled " + header, "D-55", "refuse with 401", 401);
        });
    }

    private static String hint(WalletResponse answer) {
        var skew = skew(answer);
        return skew == null ? "" : "The wallet's Date header is " + skew.toSeconds() + " s from the tester's clock.";
    }

    private static boolean unsure(CaseContext t, WalletResponse answer) {
        var skew = skew(answer);
        var apart = skew == null ? !t.isLocal() : Math.abs(skew.toMillis() + 500) > 1_500;
        return apart || answer.exchange().micros() > 900_000;
    }

    private static @Nullable Duration skew(WalletResponse answer) {
        try {
            return answer.header("Date")
                    .map(date -> ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME)
                            .toInstant())
                    .map(date -> Duration.between(answer.exchange().at(), date))
                    .orElse(null);
        } catch (DateTimeException e) {
            return null;
        }
    }
}
