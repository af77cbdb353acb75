package dev.operatorkit.conformance.client;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Judges method, path, query and body of every call: what is asked of the service, and in which form (VER-1, GEN-8). */
final class PathJudge implements Judge {
    private static final String CAMPAIGNS = "/api/v1/free-rounds/campaigns";

    @Override
    public void judge(Evidence evidence, Findings findings) {
        for (var call : evidence.calls()) {
            if (!call.path().startsWith(ApiEndpoint.VERSION)) {
                findings.fail(
                        "VER-1",
                        "a path that begins with " + ApiEndpoint.VERSION,
                        call.describe(),
                        "Join the base address and the path with one slash, and keep the version.",
                        call);
            } else if (call.endpoint().isEmpty()) {
                unknown(call, findings);
            } else {
                parts(call, call.endpoint().get(), findings);
            }
        }
    }

    private static void unknown(ClientCall call, Findings findings) {
        var same = ApiEndpoint.at(call.path());
        var rule = same.isPresent() && !call.method().equals("DELETE") ? "GEN-8" : ruleOf(call);
        findings.fail(
                rule,
                "one of the six calls of the Customer API"
                        + same.map(each -> ", such as " + each).orElse(""),
                call.describe(),
                "Take method and path from the specification, and percent-encode what stands in a segment.",
                call);
    }

    private static String ruleOf(ClientCall call) {
        if (call.method().equals("DELETE")) {
            return "CAM-7"; // nothing else is deleted
        }
        if (call.path().startsWith("/api/v1/games")) {
            return "CAT-1";
        }
        return call.path().startsWith(CAMPAIGNS) ? "CAM-7" : "GEN-8";
    }

    private static void parts(ClientCall call, ApiEndpoint endpoint, Findings findings) {
        if (!endpoint.hasBody() && call.body().length > 0) {
            findings.fail(
                    endpoint.rule(),
                    endpoint + " without a body",
                    "a body of " + call.body().length + " bytes",
                    "Leave the body out: the signature covers the query or nothing.",
                    call);
        }
        var query = call.query();
        if (query != null && endpoint != ApiEndpoint.LAUNCH) {
            findings.observe(endpoint.hasBody() ? "D-41" : "D-2", endpoint + " carries a query", "no query", false);
        }
        if (endpoint.hasBody()) {
            body(call, endpoint, findings);
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
        var isForm = call.header("Content-Type")
                .filter(type -> !type.toLowerCase(Locale.ROOT).contains("json"));
        switch (call.syntax()) {
            case NONE ->
                findings.fail(
                        endpoint.rule(),
                        endpoint + " with a JSON body",
                        "no body",
                        "Send at least an empty object.",
                        call);
            case INVALID -> {
                if (isForm.isEmpty()) {
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
                if (call.body().length > 1024 * 1024) {
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
}
