package dev.operatorkit.simulator.play;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One player's books as its wallet's answers tell them, in minor units. Each answer is a step from the balance before to
 * the balance after; played at once, their order is unknown, yet they must form one chain from the first balance to the
 * last: a trail that takes every step once (Euler). That holds exactly when each balance is left as often as it is
 * reached, first and last aside, and all steps hang together.
 */
final class BalanceTrail {
    private static final int MOST_COMPLAINTS = 5;

    private final String account;
    private final long start;
    private final List<long[]> doubts = new ArrayList<>();
    private final List<String> complaints = new ArrayList<>();
    private long[] steps = new long[256];
    private int size;
    private long stakes;
    private long payouts;
    private long refunds;
    private long complained;

    BalanceTrail(String account, long start) {
        this.account = account;
        this.start = start;
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

    /** A debit and its rollback with nothing between them: applied and returned, or never applied, is one and the same. */
    synchronized void recordReverted(long after) {
        step(after, after);
    }

    /** A debit whose answer never came and which the wallet knows, and its rollback: applied, or but a tombstone (D-25). */
    synchronized void recordUncertain(long stake, long afterDebit, long afterRollback) {
        doubts.add(new long[] {stake, afterDebit, afterRollback});
    }

    synchronized void addViolation(String what) {
        complained++;
        if (complaints.size() < MOST_COMPLAINTS) {
            complaints.add(account + ": " + what);
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

    /** What is wrong, given the balance that the wallet states in the end; empty when the books are right. */
    synchronized List<String> audit(long stated) {
        var all = new ArrayList<>(complaints);
        if (complained > complaints.size()) {
            all.add(account + ": " + (complained - complaints.size()) + " more of that kind");
        }
        if (stated != expected()) {
            all.add(account + ": the balance is " + stated + " minor units, yet " + start + " - " + stakes
                    + " staked + " + payouts + " paid + " + refunds + " returned is " + expected());
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
            return Optional.of("the answers form no chain of balances; it breaks at " + odd.size()
                    + " balances, the first of them " + odd.get(0) + " minor units");
        }
        return isConnected()
                ? Optional.empty()
                : Optional.of("some answers tell balances that no other answer leads to");
    }

    private static void count(Map<Long, Integer> net, long before, long after) {
        net.merge(before, 1, Integer::sum);
        net.merge(after, -1, Integer::sum);
    }

    /** Reads each doubt as an applied debit, then, while that closes gaps, as one that was never applied. */
    private void resolveUncertain(Map<Long, Integer> net) {
        doubts.forEach(doubt -> apply(net, doubt));
        for (var better = true; better; ) {
            better = false;
            for (var doubt : List.copyOf(doubts)) {
                var gaps = gaps(net);
                undo(net, doubt);
                if (gaps(net) < gaps) {
                    doubts.remove(doubt);
                    better = true;
                } else {
                    apply(net, doubt);
                }
            }
        }
        for (var doubt : doubts) {
            step(doubt[1] + doubt[0], doubt[1]);
            step(doubt[2] - doubt[0], doubt[2]);
        }
        doubts.clear();
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
            // Halving the way for those who come after.
            var next = parent.getOrDefault(up, up);
            parent.put(node, next);
            node = next;
        }
    }
}
