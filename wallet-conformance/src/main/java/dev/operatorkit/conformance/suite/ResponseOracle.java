package dev.operatorkit.conformance.suite;

import dev.operatorkit.conformance.wire.SignedRequest;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Judges a response by what holds for every callback, whatever the case is about. It needs nothing but the exchange, so that
 * exchanges in a bundle can be judged again.
 */
public final class ResponseOracle {
    private final String prefix;

    /** Creates an oracle for the callbacks below this prefix of the path. */
    public ResponseOracle(String prefix) {
        this.prefix = prefix;
    }

    /** Returns the rules that a response breaks. */
    public List<Failure> judge(WalletResponse answer) {
        var findings = new ArrayList<Failure>();
        var request = answer.exchange().request();
        var callback = callback(request);
        var status = answer.status();
        if (callback.isEmpty()) {
            return findings;
        }
        if (lacksMessage(answer, callback)) {
            findings.add(finding(
                    "GEN-7",
                    "{\"message\": string} as the body of " + status + ", or no body",
                    answer,
                    "An error response explains itself in a message."));
        }
        if (status == 500 && (callback.equals("lookup") || callback.equals("player"))) {
            findings.add(finding(
                    "ERR-4",
                    "no 500 for a read, since a read writes nothing",
                    answer,
                    "Respond 500 only when something was written."));
        }
        if (status == 401 && callback.equals("lookup") && isPlainLookup(request)) {
            findings.add(finding(
                    "ERR-2",
                    "401 only when signature, timestamp or source failed",
                    answer,
                    "The lookup was signed correctly."));
        }
        if (status == 409 && !callback.equals("debit") && request.genuine()) {
            findings.add(finding(
                    "ERR-2",
                    "409 only for a debit whose stake the balance does not cover",
                    answer,
                    "Respond 422 when nothing was written."));
        }
        return findings;
    }

    private static Failure finding(String rule, String expected, WalletResponse answer, String hint) {
        return new Failure(rule, expected, Check.describe(answer), hint, answer.exchange());
    }

    private static boolean lacksMessage(WalletResponse answer, String callback) {
        var explains = Set.of(401, 403, 409, 422, 500).contains(answer.status())
                || (answer.status() == 404 && callback.equals("lookup"));
        var message = answer.json().path("message");
        return explains
                && answer.length() > 0
                && !(message.isTextual() && !message.asText().isBlank());
    }

    private boolean isPlainLookup(SignedRequest request) {
        return request.genuine()
                && request.body().length == 0
                && isUsual(request)
                && !request.path().substring(prefix.length()).contains("%");
    }

    /** Returns the callback that a request calls, or an empty text for other methods and spellings of the path. */
    String callback(SignedRequest request) {
        if (!request.path().startsWith(prefix + "/")) {
            return "";
        }
        var path = request.path().substring(prefix.length() + 1);
        if (request.method().equals("POST")) {
            return path.matches("debit|credit|rollback") ? path : "";
        }
        return !request.method().equals("GET")
                ? ""
                : path.equals("player") ? path : path.matches("players/[^/]+/transactions/[^/]+") ? "lookup" : "";
    }

    /** Returns true for the headers that every callback of the service has, with the current time. */
    static boolean isUsual(SignedRequest request) {
        var odd = request.headers().stream()
                .anyMatch(h -> h.is("Content-Type") && !h.value().equals("application/json"));
        var doubled = request.headers().stream()
                        .filter(h -> h.name().regionMatches(true, 0, "X-Svc-", 0, 6))
                        .count()
                != 2;
        return !odd
                && !doubled
                && !request.misstatesLength()
                && !request.literal()
                && Math.abs(request.offset()) < 60_000
                && request.query() == null;
    }
}
