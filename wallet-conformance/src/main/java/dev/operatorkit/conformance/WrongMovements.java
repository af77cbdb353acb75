package dev.operatorkit.conformance;

import dev.operatorkit.conformance.WrongMovement.Seen;
import dev.operatorkit.conformance.WrongMovement.Sent;
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
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds the first calls of a case after which the balance is wrong. */
final class WrongMovements {
    private static final int MOST_SUMS = 4096;

    private WrongMovements() {}

    /** Returns the first calls of one player after which a look shows another balance than their responses promise. */
    static Optional<WrongMovement> first(List<Seen> seen) {
        BigDecimal known = null;
        var open = new ArrayList<Seen>();
        var moved = new HashSet<String>(); // without a 200
        for (var each : seen) {
            var balance = each.balance();
            if (each.sent() != null) {
                open.add(moved.contains(sent(each).id()) ? repeated(each) : each);
            } else if (balance != null) {
                if (known != null && !canMove(open, balance.subtract(known))) {
                    return Optional.of(narrow(open, known, balance, each.player()));
                }
                var isAsPromised = known != null && balance.subtract(known).compareTo(promised(open)) == 0;
                open.stream()
                        .map(WrongMovements::sent)
                        .filter(call -> !isAsPromised && call.isDoubtful())
                        .forEach(call -> moved.add(call.id()));
                open.removeIf(call -> !isAsPromised || sent(call).status() != 0); // the wallet may apply it later
                known = balance;
            }
        }
        return Optional.empty();
    }

    private static Sent sent(Seen of) {
        return Objects.requireNonNull(of.sent());
    }

    private static Seen repeated(Seen of) {
        var sent = sent(of);
        var again = new Sent(
                sent.callback(), sent.id(), sent.status(), sent.amount(), BalanceTrail.SENT_AGAIN, sent.isPlain());
        return new Seen(of.player(), of.exchange(), null, again);
    }

    private static BigDecimal promised(List<Seen> calls) {
        return calls.stream().map(each -> sent(each).promised()).reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    /** Returns true if the responses allow this change: a movement without one, or with 500, may have moved or not (ERR-4). */
    private static boolean canMove(List<Seen> calls, BigDecimal change) {
        Map<String, BigDecimal> doubtful = new LinkedHashMap<>();
        calls.stream().map(WrongMovements::sent).forEach(each -> {
            if (each.isDoubtful()) {
                doubtful.putIfAbsent(each.id(), each.amount());
            }
        });
        calls.stream()
                .map(WrongMovements::sent)
                .filter(each -> !each.isDoubtful())
                .forEach(each -> doubtful.remove(each.id()));
        Set<BigDecimal> sums = new HashSet<>(Set.of(promised(calls).stripTrailingZeros()));
        for (var amount : doubtful.values()) {
            var next = new HashSet<>(sums);
            sums.forEach(sum -> next.add(sum.add(amount).stripTrailingZeros()));
            sums = next;
            if (sums.size() > MOST_SUMS) {
                return true;
            }
        }
        return sums.contains(change.stripTrailingZeros());
    }

    /**
     * Leaves out the calls before the last response that still had the right balance, and those after the first wrong one, if
     * calls were sent one after another and the player callback confirms that balance.
     */
    private static WrongMovement narrow(List<Seen> calls, BigDecimal known, BigDecimal balance, Player player) {
        var wrong = balance.subtract(known).subtract(promised(calls));
        var from = 0;
        var to = calls.size();
        var isRight = false;
        if (isOneByOne(calls)) {
            for (var i = 0; i < calls.size() && to == calls.size(); i++) {
                var shown = calls.get(i).balance();
                if (shown == null || !isFirstResult(calls, i)) {
                    continue;
                }
                var off = shown.subtract(known).subtract(promised(calls.subList(0, i + 1)));
                if (off.signum() == 0) {
                    from = i + 1;
                    isRight = true;
                } else if (off.compareTo(wrong) == 0) {
                    to = i + 1;
                    isRight = false;
                } else {
                    to = Integer.MAX_VALUE;
                }
            }
            to = Math.min(to, calls.size());
            if (isRight && (isOfLookups(calls.subList(from, to)) || isNotMoved(calls.subList(0, from), wrong))) {
                from = 0; // right responses, but the balance may not have been stored so
            } else {
                isRight = false;
            }
        }
        var rest = calls.subList(from, to).stream().map(WrongMovements::sent).toList();
        return new WrongMovement(player, wrong, WrongMovement.suspects(rest, wrong), isRight ? balance : null);
    }

    private static boolean isOfLookups(List<Seen> calls) {
        return calls.stream().allMatch(each -> sent(each).callback().equals("lookup"));
    }

    private static boolean isNotMoved(List<Seen> calls, BigDecimal wrong) {
        return calls.stream().anyMatch(each -> sent(each).promised().negate().compareTo(wrong) == 0);
    }

    /** Returns true for the first response to an id that was applied; a repeat returns a balance of the past. */
    private static boolean isFirstResult(List<Seen> calls, int at) {
        var id = sent(calls.get(at)).id();
        return sent(calls.get(at)).why().isEmpty()
                && calls.subList(0, at).stream()
                        .noneMatch(each -> sent(each).id().equals(id));
    }

    private static boolean isOneByOne(List<Seen> calls) {
        for (var i = 1; i < calls.size(); i++) {
            var before = calls.get(i - 1).exchange();
            var end = before.at().plus(Duration.ofNanos(before.micros() * 1000));
            if (calls.get(i).exchange().at().plusMillis(2).isBefore(end)) {
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
                .sorted(Comparator.comparing(WrongMovements::isRepeated))
                .toList();
        return shown.isEmpty()
                ? results
                : results.stream().map(each -> attribute(each, shown)).toList();
    }

    private static boolean showsFault(CaseResult result) {
        var failure = result.failure();
        var wrong = failure == null ? null : failure.wrongMovement();
        return wrong != null
                && failure != null
                && !wrong.isWithoutCall()
                && wrong.isShown()
                && (wrong.isPlain() || !wrong.kind().equals("got 200"))
                && failure.rule().equals(wrong.rule())
                && failure.hint().startsWith(wrong.describe());
    }

    private static boolean isRepeated(CaseResult result) {
        return Objects.requireNonNull(wrongOf(result)).kind().equals("sent again");
    }

    private static CaseResult attribute(CaseResult result, List<CaseResult> shown) {
        var failure = result.failure();
        var wrong = failure == null ? null : failure.wrongMovement();
        if (failure == null
                || wrong == null
                || !failure.mayBeOfMovement()
                || (showsFault(result) && !isRepeated(result))) {
            return result;
        }
        return explaining(failure, wrong, shown)
                .map(other -> result.withFailure(failure.causedBy(
                        Objects.requireNonNull(wrongOf(other)), other.testCase().id())))
                .orElse(result);
    }

    private static Optional<CaseResult> explaining(Failure failure, WrongMovement wrong, List<CaseResult> shown) {
        var sizeMatters = Set.of("WAL-16", "WAL-10").contains(failure.rule());
        return shown.stream()
                .filter(other -> wrong.isExplainedBy(Objects.requireNonNull(wrongOf(other)), sizeMatters))
                .findFirst();
    }

    private static @Nullable WrongMovement wrongOf(CaseResult result) {
        return Objects.requireNonNull(result.failure()).wrongMovement();
    }
}
