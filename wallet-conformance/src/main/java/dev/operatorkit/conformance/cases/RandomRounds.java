package dev.operatorkit.conformance.cases;

import dev.operatorkit.conformance.money.Bet;
import dev.operatorkit.conformance.money.MovementBody;
import dev.operatorkit.conformance.suite.CaseContext;
import dev.operatorkit.conformance.suite.Check;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * Plays random rounds of one player on several threads, with replays and second settlements. Afterwards the balance must have
 * changed by the sum of the responses, and the returned balances must form one chain: some serial order explains them all.
 */
final class RandomRounds {
    /** Limits the rounds of a run. A slow wallet plays fewer, but at least {@link #MIN_ROUNDS}: enough to lose an update. */
    private static final int MAX_ROUNDS = 500;

    private static final int MIN_ROUNDS = 80;
    private static final int HANDS = 6;
    private static final long BUDGET_NANOS = 1_500_000_000;

    /** Holds a movement that got 200: the balance after it, and the change. */
    record Movement(BigDecimal after, BigDecimal change) {}

    private final CaseContext t;
    private final List<Movement> movements = new ArrayList<>();
    private final List<Bet> early = new ArrayList<>();
    private final AtomicInteger started = new AtomicInteger();
    private final long start = System.nanoTime();

    private RandomRounds(CaseContext t) {
        this.t = t;
    }

    static void play(CaseContext t) {
        new RandomRounds(t).play();
    }

    private void play() {
        var start = t.balance();
        // Each of them is a chain of calls: whether their last ones overlap says nothing about a race.
        var hands = Stream.generate(t.random()::split).limit(HANDS);
        t.sendConcurrently(hands.toList(), this::playRounds);
        t.note(started + " rounds with " + movements.size() + " movements");
        var sum = movements.stream().map(Movement::change).reduce(BigDecimal.ZERO, BigDecimal::add);
        t.requireMoved(start, sum, "IDM-3", movements.size() + " movements got 200.");
        requireChain(movements, start, start.add(sum));
        t.sendConcurrently(early, bet -> t.send(bet.debit()))
                .forEach((bet, replay) -> Check.requireReplay(bet.answer(), replay, "an early debit"));
        t.requireMoved(start, sum, "IDM-1", "Early debits were replayed at the end.");
    }

    /** Returns true while another round may start: all of them against a fast wallet, fewer against a slow one. */
    private boolean hasTime() {
        var number = started.getAndIncrement();
        var more = number < MAX_ROUNDS && (number < MIN_ROUNDS || System.nanoTime() - start < BUDGET_NANOS);
        if (!more) {
            started.decrementAndGet();
        }
        return more;
    }

    private WalletResponse playRounds(SplittableRandom random) {
        var last = t.sendPlayerCall();
        while (hasTime()) {
            var free = t.run().limits().acceptsCampaign() ? t.spin() : t.debit(0);
            var debit = random.nextInt(10) == 0 ? free : t.debit(random.nextInt(1, 4));
            var answer = t.send(debit);
            if (answer.status() == 409 || answer.status() == 422 || answer.status() == 429 || answer.status() == 503) {
                continue; // the other threads hold the whole balance, or the wallet is busy; nothing was taken
            }
            Check.requireApplied(answer, "WAL-4", "a debit");
            var bet = new Bet(debit, answer);
            recordMovement(answer, debit.amount().negate());
            keepEarly(bet);
            if (random.nextInt(5) == 0) {
                Check.requireReplay(answer, t.send(debit), "a debit");
            }
            last = settle(random, bet);
        }
        return last;
    }

    private WalletResponse settle(SplittableRandom random, Bet bet) {
        var rollback = random.nextInt(4) == 0;
        var settlement = rollback ? t.rollback(bet) : t.credit(bet, random.nextInt(0, 5));
        var answer = settlePatiently(settlement);
        recordMovement(answer, rollback ? bet.stake() : settlement.amount());
        if (random.nextInt(5) == 0) {
            Check.requireReplay(answer, t.send(settlement), "a settlement");
        }
        if (random.nextInt(8) == 0) {
            t.send(random.nextBoolean() ? t.rollback(bet) : t.credit(bet, 3));
        }
        return answer;
    }

    /** Retries a settlement as the service does, since a busy wallet may postpone it. */
    private WalletResponse settlePatiently(MovementBody settlement) {
        for (var i = 0; i < 4; i++) {
            var answer = t.send(settlement);
            if (answer.status() == 200) {
                return answer;
            }
        }
        return t.settle(settlement);
    }

    private void recordMovement(WalletResponse answer, BigDecimal change) {
        synchronized (movements) {
            movements.add(new Movement(Check.balance(answer), change));
        }
    }

    private void keepEarly(Bet bet) {
        synchronized (early) {
            if (early.size() < 5) {
                early.add(bet);
            }
        }
    }

    /** Checks that the movements, each from one balance to the next, form one path from start to end. */
    static void requireChain(List<Movement> movements, BigDecimal start, BigDecimal end) {
        Map<BigDecimal, Integer> surplus = new HashMap<>();
        Map<BigDecimal, Set<BigDecimal>> neighbours = new HashMap<>();
        surplus.merge(key(start), -1, Integer::sum);
        surplus.merge(key(end), 1, Integer::sum);
        neighbours.put(key(start), new HashSet<>());
        for (var movement : movements) {
            var before = key(movement.after().subtract(movement.change()));
            var after = key(movement.after());
            surplus.merge(before, 1, Integer::sum);
            surplus.merge(after, -1, Integer::sum);
            neighbours.computeIfAbsent(before, b -> new HashSet<>()).add(after);
            neighbours.computeIfAbsent(after, b -> new HashSet<>()).add(before);
        }
        var torn = surplus.entrySet().stream().filter(e -> e.getValue() != 0).findFirst();
        var isWhole = countReached(key(start), neighbours) == neighbours.size();
        var actual = torn.map(e ->
                        "nothing leads to or from the balance " + e.getKey().toPlainString() + " often enough")
                .orElse("some returned balances are not connected with the others");
        var expected = "the " + movements.size() + " returned balances form one chain";
        var hint = "Return the balance from the update that made it, not from a later read.";
        Check.require(torn.isEmpty() && isWhole, "WAL-4", expected, actual, hint);
    }

    private static int countReached(BigDecimal from, Map<BigDecimal, Set<BigDecimal>> neighbours) {
        var seen = new HashSet<>(Set.of(from));
        var next = new ArrayDeque<>(List.of(from));
        while (!next.isEmpty()) {
            for (var neighbour : neighbours.getOrDefault(next.remove(), Set.of())) {
                if (seen.add(neighbour)) {
                    next.add(neighbour);
                }
            }
        }
        return seen.size();
    }

    private static BigDecimal key(BigDecimal value) {
        return value.stripTrailingZeros();
    }
}
