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
import java.util.List;
import java.util.function.Function;

/** Checks the HTTP around the callbacks: certificate, content types, methods, headers (GEN-1, GEN-2, GEN-8). */
final class TransportCases {
    private TransportCases() {}

    static Group group() {
        return Group.of(
                "Transport",
                Case.of(
                        "certificate-is-valid",
                        "The wallet is reached over HTTPS with a valid certificate",
                        "GEN-1",
                        t -> {
                            if (t.isSecure()) {
                                t.send(t.playerCall(t.player()));
                                return; // otherwise no call would have succeeded
                            }
                            Check.require(
                                    t.isInternal(),
                                    "GEN-1",
                                    "https://",
                                    "the wallet is reached over plain HTTP on a public address",
                                    "",
                                    null);
                            t.observe(Observation.unproven(
                                    "GEN-1",
                                    "plain HTTP within a machine or a private network",
                                    "HTTPS with a valid certificate wherever the service calls"));
                        }),
                otherType("content-type-text", "A debit sent as text/plain is not processed", "text/plain"),
                otherType("content-type-xml", "A debit sent as application/xml is not processed", "application/xml"),
                otherType(
                        "content-type-form",
                        "A debit sent as a form is not processed",
                        "application/x-www-form-urlencoded"),
                otherType(
                        "content-type-binary",
                        "A debit sent as application/octet-stream is not processed",
                        "application/octet-stream"),
                otherType(
                        "content-type-multipart",
                        "A debit sent as multipart is not processed",
                        "multipart/form-data; boundary=x"),
                Case.of(
                        "settlements-of-another-content-type",
                        "A credit and a rollback sent as text/plain are not processed",
                        "GEN-2 SIG-13",
                        t -> {
                            var bet = t.bet(2);
                            var before = t.balance();
                            for (var message : new MovementBody[] {t.credit(bet, t.units(4)), t.rollback(bet)}) {
                                var answer = t.send(message, t.request(message).header("Content-Type", "text/plain"));
                                Check.requireRefused(
                                        answer,
                                        "GEN-2",
                                        "a settlement sent as text/plain",
                                        "Process only application/json.");
                            }
                            t.requireUnmoved(before, "GEN-2", "Process only application/json.");
                        }),
                observedType(
                        "content-type-with-charset",
                        "application/json; charset=utf-8: the behaviour of the wallet is observed",
                        "application/json; charset=utf-8",
                        "accept it",
                        200),
                observedType(
                        "content-type-in-capitals",
                        "APPLICATION/JSON: the behaviour of the wallet is observed",
                        "APPLICATION/JSON",
                        "accept it: media types ignore case",
                        200),
                observedType(
                        "content-type-text-json",
                        "text/json: the behaviour of the wallet is observed",
                        "text/json",
                        "refuse with 422",
                        422),
                otherType(
                        "content-type-with-suffix",
                        "A debit sent as application/problem+json is not processed",
                        "application/problem+json"),
                otherType(
                        "content-type-with-a-longer-name",
                        "A debit sent as application/json-patch+json is not processed",
                        "application/json-patch+json"),
                observed(
                        "content-type-missing",
                        "A debit without Content-Type: the behaviour of the wallet is observed",
                        "D-37",
                        "refuse with 422",
                        List.of(422),
                        r -> r.without("Content-Type")),
                observed(
                        "wrong-charset",
                        "A validly signed debit that claims UTF-16: the behaviour of the wallet is observed",
                        "D-37",
                        "refuse with 422",
                        List.of(422),
                        r -> r.header("Content-Type", "application/json; charset=utf-16")),
                observed(
                        "header-names-in-lower-case",
                        "Header names in lower case: the behaviour of the wallet is observed",
                        "SIG-16",
                        "accept them: header names ignore case",
                        List.of(200),
                        Request::lowerCaseHeaders),
                observed(
                        "unknown-headers",
                        "Unknown headers: the behaviour of the wallet is observed",
                        "SIG-9",
                        "ignore them",
                        List.of(200),
                        r -> r.addHeader("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
                                .addHeader("X-Svc-Signature-Version", "2")
                                .addHeader("If-None-Match", "\"abc\"")),
                observed(
                        "connection-close",
                        "A request that asks to close the connection: the behaviour of the wallet is observed",
                        "GEN-8",
                        "respond, then close",
                        List.of(200),
                        Request::onNewConnection),
                observed(
                        "compressed-by-name-only",
                        "A body that claims to be gzip and is not: the behaviour of the wallet is observed",
                        "D-37",
                        "read the bytes that were signed, or refuse with 422",
                        List.of(200, 422),
                        r -> r.header("Content-Encoding", "gzip")),
                observed(
                        "expect-continue",
                        "A request that expects 100-continue: the behaviour of the wallet is observed",
                        "GEN-8",
                        "respond 100, then the result",
                        List.of(200),
                        r -> r.addHeader("Expect", "100-continue").onNewConnection()),
                Case.of("wrong-methods", "Other methods on the callbacks move no money", "GEN-8", t -> {
                    var bet = t.bet(2);
                    var before = t.balance();
                    for (var method : new String[] {"PUT", "PATCH", "DELETE"}) {
                        var credit = t.credit(bet, t.units(3));
                        observeMethod(t, method, credit);
                        t.requireUnmoved(before, "GEN-8", "A credit must be a POST.");
                    }
                    var get = t.send(Request.get("/debit").query("transactionId=" + t.id()));
                    Check.requireRefused(get, "GEN-8", "GET /debit", "A debit must be a POST.");
                    t.requireUnmoved(before, "GEN-8", "");
                }),
                Case.of("unknown-path", "A path that is not a callback does not get 200", "GEN-8", t -> {
                    var answer = t.send(Request.get("/no-such-callback"));
                    Check.requireRefused(
                            answer, "GEN-8", "a path that does not exist", "Respond 404 to an unknown path.");
                    t.observe(Observation.ofStatus("GEN-8", "an unknown path", answer, "404", 404));
                }),
                pathVariant(
                        "debit-with-a-trailing-slash",
                        "A debit on /debit/, signed as sent: the behaviour of the wallet is observed",
                        "/debit/"),
                pathVariant(
                        "debit-with-a-doubled-slash",
                        "A debit on //debit, signed as sent: the behaviour of the wallet is observed",
                        "//debit"),
                pathVariant(
                        "debit-with-an-escaped-letter",
                        "A debit on /%64ebit, signed as sent: the behaviour of the wallet is observed",
                        "/%64ebit"),
                pathVariant(
                        "debit-in-capitals",
                        "A debit on /DEBIT, signed as sent: the behaviour of the wallet is observed",
                        "/DEBIT"),
                Case.of(
                        "signature-of-another-spelling-of-the-path",
                        "A signature over another spelling of the path is refused",
                        "SIG-2 SIG-13",
                        t -> {
                            for (var spelling : new String[] {"/debit/", "//debit", "/DEBIT", "/debit?"}) {
                                var debit = t.debit(1);
                                SignatureCases.spoiledDebit(
                                        t,
                                        debit,
                                        t.request(debit).signedPath(t.prefix() + spelling),
                                        "SIG-2",
                                        spelling);
                            }
                            for (var spelling : new String[] {"/debit/", "/DEBIT"}) {
                                var debit = t.debit(1);
                                var before = t.balance();
                                var call = t.request(debit).path(spelling).signedPath(t.prefix() + "/debit");
                                Check.requireRefused(
                                        t.send(debit, call),
                                        "SIG-2",
                                        spelling + " signed as /debit",
                                        "Verify the path as it arrived.");
                                t.requireUnmoved(before, "SIG-13", "The debit was refused, but money moved.");
                            }
                        }),
                Case.of(
                        "answers-are-json",
                        "The Content-Type of responses: the behaviour of the wallet is observed",
                        "GEN-8",
                        t -> {
                            var type = t.bet(1).answer().header("Content-Type").orElse("none");
                            t.observe(Observation.of(
                                    "GEN-8",
                                    "responses are of type " + type,
                                    "application/json",
                                    type.matches("(?i)application/json( *;.*)?")));
                        }),
                Case.of(
                        "source-address",
                        "An allowed source address cannot show whether the wallet refuses others",
                        "NET-2",
                        t -> t.observe(Observation.unproven(
                                "NET-2",
                                "the address of this tester is allowed",
                                "allow only the service's two addresses"))));
    }

    private static void observeMethod(CaseContext t, String method, MovementBody message) {
        var what = method + " /credit";
        try {
            var call = Request.of(method, "/credit", message.json().getBytes(StandardCharsets.UTF_8));
            var answer = t.send(call.onNewConnection());
            t.observe(
                    method.equals("DELETE")
                            ? Observation.ofStatus(
                                    "D-53", what, answer, "405, or 401 since no signature covers its body", 405, 401)
                            : Observation.ofStatus("GEN-8", what, answer, "405", 405));
        } catch (NoResponse e) {
            t.observe(Observation.of("GEN-8", what + ": no response", "405", false));
        }
    }

    private static Case otherType(String id, String title, String type) {
        return Case.of(id, title, "GEN-2 SIG-13", t -> {
            var debit = t.debit(2);
            var before = t.balance();
            var answer = t.send(debit, t.request(debit).header("Content-Type", type));
            Check.requireRefused(answer, "GEN-2", "a debit sent as " + type, "Process only application/json.");
            OpenPoints.truthful(t, debit.id(), answer, before, "a debit sent as " + type);
            t.observe(Observation.ofStatus("D-37", type, answer, "refuse with 422", 422));
        });
    }

    private static Case observedType(String id, String title, String type, String recommended, int status) {
        return observed(id, title, "D-37", recommended, List.of(status), r -> r.header("Content-Type", type));
    }

    private static Case observed(
            String id,
            String title,
            String decision,
            String recommended,
            List<Integer> statuses,
            Function<Request, Request> change) {
        return Case.of(id, title, decision + " ERR-3 ERR-4", t -> {
            var debit = t.debit(2);
            OpenPoints.debit(
                    t,
                    debit,
                    change.apply(t.request(debit)),
                    title.replaceAll(":.*", ""),
                    decision,
                    recommended,
                    statuses);
        });
    }

    private static Case pathVariant(String id, String title, String path) {
        return observed(
                id, title, "D-40", "404", List.of(404), r -> r.path(path).onNewConnection());
    }
}
