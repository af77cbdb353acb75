package dev.operatorkit.conformance.client;

import dev.operatorkit.conformance.wire.Secret;
import dev.operatorkit.conformance.wire.SecretMatcher;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Judges the form of every call: headers, method, path and body (SIG-15, SIG-17, GEN-2, GEN-4, GEN-8, SIG-10, VER-1). */
final class CallJudges {
    static final String OPERATOR = "X-Operator";
    static final String TIMESTAMP = "X-Svc-Timestamp";
    static final String SIGNATURE = "X-Svc-Signature";

    private static final List<String> SIGNING = List.of(OPERATOR, TIMESTAMP, SIGNATURE);
    private static final Duration FRESH = Duration.ofMinutes(5);
    private static final long MAX_MILLIS = 100_000_000_000_000L;
    private static final int MAX_BODY = 1024 * 1024;
    private static final Pattern DIGITS = Pattern.compile("[0-9]{1,18}");
    private static final Pattern JSON = Pattern.compile("application/json[ \\t]*(;.*)?");
    private static final Pattern OTHER_CHARSET =
            Pattern.compile(".*;[ \\t]*charset[ \\t]*=[ \\t]*\"?(?!utf-8\\b)[^;]*.*");

    private CallJudges() {}

    /** Judges who calls, when, and the type of the body. */
    static void headers(Evidence evidence, Findings findings) {
        for (var call : evidence.calls()) {
            signingHeaders(call, findings);
            call.header(OPERATOR)
                    .filter(sent -> !sent.equals(evidence.operator()))
                    .ifPresent(sent -> findings.fail(
                            "SIG-15",
                            "X-Operator: " + evidence.operator(),
                            "X-Operator: " + sent,
                            "Send the identifier that was issued at onboarding, unchanged.",
                            call));
            call.header(TIMESTAMP).ifPresent(text -> timestamp(call, text, findings));
            contentType(call, findings);
        }
    }

    private static void signingHeaders(ClientCall call, Findings findings) {
        var missing =
                SIGNING.stream().filter(name -> call.header(name).isEmpty()).toList();
        if (!missing.isEmpty()) {
            findings.fail(
                    call.isConditional() ? "CAC-3" : "SIG-15",
                    "X-Operator, X-Svc-Timestamp and X-Svc-Signature on every call",
                    call.describe() + " carries no " + String.join(" and no ", missing),
                    "Compute the signature in one place, below retries and caches, so that no call leaves unsigned.",
                    call);
        }
        SIGNING.stream()
                .filter(name -> call.values(name).size() > 1)
                .forEach(name ->
                        findings.observe("D-55", name + " is sent more than once", "each header exactly once", false));
    }

    private static void timestamp(ClientCall call, String text, Findings findings) {
        var hint = "Send Unix time in milliseconds as digits, read when the call is signed.";
        if (!DIGITS.matcher(text).matches()) {
            findings.fail("GEN-4", "X-Svc-Timestamp in digits only", "X-Svc-Timestamp: " + text, hint, call);
            return;
        }
        var sent = Long.parseLong(text);
        var now = call.exchange().at().toEpochMilli();
        if (isFresh(sent, now)) {
            return;
        }
        if (isFresh(sent * 1000, now) || sent > MAX_MILLIS) {
            var unit = sent > MAX_MILLIS ? "smaller units" : "seconds";
            findings.fail("GEN-4", "X-Svc-Timestamp in milliseconds", "a time in " + unit, hint, call);
            return;
        }
        var off = Duration.between(Instant.ofEpochMilli(now), Instant.ofEpochMilli(sent));
        findings.fail(
                "SIG-10",
                "X-Svc-Timestamp within 5 minutes of the time of the call",
                "it is " + off.abs().toSeconds() + " s " + (off.isNegative() ? "behind" : "ahead"),
                "Set the clock of the machine, use UTC, and take the time of each attempt when it is signed.",
                call);
    }

    private static boolean isFresh(long sent, long now) {
        return Math.abs(sent - now) <= FRESH.toMillis();
    }

    private static void contentType(ClientCall call, Findings findings) {
        var types = call.values("Content-Type");
        var type = types.isEmpty() ? "" : types.getFirst().toLowerCase(Locale.ROOT);
        if (call.body().length == 0 && !types.isEmpty()) {
            findings.fail(
                    "SIG-15",
                    "Content-Type only with a body",
                    call.describe() + " has no body and says Content-Type: " + types.getFirst(),
                    "Set Content-Type together with the body.",
                    call);
        } else if (call.body().length > 0
                && (types.size() != 1 || !JSON.matcher(type).matches())) {
            findings.fail(
                    "GEN-2",
                    "Content-Type: application/json with every body",
                    types.isEmpty() ? "no Content-Type" : "Content-Type: " + String.join(", ", types),
                    "The service processes no other type.",
                    call);
        } else if (OTHER_CHARSET.matcher(type).matches()) {
            findings.observe("D-37", "a body with " + type, "UTF-8", false);
        }
    }

    /** Judges method, path, query and the syntax of the body. */
    static void form(Evidence evidence, Findings findings) {
        for (var call : evidence.calls()) {
            if (!call.path().startsWith(ApiEndpoint.VERSION)) {
                findings.fail(
                        "VER-1",
                        "a path that begins with " + ApiEndpoint.VERSION,
                        call.describe(),
                        "Join the base address and the path with one slash, and keep the version.",
                        call);
            } else {
                call.endpoint()
                        .ifPresentOrElse(endpoint -> parts(call, endpoint, findings), () -> unknown(call, findings));
            }
        }
    }

    private static void unknown(ClientCall call, Findings findings) {
        var same = ApiEndpoint.at(call.path());
        findings.fail(
                ruleOfUnknown(call, same.isPresent()),
                "one of the six calls of the Customer API"
                        + same.map(each -> ", such as " + each).orElse(""),
                call.describe(),
                "Take method and path from the specification, and percent-encode what stands in a segment.",
                call);
    }

    private static String ruleOfUnknown(ClientCall call, boolean isKnownPath) {
        if (call.method().equals("DELETE")) {
            return "CAM-7"; // nothing else is deleted
        }
        if (isKnownPath) {
            return "GEN-8";
        }
        return call.path().startsWith("/api/v1/games")
                ? "CAT-1"
                : call.path().startsWith("/api/v1/free-rounds/campaigns") ? "CAM-7" : "GEN-8";
    }

    private static void parts(ClientCall call, ApiEndpoint endpoint, Findings findings) {
        if (call.query() != null && endpoint != ApiEndpoint.LAUNCH) {
            findings.observe(endpoint.hasBody() ? "D-41" : "D-2", endpoint + " carries a query", "no query", false);
        }
        if (endpoint.hasBody()) {
            body(call, endpoint, findings);
        } else if (call.body().length > 0) {
            findings.fail(
                    endpoint.rule(),
                    endpoint + " without a body",
                    "a body of " + call.body().length + " bytes",
                    "Leave the body out: the signature covers the query or nothing.",
                    call);
        }
    }

    private static void body(ClientCall call, ApiEndpoint endpoint, Findings findings) {
        var coding = call.header("Content-Encoding").orElse("identity");
        if (!coding.equalsIgnoreCase("identity") && call.body().length > 0) {
            findings.fail(
                    "GEN-2",
                    "a body in JSON as it is",
                    "Content-Encoding: " + coding,
                    "The service processes application/json only: switch compression of requests off.",
                    call);
            return;
        }
        switch (call.syntax()) {
            case NONE ->
                findings.fail(
                        endpoint.rule(),
                        endpoint + " with a JSON body",
                        "no body",
                        "Send at least an empty object.",
                        call);
            case INVALID -> {
                var type = call.header("Content-Type").orElse("json").toLowerCase(Locale.ROOT);
                if (type.contains("json")) {
                    findings.fail(
                            ruleOfSyntax(call, endpoint),
                            "a body in JSON",
                            "bytes that are not JSON",
                            "Write the body with a JSON library, and sign what it wrote.",
                            call);
                }
            }
            case OTHER_ENCODING ->
                findings.observe("D-38", "a body that is not plain UTF-8", "UTF-8 without a mark", false);
            case DUPLICATE_KEY -> findings.observe("D-38", "a body with the same key twice", "each key once", false);
            case VALID -> {
                if (call.body().length > MAX_BODY) {
                    findings.observe("D-36", "a body of more than 1 MiB", "at most 1 MiB", false);
                }
            }
        }
    }

    /** NaN is not a number, and a campaign takes one (CAM-1); any other text is an invalid payload (ERR-1). */
    private static String ruleOfSyntax(ClientCall call, ApiEndpoint endpoint) {
        var text = new String(call.body(), StandardCharsets.UTF_8);
        return text.contains("NaN") || text.contains("Infinity") ? endpoint.rule() : "ERR-1";
    }

    /** Looks for the secret in every byte that the client sent, and in what its command wrote (SIG-17). */
    static void secret(Evidence evidence, Findings findings) {
        for (var call : evidence.calls()) {
            if (shows(evidence.secret(), new String(call.exchange().sent(), StandardCharsets.UTF_8))) {
                findings.fail(
                        "SIG-17",
                        "the secret nowhere on the wire",
                        call.describe() + " carries it",
                        "The secret only keys the signature. It is neither a token nor a parameter.",
                        call);
            }
        }
        if (shows(evidence.secret(), evidence.output())) {
            findings.fail(
                    "SIG-17",
                    "the secret in no log line and no stack trace",
                    "the command wrote it to its standard output or error",
                    "Keep the secret in a type that prints a fixed word.",
                    null);
        }
    }

    private static boolean shows(Secret secret, String text) {
        var found = new boolean[1];
        secret.read(value -> found[0] = text.contains(value)
                || !SecretMatcher.of(value).mask(text, "$SECRET").equals(text));
        return found[0];
    }

    /** Judges calls to a service with an untrusted certificate: only handshakes may arrive (GEN-1). */
    static void certificate(Evidence evidence, Findings findings) {
        evidence.calls().stream()
                .filter(call -> call.exchange().sent().length > 0)
                .findFirst()
                .ifPresent(call -> findings.fail(
                        "GEN-1",
                        "no call to a service with a self-signed certificate",
                        call.exchange().note().isEmpty()
                                ? call.describe() + " was sent in spite of the certificate"
                                : call.describe() + " was sent over plain HTTP to an https address",
                        "Leave the checks of certificate and host name on, and keep the scheme of the base address.",
                        call));
    }
}
