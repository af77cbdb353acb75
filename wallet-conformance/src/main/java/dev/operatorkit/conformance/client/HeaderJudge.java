package dev.operatorkit.conformance.client;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Judges the headers of every call: who calls, when, and the type of the body (SIG-15, GEN-2, GEN-4, SIG-10). */
final class HeaderJudge implements Judge {
    static final String OPERATOR = "X-Operator";
    static final String TIMESTAMP = "X-Svc-Timestamp";
    static final String SIGNATURE = "X-Svc-Signature";

    private static final Duration FRESH = Duration.ofMinutes(5);
    private static final long MOST_MILLIS = 100_000_000_000_000L;
    private static final Pattern DIGITS = Pattern.compile("[0-9]{1,18}");
    private static final Pattern JSON = Pattern.compile("application/json[ \\t]*(;.*)?");
    private static final Pattern OTHER_CHARSET =
            Pattern.compile(".*;[ \\t]*charset[ \\t]*=[ \\t]*\"?(?!utf-8\\b)[^;]*.*");

    @Override
    public void judge(Evidence evidence, Findings findings) {
        for (var call : evidence.calls()) {
            present(call, findings);
            operator(call, evidence.operator(), findings);
            call.header(TIMESTAMP).ifPresent(text -> timestamp(call, text, findings));
            contentType(call, findings);
        }
    }

    private static void present(ClientCall call, Findings findings) {
        var missing = List.of(OPERATOR, TIMESTAMP, SIGNATURE).stream()
                .filter(name -> call.header(name).isEmpty())
                .toList();
        if (!missing.isEmpty()) {
            var conditional = call.header("If-None-Match").isPresent()
                    || call.header("If-Modified-Since").isPresent();
            findings.fail(
                    conditional ? "CAC-3" : "SIG-15",
                    "X-Operator, X-Svc-Timestamp and X-Svc-Signature on every call",
                    call.describe() + " carries no " + String.join(" and no ", missing),
                    "Compute the signature in one place, below retries and caches, so that no call leaves unsigned.",
                    call);
        }
        for (var name : List.of(OPERATOR, TIMESTAMP, SIGNATURE)) {
            if (call.values(name).size() > 1) {
                findings.observe("D-55", name + " is sent more than once", "each header exactly once", false);
            }
        }
    }

    private static void operator(ClientCall call, String operator, Findings findings) {
        call.header(OPERATOR)
                .filter(sent -> !sent.equals(operator))
                .ifPresent(sent -> findings.fail(
                        "SIG-15",
                        "X-Operator: " + operator,
                        "X-Operator: " + sent,
                        "Send the identifier that was issued at onboarding, unchanged.",
                        call));
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
        if (isFresh(sent * 1000, now) || sent > MOST_MILLIS) {
            var unit = sent > MOST_MILLIS ? "smaller units" : "seconds";
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
        if (call.body().length == 0) {
            if (!types.isEmpty()) {
                findings.fail(
                        "SIG-15",
                        "Content-Type only with a body",
                        call.describe() + " has no body and says Content-Type: " + types.getFirst(),
                        "Set Content-Type together with the body.",
                        call);
            }
            return;
        }
        var type = types.isEmpty() ? "" : types.getFirst().toLowerCase(Locale.ROOT);
        if (types.size() != 1 || !JSON.matcher(type).matches()) {
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
}
