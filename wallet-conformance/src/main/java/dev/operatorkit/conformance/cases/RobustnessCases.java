package dev.operatorkit.conformance.cases;

import dev.operatorkit.conformance.money.MovementBody;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.CaseContext;
import dev.operatorkit.conformance.suite.Check;
import dev.operatorkit.conformance.suite.Group;
import dev.operatorkit.conformance.suite.Observation;
import dev.operatorkit.conformance.wire.NoResponse;
import dev.operatorkit.conformance.wire.Request;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/** Sends malformed bodies and requests: the wallet refuses them or reads them exactly, and keeps running. */
final class RobustnessCases {
    private RobustnessCases() {}

    static Group group() {
        return Group.of(
                "Robustness",
                Case.of("doubled-key", "A stake given twice takes one of the two or nothing", "WAL-4 D-38", t -> {
                    var debit = t.debit(2);
                    var doubled = debit.json()
                            .replaceFirst(
                                    "\"amount\":[^,}]+",
                                    "\"amount\":" + t.units(2).toPlainString() + ",\"amount\":"
                                            + t.units(5).toPlainString());
                    var before = t.balance();
                    var answer = t.send(debit, t.request(debit).body(doubled));
                    var taken = before.subtract(t.balance());
                    Check.require(
                            answer.status() == 200
                                    ? taken.compareTo(t.units(2)) == 0 || taken.compareTo(t.units(5)) == 0
                                    : taken.signum() == 0 || answer.status() == 500,
                            "WAL-4",
                            "one of the two stakes when applied, nothing when refused",
                            "it took " + t.player().money(taken),
                            "",
                            answer);
                    t.observe(Observation.ofStatus("D-38", "a doubled key", answer, "refuse with 422", 422));
                }),
                body(
                        "byte-order-mark",
                        "A byte order mark before the body, signed as sent: the behaviour of the wallet is observed",
                        m -> "\uFEFF" + m.json()),
                body(
                        "trailing-bytes",
                        "Bytes after the object, signed as sent: the behaviour of the wallet is observed",
                        m -> m.json() + "xyz"),
                body(
                        "two-objects",
                        "Two objects in one body: the behaviour of the wallet is observed",
                        m -> m.json() + m.json()),
                body(
                        "comments",
                        "A comment in the body: the behaviour of the wallet is observed",
                        m -> "/* x */" + m.json()),
                body(
                        "single-quotes",
                        "Single quotes in place of double ones: the behaviour of the wallet is observed",
                        m -> m.json().replace('"', '\'')),
                body(
                        "trailing-comma",
                        "A comma after the last field: the behaviour of the wallet is observed",
                        m -> m.json().replaceAll("}$", ",}")),
                body(
                        "deep-nesting",
                        "Five hundred levels of nesting in an unknown field: the behaviour of the wallet is observed",
                        m -> m.with("extra", "[".repeat(500) + "]".repeat(500)).json()),
                wellFormed(
                        "many-fields",
                        "Two thousand unknown fields: the behaviour of the wallet is observed",
                        RobustnessCases::manyFields),
                wellFormed(
                        "large-body",
                        "An unknown field of 60 000 characters: the behaviour of the wallet is observed",
                        m -> m.text("extra", "a".repeat(60_000)).json()),
                body(
                        "lone-surrogate",
                        "Half of a surrogate pair in an unknown field: the behaviour of the wallet is observed",
                        m -> m.with("extra", "\"\\ud83c\"").json()),
                wellFormed(
                        "escaped-null-character",
                        "A null character in an unknown field: the behaviour of the wallet is observed",
                        m -> m.with("extra", "\"a\\u0000b\"").json()),
                Case.of(
                        "long-number",
                        "A stake with a thousand trailing zeros: the behaviour of the wallet is observed",
                        "D-38 SIG-14 WAL-4 ERR-3 ERR-4",
                        t -> {
                            var debit = t.debit(2);
                            var stake = debit.amount().toPlainString();
                            var zeros = (debit.amount().scale() > 0 ? "" : ".") + "0".repeat(1000);
                            OpenPoints.debit(
                                    t,
                                    debit,
                                    t.request(debit)
                                            .body(debit.amount(stake + zeros).json()),
                                    "A stake with a thousand trailing zeros",
                                    "D-19",
                                    "accept it, since trailing zeros do not count, or refuse its length with 422",
                                    200,
                                    422);
                        }),
                Case.of(
                        "exponent-bomb",
                        "A stake with a huge exponent is refused immediately and moves nothing",
                        "WAL-4 ERR-2 D-20",
                        t -> {
                            for (var raw : new String[] {"1e1000000", "1e-1000000"}) {
                                var before = t.balance();
                                var debit = t.debit(1).amount(raw);
                                try {
                                    var answer = t.send(debit);
                                    Check.require(
                                            raw.contains("-") || answer.status() != 200,
                                            "ERR-2",
                                            "a refusal of a stake of " + raw,
                                            Check.describe(answer),
                                            "",
                                            answer);
                                    t.observe(Observation.ofStatus(
                                            "D-20",
                                            "a stake of " + raw,
                                            answer,
                                            "refuse with 422, before any arithmetic",
                                            422));
                                } catch (NoResponse e) {
                                    t.observe(Observation.of(
                                            "D-20",
                                            "a stake of " + raw + ": no response",
                                            "refuse with 422, before any arithmetic",
                                            false));
                                }
                                t.requireUnmoved(before, "WAL-4", "The stake was " + raw + ".");
                            }
                        }),
                Case.of(
                        "invalid-utf8",
                        "A body that is not UTF-8, signed as sent, is refused or applied, and its status is truthful",
                        "D-38 SIG-14 ERR-3 ERR-4",
                        t -> {
                            var debit = t.debit(2);
                            var bytes = debit.text("extra", "é").json().getBytes(StandardCharsets.ISO_8859_1);
                            OpenPoints.bytes(t, debit, t.request(debit).body(bytes), "a body that is not UTF-8");
                        }),
                Case.of(
                        "utf16-body",
                        "A body in UTF-16, signed as sent, is refused or applied, and its status is truthful",
                        "D-38 SIG-14 ERR-3 ERR-4",
                        t -> {
                            var debit = t.debit(2);
                            OpenPoints.bytes(
                                    t,
                                    debit,
                                    t.request(debit).body(debit.json().getBytes(StandardCharsets.UTF_16BE)),
                                    "a body in UTF-16");
                        }),
                hostile(
                        "hostile-ids",
                        "Ids of SQL, markup and control characters do no harm",
                        "'; DROP TABLE transactions; --",
                        "<script>alert(1)</script>",
                        "${jndi:ldap://127.0.0.1/a}",
                        "a\r\nX-Injected: 1",
                        "../../etc/passwd"),
                Case.of(
                        "oversized-body-with-a-bad-signature",
                        "A body of a megabyte with a bad signature is refused and moves nothing",
                        "SIG-13 D-36",
                        t -> {
                            var debit = t.debit(2).text("extra", "a".repeat(1_000_000));
                            var before = t.balance();
                            try {
                                var answer = t.send(
                                        debit,
                                        t.request(debit)
                                                .signature(s -> SignatureCases.flip(s, 3))
                                                .onNewConnection());
                                Check.requireRefused(answer, "SIG-13", "a megabyte with a bad signature", "");
                                t.observe(Observation.ofStatus(
                                        "D-36",
                                        "a megabyte with a bad signature",
                                        answer,
                                        "413 before all of it is read, or 401",
                                        413,
                                        401));
                            } catch (NoResponse e) {
                                t.observe(Observation.of(
                                        "D-36",
                                        "a megabyte with a bad signature: the connection was closed",
                                        "413 before all of it is read, or 401",
                                        false));
                            }
                            t.requireUnmoved(before, "SIG-13", "");
                        }),
                lying("length-too-short", "A Content-Length shorter than the body moves nothing", -5),
                Case.of(
                        "long-header",
                        "A header of eight thousand characters: the behaviour of the wallet is observed",
                        "GEN-8",
                        t -> {
                            var debit = t.debit(2);
                            OpenPoints.debit(
                                    t,
                                    debit,
                                    t.request(debit)
                                            .addHeader("X-Long", "a".repeat(8000))
                                            .onNewConnection(),
                                    "a long header",
                                    "GEN-8",
                                    "431, or ignore it",
                                    431,
                                    200);
                        }),
                Case.of("still-alive", "After all of that an ordinary round works as usual", "WAL-4 RND-2", t -> {
                    var before = t.balance();
                    var bet = t.bet(3);
                    t.settle(t.credit(bet, t.units(5)));
                    t.requireMoved(before, t.units(2), "RND-2", "");
                }));
    }

    private static String manyFields(MovementBody message) {
        var text = new StringBuilder(message.json());
        text.setLength(text.length() - 1);
        for (var i = 0; i < 2000; i++) {
            text.append(",\"x").append(i).append("\":").append(i);
        }
        return text.append('}').toString();
    }

    private static Case body(String id, String title, Function<MovementBody, String> writing) {
        return body(id, title, writing, OpenPoints::bytes);
    }

    /** Creates a case with a body that is valid JSON, however unusual. */
    private static Case wellFormed(String id, String title, Function<MovementBody, String> writing) {
        return body(id, title, writing, OpenPoints::wellFormedBytes);
    }

    /** Sends a debit as a request whose bytes are unusual, and observes it. */
    @FunctionalInterface
    private interface Sending {
        void send(CaseContext t, MovementBody debit, Request request, String what);
    }

    private static Case body(String id, String title, Function<MovementBody, String> writing, Sending sending) {
        return Case.of(id, title, "D-38 SIG-14 WAL-4 ERR-3 ERR-4", t -> {
            var debit = t.debit(2);
            sending.send(t, debit, t.request(debit).body(writing.apply(debit)), title.replaceAll(":.*", ""));
        });
    }

    private static Case hostile(String id, String title, String... texts) {
        return Case.of(id, title, "IDM-1 D-36 ERR-3 ERR-4", t -> {
            for (var text : texts) {
                var debit = t.debit(t.id() + text, t.id() + text, t.units(2));
                var printable = text.chars().noneMatch(Character::isISOControl);
                OpenPoints.debit(
                        t,
                        debit,
                        t.request(debit),
                        "an id of " + text.replaceAll("\\s", " "),
                        "D-36",
                        printable ? "store it unchanged" : "refuse control characters with 422",
                        printable ? 200 : 422);
            }
        });
    }

    private static Case lying(String id, String title, int difference) {
        return Case.of(id, title, "SIG-5 D-36", t -> {
            var debit = t.debit(2);
            var before = t.balance();
            var length = debit.json().getBytes(StandardCharsets.UTF_8).length + difference;
            try {
                var answer = t.send(debit, t.request(debit).withContentLength(Integer.toString(length)));
                Check.requireRefused(
                        answer,
                        "SIG-5",
                        "a body cut by its Content-Length",
                        "The bytes within Content-Length are not the bytes that were signed.");
            } catch (NoResponse e) {
                t.observe(Observation.of(
                        "D-36",
                        "a false Content-Length: the connection was closed",
                        "401: the bytes are not the signed ones",
                        false));
            }
            t.requireUnmoved(before, "SIG-5", "");
        });
    }
}
