package dev.operatorkit.conformance.suite;

import dev.operatorkit.conformance.wire.SignedRequest;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Judges a response by what holds for every callback of every case. */
final class ResponseOracle {
    private final String prefix;

    /** Creates an oracle for the callbacks below this prefix of the path. */
    ResponseOracle(String prefix) {
        this.prefix = prefix;
    }

    /** Returns the rules that a response breaks. */
    List<Failure> judge(WalletResponse answer) {
        var findings = new ArrayList<Failure>();
        var request = answer.exchange().request();
        var callback = callback(request);
        var status = answer.status();
        if (lacksMessage(answer, callback)) {
            var expected = "{\"message\": string} as the body of " + status + ", or no body";
            findings.add(finding(answer, "GEN-7", expected, "An error response explains itself in a message."));
        }
        if (status == 500 && (callback.equals("lookup") || callback.equals("player"))) {
            var expected = "no 500 for a read, since a read writes nothing";
            findings.add(finding(answer, "ERR-4", expected, "Respond 500 only when something was written."));
        }
        if (status == 401 && callback.equals("lookup") && isPlainLookup(request)) {
            var expected = "401 only when signature, timestamp or source failed";
            findings.add(finding(answer, "ERR-2", expected, "The lookup was signed correctly."));
        }
        if (status == 409 && !callback.matches("|debit") && request.genuine()) {
            var expected = "409 only for a debit whose stake the balance does not cover";
            findings.add(finding(answer, "ERR-2", expected, "Respond 422 when nothing was written."));
        }
        return findings;
    }

    static Failure finding(WalletResponse answer, String rule, String expected, String hint) {
        return new Failure(rule, expected, Check.describe(answer), hint, answer.exchange());
    }

    private static boolean lacksMessage(WalletResponse answer, String callback) {
        var explains = Set.of(401, 403, 409, 422, 500).contains(answer.status())
                || (answer.status() == 404 && callback.equals("lookup"));
        var message = answer.json().path("message");
        var isGiven = message.isTextual() && !message.asText().isBlank();
        return !callback.isEmpty() && explains && answer.length() > 0 && !isGiven;
    }

    private boolean isPlainLookup(SignedRequest request) {
        return request.genuine()
                && request.body().length == 0
                && isUsual(request)
                && !request.path().substring(prefix.length()).contains("%");
    }

    /** Returns the callback that a request calls, or an empty text for other methods and spellings of the path. */
    String callback(SignedRequest request) {
        var isBelow = request.path().startsWith(prefix + "/");
        var path = isBelow ? request.path().substring(prefix.length() + 1) : "";
        return switch (request.method()) {
            case "POST" -> path.matches("debit|credit|rollback") ? path : "";
            case "GET" ->
                path.matches("players/[^/]+/transactions/[^/]+") ? "lookup" : path.matches("player") ? path : "";
            default -> "";
        };
    }

    /** Returns true for the headers that every callback of the service has, with the current time. */
    static boolean isUsual(SignedRequest request) {
        var isJson = request.headers().stream()
                .filter(h -> h.is("Content-Type"))
                .allMatch(h -> h.value().equals("application/json"));
        var ofService = request.headers().stream()
                .filter(h -> h.name().regionMatches(true, 0, "X-Svc-", 0, 6))
                .count();
        return isJson
                && ofService == 2
                && !request.misstatesLength()
                && !request.literal()
                && Math.abs(request.offset()) < 60_000
                && request.query() == null;
    }
}
