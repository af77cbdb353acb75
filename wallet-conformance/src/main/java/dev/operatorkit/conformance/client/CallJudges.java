package dev.operatorkit.conformance.client;

import dev.operatorkit.conformance.wire.Secret;
import dev.operatorkit.conformance.wire.SecretMatcher;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
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
                    .ifPresent(sent -> findings.fail("operator", "X-Operator: " + sent, call, evidence.operator()));
            call.header(TIMESTAMP).ifPresent(text -> timestamp(call, text, findings));
            contentType(call, findings);
        }
    }

    private static void signingHeaders(ClientCall call, Findings findings) {
        var missing =
                SIGNING.stream().filter(name -> call.header(name).isEmpty()).toList();
        if (!missing.isEmpty()) {
            var rule = call.isConditional() ? "CAC-3" : "SIG-15";
            findings.failRule(
                    rule, "no-headers", call.describe() + " carries no " + String.join(" and no ", missing), call);
        }
        SIGNING.stream()
                .filter(name -> call.values(name).size() > 1)
                .forEach(name -> findings.differ("D-55", name + " is sent more than once", "each header exactly once"));
    }

    private static void timestamp(ClientCall call, String text, Findings findings) {
        if (!DIGITS.matcher(text).matches()) {
            findings.fail("timestamp-digits", "X-Svc-Timestamp: " + text, call);
            return;
        }
        var sent = Long.parseLong(text);
        var now = call.exchange().at().toEpochMilli();
        var off = Duration.ofMillis(sent - now);
        if (isFresh(sent, now)) {
            return;
        }
        if (sent > MAX_MILLIS || isFresh(sent * 1000, now)) {
            findings.fail("timestamp-unit", "a time in " + (sent > MAX_MILLIS ? "smaller units" : "seconds"), call);
        } else {
            var way = off.isNegative() ? "behind" : "ahead";
            findings.fail("timestamp-age", "it is " + off.abs().toSeconds() + " s " + way, call);
        }
    }

    private static boolean isFresh(long sent, long now) {
        return Math.abs(sent - now) <= FRESH.toMillis();
    }

    private static void contentType(ClientCall call, Findings findings) {
        var types = call.values("Content-Type");
        var type = types.isEmpty() ? "" : types.getFirst().toLowerCase(Locale.ROOT);
        var hasBody = call.body().length > 0;
        if (!hasBody && !types.isEmpty()) {
            var actual = call.describe() + " has no body and says Content-Type: " + types.getFirst();
            findings.fail("type-without-body", actual, call);
        } else if (hasBody && (types.size() != 1 || !JSON.matcher(type).matches())) {
            var actual = types.isEmpty() ? "no Content-Type" : "Content-Type: " + String.join(", ", types);
            findings.fail("content-type", actual, call);
        } else if (OTHER_CHARSET.matcher(type).matches()) {
            findings.differ("D-37", "a body with " + type, "UTF-8");
        }
    }

    /** Judges method, path, query and the syntax of the body. */
    static void form(Evidence evidence, Findings findings) {
        for (var call : evidence.calls()) {
            var endpoint = call.endpoint();
            if (!call.path().startsWith(ApiEndpoint.VERSION)) {
                findings.fail("version", call.describe(), call);
            } else if (endpoint.isPresent()) {
                parts(call, endpoint.get(), findings);
            } else {
                var same = ApiEndpoint.at(call.path());
                var example = same.map(each -> ", such as " + each).orElse("");
                var rule = ruleOfUnknown(call, same.isPresent());
                findings.failRule(rule, "unknown-call", call.describe(), call, example);
            }
        }
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
            findings.differ(endpoint.hasBody() ? "D-41" : "D-2", endpoint + " carries a query", "no query");
        }
        if (endpoint.hasBody()) {
            body(call, endpoint, findings);
        } else if (call.body().length > 0) {
            var actual = "a body of " + call.body().length + " bytes";
            findings.failRule(endpoint.rule(), "body-of-read", actual, call, endpoint);
        }
    }

    private static void body(ClientCall call, ApiEndpoint endpoint, Findings findings) {
        var coding = call.header("Content-Encoding").orElse("identity");
        if (!coding.equalsIgnoreCase("identity") && call.body().length > 0) {
            findings.fail("compressed-body", "Content-Encoding: " + coding, call);
            return;
        }
        switch (call.syntax()) {
            case NONE -> findings.failRule(endpoint.rule(), "no-body", "no body", call, endpoint);
            case INVALID -> {
                var type = call.header("Content-Type").orElse("json").toLowerCase(Locale.ROOT);
                if (type.contains("json")) {
                    findings.failRule(ruleOfSyntax(call, endpoint), "no-json", "bytes that are not JSON", call);
                }
            }
            case OTHER_ENCODING -> findings.differ("D-38", "a body that is not plain UTF-8", "UTF-8 without a mark");
            case DUPLICATE_KEY -> findings.differ("D-38", "a body with the same key twice", "each key once");
            case VALID -> {
                if (call.body().length > MAX_BODY) {
                    findings.differ("D-36", "a body of more than 1 MiB", "at most 1 MiB");
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
            if (isShown(evidence.secret(), new String(call.exchange().sent(), StandardCharsets.UTF_8))) {
                findings.fail("secret-sent", call.describe() + " carries it", call);
            }
        }
        if (isShown(evidence.secret(), evidence.output())) {
            findings.fail("secret-written", "the command wrote it to its standard output or error", null);
        }
    }

    private static boolean isShown(Secret secret, String text) {
        var found = new boolean[1];
        secret.read(value -> found[0] = !SecretMatcher.of(value).mask(text, "").equals(text));
        return found[0];
    }

    /** Judges calls to a service with an untrusted certificate: only handshakes may arrive (GEN-1). */
    static void certificate(Evidence evidence, Findings findings) {
        evidence.calls().stream()
                .filter(call -> call.exchange().sent().length > 0)
                .findFirst()
                .ifPresent(call -> findings.fail(
                        "certificate",
                        call.exchange().note().isEmpty()
                                ? call.describe() + " was sent in spite of the certificate"
                                : call.describe() + " was sent over plain HTTP to an https address",
                        call));
    }
}
