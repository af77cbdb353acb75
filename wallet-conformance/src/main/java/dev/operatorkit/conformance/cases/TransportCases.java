package dev.operatorkit.conformance.cases;

import static dev.operatorkit.conformance.cases.OpenPoints.advise;

import dev.operatorkit.conformance.cases.OpenPoints.Advice;
import dev.operatorkit.conformance.money.MovementBody;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Case.Untitled;
import dev.operatorkit.conformance.suite.CaseContext;
import dev.operatorkit.conformance.suite.Check;
import dev.operatorkit.conformance.suite.Group;
import dev.operatorkit.conformance.suite.Observation;
import dev.operatorkit.conformance.suite.Script;
import dev.operatorkit.conformance.wire.NoResponse;
import dev.operatorkit.conformance.wire.Request;
import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;

/** Checks the HTTP around the callbacks: certificate, content types, methods, headers (GEN-1, GEN-2, GEN-8). */
final class TransportCases {
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
            observedType(
                            "content-type-with-charset",
                            "application/json; charset=utf-8",
                            advise("D-37", "accept it", 200))
                    .observes("application/json; charset=utf-8"),
            observedType(
                            "content-type-in-capitals",
                            "APPLICATION/JSON",
                            advise("D-37", "accept it: media types ignore case", 200))
                    .observes("APPLICATION/JSON"),
            observedType("content-type-text-json", "text/json", advise("D-37", "refuse with 422", 422))
                    .observes("text/json"),
            otherType("content-type-with-suffix", "application/problem+json")
                    .title("A debit sent as application/problem+json is not processed"),
            otherType("content-type-with-a-longer-name", "application/json-patch+json")
                    .title("A debit sent as application/json-patch+json is not processed"),
            observed("content-type-missing", advise("D-37", "refuse with 422", 422), r -> r.without("Content-Type"))
                    .observes("A debit without Content-Type"),
            observed(
                            "wrong-charset",
                            advise("D-37", "refuse with 422", 422),
                            r -> r.header("Content-Type", "application/json; charset=utf-16"))
                    .observes("A validly signed debit that claims UTF-16"),
            observed(
                            "header-names-in-lower-case",
                            advise("SIG-16", "accept them: header names ignore case", 200),
                            Request::lowerCaseHeaders)
                    .observes("Header names in lower case"),
            observed(
                            "unknown-headers",
                            advise("SIG-9", "ignore them", 200),
                            r -> r.addHeader("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
                                    .addHeader("X-Svc-Signature-Version", "2")
                                    .addHeader("If-None-Match", "\"abc\""))
                    .observes("Unknown headers"),
            observed("connection-close", advise("GEN-8", "respond, then close", 200), Request::onNewConnection)
                    .observes("A request that asks to close the connection"),
            observed(
                            "compressed-by-name-only",
                            advise("D-37", "read the bytes that were signed, or refuse with 422", 200, 422),
                            r -> r.header("Content-Encoding", "gzip"))
                    .observes("A body that claims to be gzip and is not"),
            observed(
                            "expect-continue",
                            advise("GEN-8", "respond 100, then the result", 200),
                            r -> r.addHeader("Expect", "100-continue").onNewConnection())
                    .observes("A request that expects 100-continue"),
            Case.of("wrong-methods", "GEN-8", TransportCases::settleByOtherMethods)
                    .title("Other methods on the callbacks move no money"),
            Case.readOnly("unknown-path", "GEN-8", TransportCases::callUnknownPath)
                    .title("A path that is not a callback does not get 200"),
            pathVariant("debit-with-a-trailing-slash", "/debit/").observes("A debit on /debit/, signed as sent"),
            pathVariant("debit-with-a-doubled-slash", "//debit").observes("A debit on //debit, signed as sent"),
            pathVariant("debit-with-an-escaped-letter", "/%64ebit").observes("A debit on /%64ebit, signed as sent"),
            pathVariant("debit-in-capitals", "/DEBIT").observes("A debit on /DEBIT, signed as sent"),
            Case.readOnly("signature-of-another-spelling-of-the-path", "SIG-2 SIG-13", TransportCases::signOtherPaths)
                    .title("A signature over another spelling of the path is refused"),
            Case.of("answers-are-json", "GEN-8", TransportCases::readContentType)
                    .observes("The Content-Type of responses"),
            Case.readOnly("source-address", "NET-2", TransportCases::noteSourceAddress)
                    .title("An allowed source address cannot show whether the wallet refuses others"));

    private TransportCases() {}

    private static void requireHttps(CaseContext t) {
        if (t.isSecure()) {
            t.send(t.playerCall(t.player()));
            return; // otherwise no call would have succeeded
        }
        var actual = "the wallet is reached over plain HTTP on a public address";
        Check.require(t.isInternal(), "GEN-1", "https://", actual, "", null);
        var what = "plain HTTP within a machine or a private network";
        t.observe(Observation.unproven("GEN-1", what, "HTTPS with a valid certificate wherever the service calls"));
    }

    private static void settleAsText(CaseContext t) {
        var bet = t.bet(2);
        var before = t.balance();
        for (var message : new MovementBody[] {t.credit(bet, t.units(4)), t.rollback(bet)}) {
            var answer = t.send(message, t.request(message).header("Content-Type", "text/plain"));
            Check.requireRefused(answer, "GEN-2", "a settlement sent as text/plain", "Process only application/json.");
        }
        t.requireUnmoved(before, "GEN-2", "Process only application/json.");
    }

    private static void settleByOtherMethods(CaseContext t) {
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
    }

    private static void callUnknownPath(CaseContext t) {
        var answer = t.send(Request.get("/no-such-callback"));
        Check.requireRefused(answer, "GEN-8", "a path that does not exist", "Respond 404 to an unknown path.");
        t.observe(Observation.ofStatus("GEN-8", "an unknown path", answer, "404", 404));
    }

    private static void signOtherPaths(CaseContext t) {
        for (var spelling : new String[] {"/debit/", "//debit", "/DEBIT", "/debit?"}) {
            var debit = t.debit(1);
            SignatureCases.sendSpoiledDebit(
                    t, debit, t.request(debit).signedPath(t.prefix() + spelling), "SIG-2", spelling);
        }
        for (var spelling : new String[] {"/debit/", "/DEBIT"}) {
            var debit = t.debit(1);
            var before = t.balance();
            var call = t.request(debit).path(spelling).signedPath(t.prefix() + "/debit");
            Check.requireRefused(
                    t.send(debit, call), "SIG-2", spelling + " signed as /debit", "Verify the path as it arrived.");
            t.requireUnmoved(before, "SIG-13", "The debit was refused, but money moved.");
        }
    }

    private static void readContentType(CaseContext t) {
        var type = t.bet(1).answer().header("Content-Type").orElse("none");
        var what = "responses are of type " + type;
        t.observe(Observation.of("GEN-8", what, "application/json", type.matches("(?i)application/json( *;.*)?")));
    }

    private static void noteSourceAddress(CaseContext t) {
        t.observe(Observation.unproven(
                "NET-2", "the address of this tester is allowed", "allow only the service's two addresses"));
    }

    private static void observeMethod(CaseContext t, String method, MovementBody message) {
        var what = method + " /credit";
        var deleting = "405, or 401 since no signature covers its body";
        try {
            var call = Request.of(method, "/credit", message.json().getBytes(StandardCharsets.UTF_8));
            var answer = t.send(call.onNewConnection());
            t.observe(
                    method.equals("DELETE")
                            ? Observation.ofStatus("D-53", what, answer, deleting, 405, 401)
                            : Observation.ofStatus("GEN-8", what, answer, "405", 405));
        } catch (NoResponse e) {
            t.observe(Observation.of("GEN-8", what + ": no response", "405", false));
        }
    }

    private static Untitled otherType(String id, String type) {
        return Case.readOnly(id, "GEN-2 SIG-13", t -> sendAs(t, type));
    }

    private static void sendAs(CaseContext t, String type) {
        var debit = t.debit(2);
        var before = t.balance();
        var answer = t.send(debit, t.request(debit).header("Content-Type", type));
        Check.requireRefused(answer, "GEN-2", "a debit sent as " + type, "Process only application/json.");
        OpenPoints.requireTruth(t, debit.id(), answer, before, "a debit sent as " + type);
        t.observe(Observation.ofStatus("D-37", type, answer, "refuse with 422", 422));
    }

    private static Untitled observedType(String id, String type, Advice advice) {
        return observed(id, advice, r -> r.header("Content-Type", type));
    }

    /** Changes the request of a debit, which a correct wallet refuses unless 200 is advised. */
    private static Untitled observed(String id, Advice advice, UnaryOperator<Request> change) {
        var rules = advice.decision() + " ERR-3 ERR-4";
        return title -> {
            Script script = t -> observeDebit(t, title, advice, change);
            var isApplied = advice.statuses().contains(200);
            return (isApplied ? Case.of(id, rules, script) : Case.readOnly(id, rules, script)).title(title);
        };
    }

    private static void observeDebit(CaseContext t, String title, Advice advice, UnaryOperator<Request> change) {
        var debit = t.debit(2);
        OpenPoints.sendDebit(t, debit, change.apply(t.request(debit)), title.replaceAll(":.*", ""), advice);
    }

    private static Untitled pathVariant(String id, String path) {
        var advice = advise("D-40", "404", 404);
        return observed(id, advice, r -> r.path(path).onNewConnection());
    }
}
