package dev.operatorkit.conformance;

import dev.operatorkit.conformance.Suspect.Sent;
import dev.operatorkit.conformance.wire.Exchange;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds the first calls of a case after which the balance is wrong, and the failures of other cases that they explain. */
final class WrongMovements {
    private static final Duration CLOCK_RESOLUTION = Duration.ofMillis(2);

    private WrongMovements() {}

    /**
     * Holds a look at the balance, or a call that was sent between looks.
     *
     * @param balance the balance in the response, if there is one
     * @param sent null for a look
     */
    record Seen(
            Player player,
            Exchange exchange,
            @Nullable BigDecimal balance,
            @Nullable Sent sent) {
        Sent call() {
            return Objects.requireNonNull(sent);
        }
    }

    /**
     * Returns the first calls of one player after which a look shows another balance than their responses promise. Returns nothing
     * when the looks do not show which of several calls without a 200 the wallet applied, since no later sum can be trusted then, and
     * passes over looks with no call between them.
     */
    static Optional<WrongMovement> first(List<Seen> seen) {
        BigDecimal known = null;
        var open = new ArrayList<Seen>();
        var moved = new HashSet<String>(); // without a 200
        for (var each : seen) {
            if (each.sent() != null) {
                open.add(moved.contains(each.call().id()) ? repeated(each) : each);
                continue;
            }
            var balance = each.balance();
            if (balance == null) {
                continue;
            }
            var doubtful = doubtful(open);
            if (known != null) {
                var change = balance.subtract(known);
                if (!open.isEmpty() && !canMove(open, change)) {
                    return Optional.of(narrow(open, known, balance, each.player()));
                }
                var extra = open.isEmpty() ? BigDecimal.ZERO : change.subtract(promised(open));
                if (extra.signum() == 0) {
                    open.removeIf(
                            call -> call.call().status() != 0); // the wallet may still apply one without a response
                    doubtful.clear();
                } else if (extra.compareTo(sum(doubtful)) == 0) {
                    moved.addAll(doubtful.keySet());
                    doubtful.clear();
                    open.clear();
                }
            } else {
                open.clear();
            }
            if (!doubtful.isEmpty()) {
                return Optional.empty();
            }
            known = balance;
        }
        return Optional.empty();
    }

    private static Seen repeated(Seen of) {
        return new Seen(of.player(), of.exchange(), null, of.call().withoutEffect(BalanceTrail.SENT_AGAIN));
    }

    private static BigDecimal promised(List<Seen> calls) {
        return calls.stream().map(each -> each.call().promised()).reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    private static BigDecimal sum(Map<String, BigDecimal> amounts) {
        return amounts.values().stream().reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    /** Returns the amounts of the movements that the wallet may have applied or not, by id. */
    private static Map<String, BigDecimal> doubtful(List<Seen> calls) {
        Map<String, BigDecimal> amounts = new LinkedHashMap<>();
        calls.stream()
                .map(Seen::call)
                .filter(Sent::isDoubtful)
                .forEach(each -> amounts.putIfAbsent(each.id(), each.amount()));
        calls.stream().map(Seen::call).filter(each -> !each.isDoubtful()).forEach(each -> amounts.remove(each.id()));
        return amounts;
    }

    /** Returns true if the responses allow this change: a movement without one, or with 500, may have moved or not (ERR-4). */
    private static boolean canMove(List<Seen> calls, BigDecimal change) {
        var open = change.subtract(promised(calls)).stripTrailingZeros();
        if (open.signum() == 0) {
            return true;
        }
        return Amounts.sumsOfSome(doubtful(calls).values())
                .map(sums -> sums.contains(open))
                .orElse(true);
    }

    /**
     * Leaves out the calls before the last response that still had the right balance, and those after the first wrong one, if
     * calls were sent one after another and the player callback confirms that balance.
     */
    private static WrongMovement narrow(List<Seen> calls, BigDecimal known, BigDecimal balance, Player player) {
        var wrong = balance.subtract(known).subtract(promised(calls));
        var from = 0;
        var to = calls.size();
        var isRight = false; // the last response
        if (isOneByOne(calls)) {
            for (var i = 0; i < calls.size(); i++) {
                var shown = calls.get(i).balance();
                if (shown == null || !isFirstResult(calls, i)) {
                    continue;
                }
                var off = shown.subtract(known).subtract(promised(calls.subList(0, i + 1)));
                isRight = off.signum() == 0;
                if (!isRight) {
                    to = off.compareTo(wrong) == 0 ? i + 1 : to;
                    break;
                }
                from = i + 1;
            }
            // A response may be right although its movement was not stored, which the next one or a look then shows.
            if (isNotStored(calls.subList(0, from), wrong) || (isRight && isOfLookups(calls.subList(from, to)))) {
                from = 0;
            } else {
                isRight = false;
            }
        }
        var rest = calls.subList(from, to).stream().map(Seen::call).toList();
        return new WrongMovement(player, wrong, Suspect.of(rest, wrong), isRight ? balance : null);
    }

    private static boolean isOfLookups(List<Seen> calls) {
        return calls.stream().allMatch(each -> each.call().callback().equals("lookup"));
    }

    private static boolean isNotStored(List<Seen> calls, BigDecimal wrong) {
        return calls.stream().anyMatch(each -> each.call().promised().negate().compareTo(wrong) == 0);
    }

    /** Returns true for the first response to an id that was applied; a repeat returns a balance of the past. */
    private static boolean isFirstResult(List<Seen> calls, int at) {
        var call = calls.get(at).call();
        return call.isApplied()
                && calls.subList(0, at).stream()
                        .noneMatch(each -> each.call().id().equals(call.id()));
    }

    private static boolean isOneByOne(List<Seen> calls) {
        for (var i = 1; i < calls.size(); i++) {
            var before = calls.get(i - 1).exchange();
            var end = before.at().plus(Duration.ofNanos(before.micros() * 1000));
            if (calls.get(i).exchange().at().plus(CLOCK_RESOLUTION).isBefore(end)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns the results, in which a failure that a wrong movement of another case accounts for has the rule and the hint of that
     * movement: a double debit breaks WAL-4 also in a race, and not the rule of the race.
     */
    static List<CaseResult> attribute(List<CaseResult> results) {
        var shown = results.stream()
                .filter(WrongMovements::showsFault)
                .sorted(Comparator.comparing((CaseResult each) -> !wrongOf(each).isWithoutCall())
                        .thenComparing(each -> wrongOf(each).fault() == MovementFault.REPEAT))
                .toList();
        return shown.isEmpty()
                ? results
                : results.stream().map(each -> attribute(each, shown)).toList();
    }

    /** Returns true for a case whose hint shows a fault, and whose rule is that of the fault. */
    private static boolean showsFault(CaseResult result) {
        var failure = result.failure();
        var wrong = failure == null ? null : failure.wrongMovement();
        return failure != null
                && wrong != null
                && (wrong.isShown() || wrong.isWithoutCall())
                && (wrong.isPlain() || !wrong.hasApplied())
                && failure.rule().equals(wrong.rule())
                && failure.hint().startsWith(wrong.describe());
    }

    private static CaseResult attribute(CaseResult result, List<CaseResult> shown) {
        var failure = result.failure();
        var wrong = failure == null ? null : failure.wrongMovement();
        if (failure == null
                || wrong == null
                || wrong.isFraction()
                || !failure.mayBeOfMovement()
                || wrong.isWithoutCall()) {
            return result;
        }
        var isOwn = showsFault(result) && wrong.fault() != MovementFault.REPEAT;
        return shown.stream()
                .filter(other -> !isOwn || wrongOf(other).isWithoutCall())
                .filter(other -> !other.testCase().id().equals(result.testCase().id()))
                .filter(other -> wrong.isExplainedBy(wrongOf(other)))
                .findFirst()
                .map(other -> result.withFailure(
                        failure.causedBy(wrongOf(other), other.testCase().id())))
                .orElse(result);
    }

    private static WrongMovement wrongOf(CaseResult result) {
        return Objects.requireNonNull(Objects.requireNonNull(result.failure()).wrongMovement());
    }
}
