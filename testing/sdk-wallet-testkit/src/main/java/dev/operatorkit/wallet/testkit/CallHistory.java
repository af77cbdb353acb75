package dev.operatorkit.wallet.testkit;

import dev.operatorkit.wallet.Outcome;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Records the calls and responses of a concurrent run, and checks that the history is linearizable.
 *
 * <p>Every response contains the balance after its movement. There must be an order of an account's movements that
 * leads from the opening to the closing balance, and in which a movement that ended before another began comes first.
 * All responses to one transaction must be equal.
 */
public final class CallHistory {
    /** The maximum number of search steps per account; real histories need about one per movement. */
    private static final int MAX_STEPS = 2_000_000;

    private final Map<String, Long> opened = new ConcurrentHashMap<>();
    private final Map<String, Long> closed = new ConcurrentHashMap<>();
    private final Collection<Response> responses = new ConcurrentLinkedQueue<>();

    /** Creates an empty history. */
    public CallHistory() {}

    /** Holds one response of 200. */
    private record Response(
            String account, String transactionId, long change, String result, long after, long from, long to) {
        long before() {
            return after - change;
        }
    }

    /** Records the balance before the run. */
    public void recordOpening(String account, long minorUnits) {
        opened.put(account, minorUnits);
    }

    /** Records the balance after the run. */
    public void recordClosing(String account, long minorUnits) {
        closed.put(account, minorUnits);
    }

    /**
     * Makes a call and records its response if it is 200.
     *
     * @param account the account
     * @param transactionId the id of the transaction
     * @param change the number of minor units that the transaction adds to the balance; negative for a debit
     * @param call the call to make
     */
    public Outcome record(String account, String transactionId, long change, Supplier<Outcome> call) {
        var from = System.nanoTime();
        var outcome = call.get();
        if (outcome instanceof Outcome.Applied done) {
            var after = done.result().balance().money().minorUnits();
            recordResponse(account, transactionId, change, done.result().toString(), after, from, System.nanoTime());
        }
        return outcome;
    }

    /**
     * Records a response of 200.
     *
     * @param account the account
     * @param transactionId the id of the transaction
     * @param change the number of minor units that the transaction adds to the balance; negative for a debit
     * @param result the whole response, which must be the same for every replay
     * @param after the balance in the response, in minor units
     * @param from the {@link System#nanoTime} before the call
     * @param to the {@link System#nanoTime} after the call
     */
    public void recordResponse(
            String account, String transactionId, long change, String result, long after, long from, long to) {
        responses.add(new Response(account, transactionId, change, result, after, from, to));
    }

    /** Returns a description of each violation; empty if the history is linearizable. */
    public List<String> violations() {
        var faults = new ArrayList<String>();
        Map<String, List<Response>> movements = new LinkedHashMap<>();
        opened.keySet().forEach(account -> movements.put(account, new ArrayList<>()));
        for (var movement : firstResponses(faults)) {
            var known = movements.get(movement.account());
            if (known == null) {
                faults.add(movement.transactionId() + " is of an account that was never opened: " + movement.account());
            } else {
                known.add(movement);
            }
        }
        movements.forEach((account, list) -> {
            var fault = findBrokenChain(account, list);
            if (fault != null) {
                faults.add(fault);
            }
        });
        return faults;
    }

    /** Returns one response for each transaction, which was applied between its first call and its first response. */
    private Collection<Response> firstResponses(List<String> faults) {
        Map<String, Response> first = new LinkedHashMap<>();
        for (var response : responses) {
            var known = first.get(response.transactionId());
            if (known == null) {
                first.put(response.transactionId(), response);
                continue;
            }
            if (!known.result().equals(response.result())) {
                faults.add(response.transactionId() + " has two different responses, " + known.result() + " and "
                        + response.result());
            }
            first.put(
                    response.transactionId(),
                    new Response(
                            known.account(),
                            known.transactionId(),
                            known.change(),
                            known.result(),
                            known.after(),
                            Math.min(known.from(), response.from()),
                            Math.min(known.to(), response.to())));
        }
        return first.values();
    }

    private @Nullable String findBrokenChain(String account, List<Response> movements) {
        var start = opened.getOrDefault(account, 0L);
        var sum = start + movements.stream().mapToLong(Response::change).sum();
        var end = closed.getOrDefault(account, sum);
        if (sum != end) {
            return account + " ends with " + end + ", but its movements add up to " + sum;
        }
        var negative =
                movements.stream().filter(movement -> movement.after() < 0).findFirst();
        if (negative.isPresent()) {
            return account + " falls below zero with " + negative.get();
        }
        return new Chain(movements).leadsFrom(start)
                ? null
                : account + ": no order of its " + movements.size() + " movements leads from " + start + " to " + end;
    }

    /** Searches for an order depth-first, and without recursion, since histories are long. */
    private static final class Chain {
        private final List<Response> movements;
        private final Map<Long, List<Integer>> byBalance = new HashMap<>();
        private final boolean[] used;
        private final Set<Long> deadEnds = new HashSet<>();
        private final long[] codes;
        private long usedCode;
        private int firstUnused;

        Chain(List<Response> all) {
            movements =
                    all.stream().sorted(Comparator.comparingLong(Response::to)).toList();
            used = new boolean[movements.size()];
            codes = new long[movements.size()];
            for (var i = 0; i < movements.size(); i++) {
                byBalance
                        .computeIfAbsent(movements.get(i).before(), balance -> new ArrayList<>())
                        .add(i);
                // Mix the bits well, so that the exclusive or of the codes identifies a set.
                codes[i] = mix(i + 1L);
            }
        }

        boolean leadsFrom(long start) {
            var path = new int[movements.size()];
            var tried = new int[movements.size() + 1];
            tried[0] = -1;
            var depth = 0;
            var balance = start;
            for (var steps = 0; depth < path.length; steps++) {
                if (steps > MAX_STEPS) {
                    throw new IllegalStateException("no order of " + path.length + " movements was found in time");
                }
                var next = deadEnds.contains(usedCode) ? -1 : candidate(balance, tried[depth]);
                if (next >= 0) {
                    take(next);
                    balance = movements.get(next).after();
                    tried[depth] = next;
                    path[depth++] = next;
                    tried[depth] = -1;
                } else if (depth == 0) {
                    return false;
                } else {
                    deadEnds.add(usedCode);
                    take(path[--depth]);
                    balance = movements.get(path[depth]).before();
                }
            }
            return true;
        }

        /** Returns the next unused movement from this balance before which no other unused one must come. */
        private int candidate(long balance, int after) {
            var earliestEnd = earliestEnd();
            var skip = after < 0 ? null : movements.get(after);
            for (int i : byBalance.getOrDefault(balance, List.of())) {
                var movement = movements.get(i);
                // Of the movements between the same two balances, the one that ended first is as good as any.
                var same = skip != null && skip.after() == movement.after();
                if (i > after && !used[i] && !same && movement.from() <= earliestEnd) {
                    return i;
                }
            }
            return -1;
        }

        private long earliestEnd() {
            while (firstUnused < used.length && used[firstUnused]) {
                firstUnused++;
            }
            return firstUnused < used.length ? movements.get(firstUnused).to() : Long.MAX_VALUE;
        }

        private void take(int i) {
            used[i] = !used[i];
            firstUnused = Math.min(firstUnused, i);
            usedCode ^= codes[i];
        }

        private static long mix(long seed) {
            var x = seed * 0x9E3779B97F4A7C15L;
            x = (x ^ (x >>> 30)) * 0xBF58476D1CE4E5B9L;
            x = (x ^ (x >>> 27)) * 0x94D049BB133111EBL;
            return x ^ (x >>> 31);
        }
    }
}
