package dev.operatorkit.simulator.play;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
    private final List<long[]> uncertain = new ArrayList<>();
    private final List<String> violations = new ArrayList<>();
    private long[] steps = new long[256];
    private int size;
    private long stakes;
    private long payouts;
    private long refunds;
    private long violationCount;

    BalanceTrail(String account, Money start) {
        this.account = account;
        this.start = start.minorUnits();
        this.currency = start.currency();
    }

    private Money money(long minor) {
        return new Money(minor, currency);
    }

    synchronized void debit(long stake, long after) {
        stakes += stake;
        step(after + stake, after);
    }

    synchronized void credit(long payout, long after) {
        payouts += payout;
        step(after - payout, after);
    }

    synchronized void rollback(long stake, long after) {
        refunds += stake;
        step(after - stake, after);
    }

    /** Records a debit directly followed by its rollback. The balance is the same whether the debit was applied or not. */
    synchronized void recordReverted(long after) {
        step(after, after);
    }

    /** Records a debit without a response and its rollback: the debit was applied, or the wallet has only a tombstone (D-25). */
    synchronized void recordUncertain(long stake, long afterDebit, long afterRollback) {
        uncertain.add(new long[] {stake, afterDebit, afterRollback});
    }

    synchronized void addViolation(String violation) {
        violationCount++;
        if (violations.size() < MAX_VIOLATIONS) {
            violations.add(account + ": " + violation);
        }
    }

    private void step(long before, long after) {
        if (size == steps.length) {
            steps = Arrays.copyOf(steps, size * 2);
        }
        steps[size++] = before;
        steps[size++] = after;
    }

    synchronized long expected() {
        return start - stakes + payouts + refunds;
    }

    /** Returns the violations, given the final balance stated by the wallet. The list is empty if the ledger balances. */
    synchronized List<String> audit(long stated) {
        var all = new ArrayList<>(violations);
        if (violationCount > violations.size()) {
            all.add(account + ": " + (violationCount - violations.size()) + " more violations, not shown");
        }
        if (stated != expected()) {
            all.add(account + ": the final balance is " + money(stated) + ", but " + money(start) + " - "
                    + money(stakes) + " staked + " + money(payouts) + " paid + " + money(refunds) + " returned is "
                    + money(expected()));
        }
        chain(stated).ifPresent(broken -> all.add(account + ": " + broken));
        return all;
    }

    private Optional<String> chain(long stated) {
        var net = new HashMap<Long, Integer>();
        for (var i = 0; i < size; i += 2) {
            count(net, steps[i], steps[i + 1]);
        }
        count(net, stated, start);
        resolveUncertain(net);
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

    private static void count(Map<Long, Integer> net, long before, long after) {
        net.merge(before, 1, Integer::sum);
        net.merge(after, -1, Integer::sum);
    }

    /** Assumes that each uncertain debit was applied, and that it was not where that closes gaps. */
    private void resolveUncertain(Map<Long, Integer> net) {
        uncertain.forEach(doubt -> apply(net, doubt));
        for (var better = true; better; ) {
            better = false;
            for (var doubt : List.copyOf(uncertain)) {
                var gaps = gaps(net);
                undo(net, doubt);
                if (gaps(net) < gaps) {
                    uncertain.remove(doubt);
                    better = true;
                } else {
                    apply(net, doubt);
                }
            }
        }
        for (var doubt : uncertain) {
            step(doubt[1] + doubt[0], doubt[1]);
            step(doubt[2] - doubt[0], doubt[2]);
        }
        uncertain.clear();
    }

    private static void apply(Map<Long, Integer> net, long[] doubt) {
        count(net, doubt[1] + doubt[0], doubt[1]);
        count(net, doubt[2] - doubt[0], doubt[2]);
    }

    private static void undo(Map<Long, Integer> net, long[] doubt) {
        count(net, doubt[1], doubt[1] + doubt[0]);
        count(net, doubt[2], doubt[2] - doubt[0]);
    }

    private static long gaps(Map<Long, Integer> net) {
        return net.values().stream().mapToLong(Math::abs).sum();
    }

    private boolean isConnected() {
        var parent = new HashMap<Long, Long>();
        parent.put(start, start);
        for (var i = 0; i < size; i += 2) {
            parent.putIfAbsent(steps[i], steps[i]);
            parent.putIfAbsent(steps[i + 1], steps[i + 1]);
            parent.put(root(parent, steps[i]), root(parent, steps[i + 1]));
        }
        var one = root(parent, start);
        return parent.keySet().stream().allMatch(balance -> root(parent, balance) == one);
    }

    private static long root(Map<Long, Long> parent, long balance) {
        var node = balance;
        while (true) {
            var up = parent.getOrDefault(node, node);
            if (up == node) {
                return node;
            }
            // Path halving shortens later lookups.
            var next = parent.getOrDefault(up, up);
            parent.put(node, next);
            node = next;
        }
    }
}
