package dev.operatorkit.conformance.client;

import java.time.Duration;
import java.util.List;

/** Observes what a client does when the service does not answer as usual. No rule says it, so nothing here fails. */
final class RetryJudges {
    private static final int MANY = 10;

    private RetryJudges() {}

    /** Observes how often a call is repeated, and whether with a pause and a fresh timestamp (D-43). */
    static Judge repeats(ApiEndpoint endpoint, String after, boolean isWanted) {
        return (evidence, findings) -> {
            var calls = evidence.to(endpoint);
            var repeated = calls.size() - 1;
            findings.observe(
                    "ERR-1",
                    "after " + after + ", " + endpoint + " is "
                            + (repeated <= 0
                                    ? "not repeated"
                                    : "repeated " + repeated + (repeated == 1 ? " time" : " times")),
                    isWanted ? "a few repetitions with growing pauses" : "no repetition",
                    isWanted ? repeated >= 1 && repeated < MANY : repeated <= 0);
            if (repeated > 0) {
                freshness(calls, findings);
            }
        };
    }

    private static void freshness(List<ClientCall> calls, Findings findings) {
        var stamps = calls.stream()
                .flatMap(call -> call.values(CallJudges.TIMESTAMP).stream())
                .distinct()
                .count();
        findings.observe(
                "D-43",
                stamps == calls.size() ? "each attempt has its own timestamp" : "attempts share a timestamp",
                "a fresh timestamp and signature for each attempt",
                stamps == calls.size());
    }

    /** Observes whether a pause is at least as long as the service asked for (D-36). */
    static Judge waits(ApiEndpoint endpoint, Duration asked) {
        return (evidence, findings) -> {
            var calls = evidence.to(endpoint);
            if (calls.size() < 2) {
                findings.differ("D-36", "after 429 the call is not repeated", "repeated after Retry-After");
                return;
            }
            var pause = Duration.between(
                    calls.get(0).exchange().at(), calls.get(1).exchange().at());
            // The service sends its answer a little after the time at which it read the call.
            findings.observe(
                    "D-36",
                    pause.compareTo(asked) >= 0 ? "waits as long as Retry-After asks" : "repeats before Retry-After",
                    "obeys Retry-After",
                    pause.compareTo(asked) >= 0);
        };
    }

    /** Observes what follows a creation whose outcome is unknown. */
    static void unknownCreation(Evidence evidence, Findings findings) {
        var codes = evidence.objectsTo(ApiEndpoint.CREATE_CAMPAIGN)
                .map(call -> call.json().path("campaignCode").asText())
                .toList();
        var distinct = codes.stream().distinct().count();
        var seen = distinct > 1
                ? "creates the campaign again under another code"
                : codes.size() > 1 ? "sends the creation again with the same code" : "does not send the creation again";
        var looks = evidence.to(ApiEndpoint.SEARCH).isEmpty() ? "" : ", and searches for it";
        findings.observe(
                "D-6",
                "after a creation without an answer: " + seen + looks,
                "a search for the campaign before anything is sent again",
                codes.size() == 1);
    }

    /** Observes whether all pages are read, and none past the end. */
    static void pages(Evidence evidence, Findings findings) {
        var searches = evidence.to(ApiEndpoint.SEARCH);
        var pages = searches.stream()
                .map(call -> call.json().path("page").asInt(1))
                .distinct()
                .count();
        var total = searches.stream()
                .flatMap(call -> call.response().stream())
                .mapToInt(response -> response.json()
                        .path("data")
                        .path("pagination")
                        .path("totalPages")
                        .asInt())
                .max()
                .orElse(0);
        findings.observe(
                "D-9",
                pages + " of " + total + " pages are read, with " + searches.size() + " searches",
                "each page once, as totalPages says",
                pages == total && searches.size() == total);
    }

    /** Observes whether the client goes on when a response has fields that it does not know (D-1). */
    static void goesOn(Evidence evidence, Findings findings) {
        var ended = evidence.to(ApiEndpoint.CATALOGUE).size() >= evidence.task().number("times");
        findings.observe(
                "D-1",
                ended ? "goes on after unknown fields" : "stops at unknown fields",
                "unknown fields are kept or ignored",
                ended);
    }
}
