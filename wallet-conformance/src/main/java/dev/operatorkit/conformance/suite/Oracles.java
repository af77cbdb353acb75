package dev.operatorkit.conformance.suite;

import dev.operatorkit.conformance.money.MovementBody;
import dev.operatorkit.conformance.wire.Request;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Judges every response of a case by what always holds, whatever the case is about: statuses are truthful, repeats get the stored
 * result, errors have their form, and nothing discloses a signature. A finding counts when the case itself found nothing, since a
 * case knows the rule better. What needs a lookup is judged at the end of the case.
 */
final class Oracles {
    private static final int MAX_LOOKUPS = 6;
    private static final Duration CLOCK_RESOLUTION = Duration.ofMillis(1);

    private final CaseContext tester;
    private final RunJournal journal;
    private final ResponseOracle oracle;
    private final List<Failure> findings = new ArrayList<>();
    private final List<Refusal> refusals = new ArrayList<>();
    private final Set<String> lookedUp = new HashSet<>();

    /** Pairs a movement with the 409, 422 or 500 that it got. */
    private record Refusal(MovementBody message, WalletResponse answer) {}

    Oracles(CaseContext tester, RunJournal journal) {
        this.tester = tester;
        this.journal = journal;
        this.oracle = new ResponseOracle(tester.prefix());
    }

    /** Judges a response without regard to what was asked. */
    void judge(WalletResponse answer) {
        Disclosures.of(tester.secret(), answer).forEach(this::add);
        oracle.judge(answer).forEach(this::add);
    }

    /** Judges the response to a movement; {@code earlier} is its first result when this is a repeat. */
    void judge(MovementBody message, WalletResponse answer, RunJournal.@Nullable Applied earlier, boolean together) {
        var request = answer.exchange().request();
        if (!request.genuine() || !oracle.callback(request).equals(name(message))) {
            return;
        }
        var unchanged = new String(request.body(), StandardCharsets.UTF_8).equals(message.json())
                && ResponseOracle.isUsual(request);
        if (earlier != null && unchanged) {
            requireStoredResult(earlier, answer);
        }
        switch (answer.status()) {
            case 200 -> {
                if (unchanged && message.namesItsPlayer()) {
                    journal.record(message, answer);
                }
            }
            case 401 ->
                find(
                        !unchanged,
                        "ERR-2",
                        "401 only when signature, timestamp or source failed",
                        answer,
                        "The callback was signed correctly.");
            case 409 -> {
                requireLackOfFunds(message, answer, together);
                recordRefusal(message, answer);
            }
            case 422, 500 -> recordRefusal(message, answer);
            default ->
                find(
                        answer.status() == 200 || answer.status() > 399,
                        "ERR-2",
                        "200 for a movement that was processed, or a refusal",
                        answer,
                        "No other status between 200 and 399 is known.");
        }
    }

    private void recordRefusal(MovementBody message, WalletResponse answer) {
        synchronized (refusals) {
            refusals.add(new Refusal(message, answer));
        }
    }

    /** Remembers that a case looks this id up by itself. */
    void recordLookup(String id) {
        synchronized (refusals) {
            lookedUp.add(id);
        }
    }

    /** Fails the case when a response broke a rule that the case did not check. */
    void requireTruth() {
        requireNoFinding();
        var looked = 0;
        for (var refusal : unproven()) {
            if (looked++ < MAX_LOOKUPS) {
                requireTruthful(refusal);
            }
        }
        requireNoFinding();
    }

    private void requireNoFinding() {
        synchronized (findings) {
            if (!findings.isEmpty()) {
                throw findings.getFirst();
            }
        }
    }

    private List<Refusal> unproven() {
        synchronized (refusals) {
            return refusals.stream()
                    .filter(refusal -> !journal.knows(refusal.message().id())
                            && !lookedUp.contains(refusal.message().id()))
                    .toList();
        }
    }

    private void requireTruthful(Refusal refusal) {
        var message = refusal.message();
        var found = tester.send(Request.get(message.player().lookupPath(message.id())));
        var status = refusal.answer().status();
        var written = status == 500;
        if (found.isResult() == written) {
            return;
        }
        var evidence = written ? refusal.answer() : found;
        throw new Failure(
                status == 409 ? "WAL-12" : written ? "ERR-4" : "ERR-3",
                written
                        ? "a lookup that knows " + message.id() + ", since 500 says that something was written"
                        : "a lookup without " + message.id() + ", which was refused with " + status,
                Check.describe(evidence),
                written
                        ? "Respond 422 when nothing was written."
                        : "Nothing may be written when a movement is refused.",
                evidence.exchange());
    }

    private void requireStoredResult(RunJournal.Applied earlier, WalletResponse again) {
        var what = "the " + name(earlier.message()) + " " + earlier.message().id() + " sent again";
        if (again.status() == 503 || again.status() == 429 || again.status() == 500) {
            return; // the service retries, and a 500 must be known to the lookup
        }
        find(again.status() == 200, "IDM-2", "200 for " + what, again, "Look up transactionId first.");
        if (again.status() == 200) {
            find(
                    again.operatorTransactionId().equals(earlier.operatorTransactionId()),
                    "IDM-2",
                    "the stored operatorTransactionId " + earlier.operatorTransactionId() + " for " + what,
                    again,
                    "Return the stored result.");
            var balance = again.balance();
            find(
                    balance != null && balance.compareTo(earlier.balance()) == 0,
                    "IDM-2",
                    "the stored balance " + earlier.message().player().money(earlier.balance()) + " for " + what,
                    again,
                    "Return the stored result, not the current balance.");
            find(
                    isSameMoment(
                            earlier.createdAt(), again.json().path("createdAt").asText()),
                    "IDM-2",
                    "the stored createdAt " + earlier.createdAt() + " for " + what,
                    again,
                    "Return the stored result, with the time at which it was created.");
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
            return true; // the form of times has cases of its own
        }
    }

    private void requireLackOfFunds(MovementBody message, WalletResponse answer, boolean together) {
        var stake = message.sentAmount();
        var hint = "Respond 422 when nothing was written and the funds suffice.";
        if (stake == null
                || stake.signum() <= 0
                || tester.calls().account(message.player()).isEmpty()) {
            find(false, "ERR-2", "409 only for a stake that the balance does not cover", answer, hint);
        } else if (!together && stake.compareTo(tester.balance(message.player())) <= 0) {
            find(false, "ERR-2", "no 409 for a stake that the balance covers", answer, hint);
        }
    }

    private static String name(MovementBody message) {
        return message.kind().path().substring(1);
    }

    private void find(boolean holds, String rule, String expected, WalletResponse answer, String hint) {
        if (!holds) {
            add(new Failure(rule, expected, Check.describe(answer), hint, answer.exchange()));
        }
    }

    private void add(Failure finding) {
        synchronized (findings) {
            findings.add(finding);
        }
    }
}
