package dev.operatorkit.conformance.suite;

import dev.operatorkit.conformance.money.MovementBody;
import dev.operatorkit.conformance.wire.Request;
import dev.operatorkit.conformance.wire.SignedRequest;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Judges every response of a case by what always holds: statuses are truthful, repeats get the stored result, errors have their form,
 * and nothing discloses a signature. A finding counts when the case itself found nothing, since a case knows the rule better. What
 * needs a lookup is judged at the end of the case.
 */
final class Oracles {
    private static final int MAX_LOOKUPS = 8;
    private static final String SIGNED = "401 only when signature, timestamp or source failed";
    private static final Duration CLOCK_RESOLUTION = Duration.ofMillis(1);

    private final CaseContext tester;
    private final RunJournal journal;
    private final Queue<Failure> findings = new ConcurrentLinkedQueue<>();
    private final Queue<Refusal> refusals = new ConcurrentLinkedQueue<>();
    private final Set<String> lookedUp = ConcurrentHashMap.newKeySet();

    /** Pairs a movement with the 409, 422 or 500 that it got. */
    private record Refusal(MovementBody message, WalletResponse answer) {}

    Oracles(CaseContext tester, RunJournal journal) {
        this.tester = tester;
        this.journal = journal;
    }

    /** Judges a response to any request. */
    void judge(WalletResponse answer) {
        findings.addAll(Disclosures.of(tester.run().secret(), answer));
        var request = answer.exchange().request();
        var callback = callback(request);
        var status = answer.status();
        var isRead = callback.equals("lookup") || callback.equals("player");
        var body = "{\"message\": string} as the body of " + status + ", or no body";
        find(answer, !lacksMessage(answer, callback), "GEN-7", body, "An error response explains itself in a message.");
        var read = "no 500 for a read, since a read writes nothing";
        find(answer, status != 500 || !isRead, "ERR-4", read, "Respond 500 only when something was written.");
        var isRefused = status == 401 && callback.equals("lookup") && isPlainLookup(request);
        find(answer, !isRefused, "ERR-2", SIGNED, Check.SIGNED_LIKE_OTHERS);
        var isOfDebit = callback.matches("|debit") || !request.genuine();
        var funds = "409 only for a debit whose stake the balance does not cover";
        find(answer, status != 409 || isOfDebit, "ERR-2", funds, "Respond 422 when nothing was written.");
    }

    /** Judges the response to a movement; {@code earlier} is its first result when this is a repeat. */
    void judge(MovementBody message, WalletResponse answer, RunJournal.@Nullable Applied earlier, boolean together) {
        var request = answer.exchange().request();
        var status = answer.status();
        if (request.genuine() && (status == 409 || status == 422 || status == 500)) {
            refusals.add(new Refusal(message, answer));
        }
        if (!request.genuine() || !callback(request).equals(message.kind().callback())) {
            return;
        }
        var unchanged = new String(request.body(), StandardCharsets.UTF_8).equals(message.json()) && isUsual(request);
        if (earlier != null && unchanged) {
            requireStoredResult(earlier, answer);
        }
        if (status == 200 && unchanged && message.namesItsPlayer()) {
            journal.record(message, answer);
        }
        find(answer, status != 401 || !unchanged, "ERR-2", SIGNED, Check.SIGNED_LIKE_OTHERS);
        var known = "200 for a movement that was processed, or a refusal";
        find(answer, status <= 200 || status > 399, "ERR-2", known, "No other status between 200 and 399 is known.");
        if (status == 409) {
            requireLackOfFunds(message, answer, together);
        }
    }

    /** Remembers that a case looks this id up. */
    void recordLookup(String id) {
        lookedUp.add(id);
    }

    /** Fails the case when a response broke a rule that the case did not check. */
    void requireTruth() {
        requireNoFinding();
        var unjudged = List.copyOf(refusals);
        refusals.removeAll(unjudged);
        unjudged.stream()
                .filter(each -> !journal.knows(each.message().id()))
                .filter(each -> !lookedUp.contains(each.message().id()))
                .sorted(Comparator.comparingInt(each -> -each.answer().status()))
                .limit(MAX_LOOKUPS)
                .toList()
                .forEach(this::requireTruthful);
        requireNoFinding();
    }

    private void requireNoFinding() {
        if (!findings.isEmpty()) {
            throw findings.element();
        }
    }

    private void requireTruthful(Refusal refusal) {
        var message = refusal.message();
        var found = tester.send(Request.get(message.player().lookupPath(message.id())));
        var status = refusal.answer().status();
        if (status == 500) {
            var expected = "a lookup that knows " + message.id() + ", since 500 says that something was written";
            Check.require(
                    refusal.answer(), found.isResult(), "ERR-4", expected, "Respond 422 when nothing was written.");
        } else {
            var expected = "a lookup without " + message.id() + ", which was refused with " + status;
            var hint = "Nothing may be written when a movement is refused.";
            Check.require(found, !found.isResult(), status == 409 ? "WAL-12" : "ERR-3", expected, hint);
        }
    }

    private void requireStoredResult(RunJournal.Applied earlier, WalletResponse again) {
        if (again.status() == 503 || again.status() == 429 || again.status() == 500) {
            return; // the service retries, and a 500 must be known to the lookup
        }
        try {
            Check.requireStored(earlier, again, "IDM-2", "sent again");
        } catch (Failure e) {
            findings.add(e);
        }
    }

    /** Compares two times as a database may have rounded one of them. */
    static boolean isSameMoment(String first, String second) {
        try {
            return first.equals(second)
                    || Duration.between(OffsetDateTime.parse(first), OffsetDateTime.parse(second))
                                    .abs()
                                    .compareTo(CLOCK_RESOLUTION)
                            <= 0;
        } catch (DateTimeException e) {
            return true; // other cases check the form of times
        }
    }

    private void requireLackOfFunds(MovementBody message, WalletResponse answer, boolean together) {
        var stake = message.sentAmount();
        var hint = "Respond 422 when nothing was written and the funds suffice.";
        if (stake == null
                || stake.signum() <= 0
                || tester.calls().account(message.player()).isEmpty()) {
            find(answer, false, "ERR-2", "409 only for a stake that the balance does not cover", hint);
        } else if (!together && stake.compareTo(tester.balance(message.player())) <= 0) {
            find(answer, false, "ERR-2", "no 409 for a stake that the balance covers", hint);
        }
    }

    private void find(WalletResponse answer, boolean holds, String rule, String expected, String hint) {
        if (!holds) {
            findings.add(new Failure(rule, expected, Check.describe(answer), hint, answer.exchange()));
        }
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
                && !request.path().substring(tester.prefix().length()).contains("%");
    }

    /** Returns the callback that a request calls, or an empty text for other methods and spellings of the path. */
    private String callback(SignedRequest request) {
        var isBelow = request.path().startsWith(tester.prefix() + "/");
        var path = isBelow ? request.path().substring(tester.prefix().length() + 1) : "";
        return switch (request.method()) {
            case "POST" -> path.matches("debit|credit|rollback") ? path : "";
            case "GET" ->
                path.matches("players/[^/]+/transactions/[^/]+") ? "lookup" : path.matches("player") ? path : "";
            default -> "";
        };
    }

    /** Returns true for the headers that every callback of the service has, with the current time. */
    private static boolean isUsual(SignedRequest request) {
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
