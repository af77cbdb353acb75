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

/** Checks the HTTP around the callbacks: certificate, content types, methods, headers (GEN-1, GEN-2, GEN-8). */
final class TransportCases {
    private static final String ONLY_JSON = "Process only application/json.";
    private static final Advice ACCEPT = advise("D-37", "accept it", 200);
    private static final Advice ANY_CASE = advise("SIG-16", "accept them: header names ignore case", 200);
    private static final Advice IGNORE = advise("SIG-9", "ignore them", 200);
    private static final Advice THEN_CLOSE = advise("GEN-8", "respond, then close", 200);
    private static final Advice AS_SIGNED =
            advise("D-37", "read the bytes that were signed, or refuse with 422", 200, 422);
    private static final Advice CONTINUE = advise("GEN-8", "respond 100, then the result", 200);
    static final Group GROUP = Group.of(
            "Transport",
            Case.readOnly("certificate-is-valid", "GEN-1", TransportCases::requireHttps)
                    .title("The wallet is reached over HTTPS with a valid certificate"),
            otherType("content-type-text", "text/plain").title("A debit sent as text/plain is not processed"),
            otherType("content-type-xml", "application/xml").title("A debit sent as application/xml is not processed"),
            otherType("content-type-form", "application/x-www-form-urlencoded")
                    .title("A debit sent as a form is not processed"),
            otherType("content-type-binary", "application/octet-stream")
                    .title("A debit sent as application/octet-stream is not processed"),
            otherType("content-type-multipart", "multipart/form-data; boundary=x")
                    .title("A debit sent as multipart is not processed"),
            Case.of("settlements-of-another-content-type", "GEN-2 SIG-13", TransportCases::settleAsText)
                    .title("A credit and a rollback sent as text/plain are not processed"),
            type("content-type-with-charset", ACCEPT, "application/json; charset=utf-8")
                    .observes("application/json; charset=utf-8"),
            type("content-type-in-capitals", ACCEPT, "APPLICATION/JSON").observes("APPLICATION/JSON"),
            type("content-type-text-json", refuse("D-37"), "text/json").observes("text/json"),
            otherType("content-type-with-suffix", "application/problem+json")
                    .title("A debit sent as application/problem+json is not processed"),
            otherType("content-type-with-a-longer-name", "application/json-patch+json")
                    .title("A debit sent as application/json-patch+json is not processed"),
            OpenPoints.request("content-type-missing", refuse("D-37"), r -> r.without("Content-Type"))
                    .observes("A debit without Content-Type"),
            type("wrong-charset", refuse("D-37"), "application/json; charset=utf-16")
                    .observes("A validly signed debit that claims UTF-16"),
            OpenPoints.request("header-names-in-lower-case", ANY_CASE, Request::lowerCaseHeaders)
                    .observes("Header names in lower case"),
            OpenPoints.request("unknown-headers", IGNORE, TransportCases::withUnknownHeaders)
                    .observes("Unknown headers"),
            OpenPoints.request("connection-close", THEN_CLOSE, Request::onNewConnection)
                    .observes("A request that asks to close the connection"),
            OpenPoints.request("compressed-by-name-only", AS_SIGNED, r -> r.header("Content-Encoding", "gzip"))
                    .observes("A body that claims to be gzip and is not"),
            OpenPoints.request("expect-continue", CONTINUE, TransportCases::expectContinue)
                    .observes("A request that expects 100-continue"),
            Case.of("wrong-methods", "GEN-8", TransportCases::settleByOtherMethods)
                    .title("Other methods on the callbacks move no money"),
            Case.readOnly("unknown-path", "GEN-8", TransportCases::callUnknownPath)
                    .title("A path that is not a callback does not get 200"),
            path("debit-with-a-trailing-slash", "/debit/").observes("A debit on /debit/, signed as sent"),
            path("debit-with-a-doubled-slash", "//debit").observes("A debit on //debit, signed as sent"),
            path("debit-with-an-escaped-letter", "/%64ebit").observes("A debit on /%64ebit, signed as sent"),
            path("debit-in-capitals", "/DEBIT").observes("A debit on /DEBIT, signed as sent"),
            Case.readOnly("signature-of-another-spelling-of-the-path", "SIG-2 SIG-13", TransportCases::signOtherPaths)
                    .title("A signature over another spelling of the path is refused"),
            Case.of("answers-are-json", "GEN-8", TransportCases::readContentType)
                    .observes("The Content-Type of responses"),
            Case.readOnly("source-address", "NET-2", TransportCases::noteSourceAddress)
                    .title("An allowed source address cannot show whether the wallet refuses others"));

    private TransportCases() {}

    private static void requireHttps(CaseContext t) {
        if (t.run().wire().address().tls()) {
            t.sendPlayerCall();
            return; // otherwise no call would have succeeded
        }
        var actual = "the wallet is reached over plain HTTP on a public address";
        Check.require(t.run().wire().address().isInternal(), "GEN-1", "https://", actual, "");
        var what = "plain HTTP within a machine or a private network";
        t.observe(Observation.unproven("GEN-1", what, "HTTPS with a valid certificate wherever the service calls"));
    }

    private static void settleAsText(CaseContext t) {
        var what = "a settlement sent as text/plain";
        StatusCases.requireSettlementsRefused(
                t, "GEN-2", what, ONLY_JSON, message -> t.request(message).header("Content-Type", "text/plain"));
    }

    private static void settleByOtherMethods(CaseContext t) {
        var bet = t.bet(2);
        var before = t.balance();
        observeMethod(t, "PUT", t.credit(bet, 3), advise("GEN-8", "405", 405));
        observeMethod(t, "PATCH", t.credit(bet, 3), advise("GEN-8", "405", 405));
        var deleting = "405, or 401 since no signature covers its body";
        observeMethod(t, "DELETE", t.credit(bet, 3), advise("D-53", deleting, 405, 401));
        t.requireUnmoved(before, "GEN-8", "A credit must be a POST.");
        var get = t.send(Request.get("/debit").query("transactionId=" + t.id()));
        Check.requireRefused(get, "GEN-8", "GET /debit", "A debit must be a POST.");
        t.requireUnmoved(before, "GEN-8", "");
    }

    private static void callUnknownPath(CaseContext t) {
        var answer = t.send(Request.get("/no-such-callback"));
        Check.requireRefused(answer, "GEN-8", "a path that does not exist", "Respond 404 to an unknown path.");
        t.observe("an unknown path", answer, advise("GEN-8", "404", 404));
    }

    private static void signOtherPaths(CaseContext t) {
        for (var spelling : List.of("/debit/", "//debit", "/DEBIT", "/debit?")) {
            SignatureCases.sendSpoiledDebit(t, "SIG-2", spelling, r -> r.signedPath(t.prefix() + spelling));
        }
        for (var spelling : List.of("/debit/", "/DEBIT")) {
            var debit = t.debit(1);
            var before = t.balance();
            var answer = t.send(debit, t.request(debit).path(spelling).signedPath(t.prefix() + "/debit"));
            Check.requireRefused(answer, "SIG-2", spelling + " signed as /debit", "Verify the path as it arrived.");
            t.requireUnmoved(before, "SIG-13", "The debit was refused, but money moved.");
        }
    }

    private static void readContentType(CaseContext t) {
        var type = t.bet(1).answer().header("Content-Type").orElse("none");
        var what = "responses are of type " + type;
        t.observe(Observation.of("GEN-8", what, "application/json", type.matches("(?i)application/json( *;.*)?")));
    }

    private static void noteSourceAddress(CaseContext t) {
        var seen = "the address of this tester is allowed";
        t.observe(Observation.unproven("NET-2", seen, "allow only the service's two addresses"));
    }

    private static void observeMethod(CaseContext t, String method, MovementBody message, Advice advice) {
        var what = method + " /credit";
        var body = message.json().getBytes(StandardCharsets.UTF_8);
        try {
            t.observe(what, t.send(Request.of(method, "/credit", body).onNewConnection()), advice);
        } catch (NoResponse e) {
            t.observe(Observation.of("GEN-8", what + ": no response", "405", false));
        }
    }

    private static Untitled otherType(String id, String type) {
        return Case.readOnly(id, "GEN-2 SIG-13", t -> {
            var debit = t.debit(2);
            var before = t.balance();
            var answer = t.send(debit, t.request(debit).header("Content-Type", type));
            Check.requireRefused(answer, "GEN-2", "a debit sent as " + type, ONLY_JSON);
            OpenPoints.requireTruth(t, answer, before);
            t.observe(type, answer, refuse("D-37"));
        });
    }

    private static Untitled type(String id, Advice advice, String type) {
        return OpenPoints.request(id, advice, r -> r.header("Content-Type", type));
    }

    private static Request withUnknownHeaders(Request request) {
        return request.addHeader("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
                .addHeader("X-Svc-Signature-Version", "2")
                .addHeader("If-None-Match", "\"abc\"");
    }

    private static Request expectContinue(Request request) {
        return request.addHeader("Expect", "100-continue").onNewConnection();
    }

    private static Untitled path(String id, String path) {
        var advice = advise("D-40", "404", 404);
        return OpenPoints.request(id, advice, r -> r.path(path).onNewConnection());
    }
}
