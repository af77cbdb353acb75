package dev.operatorkit.simulator.play;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Audits one player's ledger from the wallet's responses, in minor units. Each response is a step from the balance before to
 * the balance after. The order of concurrent steps is unknown, but they must form one chain from the first balance to the
 * last: an Eulerian trail. It exists exactly if each balance, except the first and last, is left as often as it is reached
 * and all steps are connected.
 */
final class BalanceTrail {
    private static final int MAX_VIOLATIONS = 5;

    private final String account;
    private final long start;
    private final CurrencyCode currency;
    private final List<Step> steps = new ArrayList<>();
    private final List<Doubt> doubts = new ArrayList<>();
    private final List<String> violations = new ArrayList<>();
    private long expected;
    private long violationCount;

    BalanceTrail(String account, Money start) {
        this.account = account;
        this.start = start.minorUnits();
        this.expected = this.start;
        this.currency = start.currency();
    }

    private record Step(long before, long after) {
        Step reversed() {
            return new Step(after, before);
        }
    }

    /** Holds a debit without a response and its rollback: the debit was applied, or the wallet has only a tombstone (D-25). */
    private record Doubt(Step debit, Step rollback) {}

    /** Records a movement with this effect on the balance, and the balance that the wallet returned. */
    synchronized void move(long effect, long after) {
        expected += effect;
        steps.add(new Step(after - effect, after));
    }

    synchronized void recordUncertain(long stake, long afterDebit, long afterRollback) {
        doubts.add(new Doubt(new Step(afterDebit + stake, afterDebit), new Step(afterRollback - stake, afterRollback)));
    }

    synchronized void addViolation(String violation) {
        violationCount++;
        if (violations.size() < MAX_VIOLATIONS) {
            violations.add(account + ": " + violation);
        }
    }

    /** Returns the violations, given the final balance stated by the wallet. The list is empty if the ledger balances. */
    synchronized List<String> audit(long stated) {
        var all = new ArrayList<>(violations);
        if (violationCount > violations.size()) {
            all.add(account + ": " + (violationCount - violations.size()) + " more violations, not shown");
        }
        if (stated != expected) {
            all.add(account + ": the final balance is " + money(stated) + ", but " + money(start)
                    + " and the movements since add up to " + money(expected));
        }
        chain(stated).ifPresent(broken -> all.add(account + ": " + broken));
        return all;
    }

    private Money money(long minor) {
        return new Money(minor, currency);
    }

    private Optional<String> chain(long stated) {
        var net = new HashMap<Long, Integer>();
        steps.forEach(step -> count(net, step));
        count(net, new Step(stated, start));
        resolveDoubts(net);
        var odd = net.entrySet().stream()
                .filter(entry -> entry.getValue() != 0)
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
        if (!odd.isEmpty()) {
            return Optional.of("the responses form no chain of balances; it breaks at " + odd.size()
                    + " balances, first at " + money(odd.get(0)));
        }
        return isConnected()
                ? Optional.empty()
                : Optional.of("some responses state balances that no other response leads to");
    }

    private static void count(Map<Long, Integer> net, Step step) {
        net.merge(step.before, 1, Integer::sum);
        net.merge(step.after, -1, Integer::sum);
    }

    /** Assumes that each uncertain debit was applied, and that it was not where that closes gaps. */
    private void resolveDoubts(Map<Long, Integer> net) {
        for (var doubt : doubts) {
            count(net, doubt.debit);
            count(net, doubt.rollback);
        }
        for (var better = true; better; ) {
            better = doubts.removeIf(doubt -> closesGaps(net, doubt));
        }
        doubts.forEach(doubt -> steps.addAll(List.of(doubt.debit, doubt.rollback)));
        doubts.clear();
    }

    /** Leaves the doubt out if that closes gaps. */
    private static boolean closesGaps(Map<Long, Integer> net, Doubt doubt) {
        var gaps = gaps(net);
        count(net, doubt.debit.reversed());
        count(net, doubt.rollback.reversed());
        if (gaps(net) < gaps) {
            return true;
        }
        count(net, doubt.debit);
        count(net, doubt.rollback);
        return false;
    }

    private static long gaps(Map<Long, Integer> net) {
        return net.values().stream().mapToLong(Math::abs).sum();
    }

    private boolean isConnected() {
        var neighbours = new HashMap<Long, Set<Long>>();
        for (var step : steps) {
            neighbours.computeIfAbsent(step.before, any -> new HashSet<>()).add(step.after);
            neighbours.computeIfAbsent(step.after, any -> new HashSet<>()).add(step.before);
        }
        var reached = new HashSet<>(Set.of(start));
        var next = new ArrayDeque<>(reached);
        while (!next.isEmpty()) {
            neighbours.getOrDefault(next.remove(), Set.of()).stream()
                    .filter(reached::add)
                    .forEach(next::add);
        }
        return reached.containsAll(neighbours.keySet());
    }
}
