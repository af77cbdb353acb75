package dev.operatorkit.conformance.cases;

import static dev.operatorkit.conformance.suite.Advice.advise;
import static dev.operatorkit.conformance.suite.Advice.refuse;

import dev.operatorkit.conformance.money.MovementBody;
import dev.operatorkit.conformance.suite.Advice;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Case.Untitled;
import dev.operatorkit.conformance.suite.CaseContext;
import dev.operatorkit.conformance.suite.Check;
import dev.operatorkit.conformance.suite.Group;
import dev.operatorkit.conformance.suite.Observation;
import dev.operatorkit.conformance.wire.NoResponse;
import dev.operatorkit.conformance.wire.Request;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;

/** Sends malformed bodies and requests: the wallet refuses them or reads them exactly, and keeps running. */
final class RobustnessCases {
    private static final String BODY = "D-38 SIG-14 WAL-4 ERR-3 ERR-4";
    private static final Advice LONG_NUMBER =
            advise("D-19", "accept it, since trailing zeros do not count, or refuse its length with 422", 200, 422);
    private static final Advice LONG_HEADER = advise("GEN-8", "431, or ignore it", 431, 200);
    static final Group GROUP = Group.of(
            "Robustness",
            Case.readOnly("doubled-key", "WAL-4 D-38", RobustnessCases::doubleKey)
                    .title("A stake given twice takes one of the two or nothing"),
            body("byte-order-mark", m -> "\uFEFF" + m.json())
                    .observes("A byte order mark before the body, signed as sent"),
            body("trailing-bytes", m -> m.json() + "xyz").observes("Bytes after the object, signed as sent"),
            body("two-objects", m -> m.json() + m.json()).observes("Two objects in one body"),
            body("comments", m -> "/* x */" + m.json()).observes("A comment in the body"),
            body("single-quotes", m -> m.json().replace('"', '\'')).observes("Single quotes in place of double ones"),
            body("trailing-comma", m -> m.json().replaceAll("}$", ",}")).observes("A comma after the last field"),
            body("deep-nesting", m -> withExtra(m, "[".repeat(500) + "]".repeat(500)))
                    .observes("Five hundred levels of nesting in an unknown field"),
            wellFormed("many-fields", RobustnessCases::manyFields).observes("Two thousand unknown fields"),
            wellFormed("large-body", m -> m.text("extra", "a".repeat(60_000)).json())
                    .observes("An unknown field of 60 000 characters"),
            wellFormed("lone-surrogate", m -> withExtra(m, "\"\\ud83c\""))
                    .observes("Half of a surrogate pair in an unknown field"),
            wellFormed("escaped-null-character", m -> withExtra(m, "\"a\\u0000b\""))
                    .observes("A null character in an unknown field"),
            OpenPoints.debit("long-number", BODY, LONG_NUMBER, RobustnessCases::withLongNumber)
                    .observes("A stake with a thousand trailing zeros"),
            Case.readOnly("exponent-bomb", "WAL-4 ERR-2 D-20", RobustnessCases::sendHugeExponents)
                    .title("A stake with a huge exponent is refused immediately and moves nothing"),
            encoded("invalid-utf8", m -> m.text("extra", "é").json().getBytes(StandardCharsets.ISO_8859_1))
                    .title("A body that is not UTF-8, signed as sent, is refused or applied, and its status is"
                            + " truthful"),
            encoded("utf16-body", m -> m.json().getBytes(StandardCharsets.UTF_16BE))
                    .title("A body in UTF-16, signed as sent, is refused or applied, and its status is truthful"),
            hostile(
                            "hostile-ids",
                            "'; DROP TABLE transactions; --",
                            "<script>alert(1)</script>",
                            "${jndi:ldap://127.0.0.1/a}",
                            "a\r\nX-Injected: 1",
                            "../../etc/passwd")
                    .title("Ids of SQL, markup and control characters do no harm"),
            Case.readOnly("oversized-body-with-a-bad-signature", "SIG-13 D-36", RobustnessCases::sendOversizedBody)
                    .title("A body of a megabyte with a bad signature is refused and moves nothing"),
            Case.readOnly("length-too-short", "SIG-5 D-36", RobustnessCases::sendFalseLength)
                    .title("A Content-Length shorter than the body moves nothing"),
            OpenPoints.request("long-header", "GEN-8", LONG_HEADER, RobustnessCases::withLongHeader)
                    .observes("A header of eight thousand characters"),
            Case.of("still-alive", "WAL-4 RND-2", RobustnessCases::playUsualRound)
                    .title("After all of that an ordinary round works as usual"));

    private RobustnessCases() {}

    private static void doubleKey(CaseContext t) {
        var debit = t.debit(2);
        var both = "\"amount\":" + t.units(2).toPlainString() + ",\"amount\":"
                + t.units(5).toPlainString();
        var doubled = debit.json().replaceFirst("\"amount\":[^,}]+", both);
        var before = t.balance();
        var answer = t.send(debit, t.request(debit).body(doubled));
        var taken = before.subtract(t.balance());
        var isOne = taken.compareTo(t.units(2)) == 0 || taken.compareTo(t.units(5)) == 0;
        var isRight = answer.status() == 200 ? isOne : taken.signum() == 0 || answer.status() == 500;
        var expected = "one of the two stakes when applied, nothing when refused";
        Check.require(
                answer, isRight, "WAL-4", expected, "it took " + t.player().money(taken), "");
        t.observe("a doubled key", answer, refuse("D-38"));
    }

    private static MovementBody withLongNumber(CaseContext t) {
        var debit = t.debit(2);
        var point = debit.amount().scale() > 0 ? "" : ".";
        return debit.amount(debit.amount().toPlainString() + point + "0".repeat(1000));
    }

    private static void sendHugeExponents(CaseContext t) {
        var advice = advise("D-20", "refuse with 422, before any arithmetic", 422);
        for (var raw : List.of("1e1000000", "1e-1000000")) {
            var before = t.balance();
            var what = "a stake of " + raw;
            try {
                var answer = t.send(t.debit(1).amount(raw));
                var isRefused = raw.contains("-") || answer.status() != 200;
                Check.require(answer, isRefused, "ERR-2", "a refusal of " + what);
                t.observe(what, answer, advice);
            } catch (NoResponse e) {
                t.observe(Observation.of("D-20", what + ": no response", advice.words(), false));
            }
            t.requireUnmoved(before, "WAL-4", "The stake was " + raw + ".");
        }
    }

    private static void sendOversizedBody(CaseContext t) {
        var debit = t.debit(2).text("extra", "a".repeat(1_000_000));
        var before = t.balance();
        var what = "a megabyte with a bad signature";
        var advice = advise("D-36", "413 before all of it is read, or 401", 413, 401);
        try {
            var answer = t.send(debit, SignatureCases.spoil(t.request(debit)).onNewConnection());
            Check.requireRefused(answer, "SIG-13", what, "");
            t.observe(what, answer, advice);
        } catch (NoResponse e) {
            t.observe(Observation.of("D-36", what + ": the connection was closed", advice.words(), false));
        }
        t.requireUnmoved(before, "SIG-13", "");
    }

    private static Request withLongHeader(Request request) {
        return request.addHeader("X-Long", "a".repeat(8000)).onNewConnection();
    }

    private static void playUsualRound(CaseContext t) {
        var before = t.balance();
        t.settle(t.credit(t.bet(3), 5));
        t.requireMoved(before, t.units(2), "RND-2", "");
    }

    private static String withExtra(MovementBody message, String raw) {
        return message.with("extra", raw).json();
    }

    private static String manyFields(MovementBody message) {
        var text = new StringBuilder(message.json());
        text.setLength(text.length() - 1);
        for (var i = 0; i < 2000; i++) {
            text.append(",\"x").append(i).append("\":").append(i);
        }
        return text.append('}').toString();
    }

    /** Sends a body that a correct wallet may refuse. */
    private static Untitled body(String id, Function<MovementBody, String> writing) {
        return Case.titledReadOnly(id, BODY, (t, title) -> {
            var debit = t.debit(2);
            var request = t.request(debit).body(writing.apply(debit));
            OpenPoints.sendBytes(t, debit, request, OpenPoints.subject(title));
        });
    }

    /** Sends a body in another encoding. */
    private static Untitled encoded(String id, Function<MovementBody, byte[]> writing) {
        return Case.titledReadOnly(id, "D-38 SIG-14 ERR-3 ERR-4", (t, title) -> {
            var debit = t.debit(2);
            OpenPoints.sendBytes(t, debit, t.request(debit).body(writing.apply(debit)), title);
        });
    }

    /** Sends a body that is valid JSON, however unusual. */
    private static Untitled wellFormed(String id, Function<MovementBody, String> writing) {
        return Case.titled(id, BODY, (t, title) -> {
            var debit = t.debit(2);
            var request = t.request(debit).body(writing.apply(debit));
            OpenPoints.sendWellFormedBytes(t, debit, request, OpenPoints.subject(title));
        });
    }

    private static Untitled hostile(String id, String... texts) {
        return Case.of(id, "IDM-1 D-36 ERR-3 ERR-4", t -> {
            for (var text : texts) {
                var debit = t.debit(2).withId(t.id() + text).withRound(t.id() + text);
                var printable = text.chars().noneMatch(Character::isISOControl);
                var advice = printable
                        ? advise("D-36", "store it unchanged", 200)
                        : advise("D-36", "refuse control characters with 422", 422);
                OpenPoints.sendDebit(t, debit, "an id of " + text.replaceAll("\\s", " "), advice);
            }
        });
    }

    private static void sendFalseLength(CaseContext t) {
        var debit = t.debit(2);
        var before = t.balance();
        var length = debit.json().getBytes(StandardCharsets.UTF_8).length - 5;
        try {
            var answer = t.send(debit, t.request(debit).withContentLength(Integer.toString(length)));
            var hint = "The bytes within Content-Length are not the bytes that were signed.";
            Check.requireRefused(answer, "SIG-5", "a body cut by its Content-Length", hint);
        } catch (NoResponse e) {
            var advice = "401: the bytes are not the signed ones";
            t.observe(Observation.of("D-36", "a false Content-Length: the connection was closed", advice, false));
        }
        t.requireUnmoved(before, "SIG-5", "");
    }
}
