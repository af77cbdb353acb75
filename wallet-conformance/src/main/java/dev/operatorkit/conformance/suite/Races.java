package dev.operatorkit.conformance.suite;

import dev.operatorkit.conformance.wire.Exchange;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Makes calls together and measures whether calls that were made together were also served together. Behind a proxy that passes on one call at a time no
 * race can be lost, so a passed race proves nothing there, and the report says so.
 */
final class Races {
    private static final long MEASURABLE_MICROS = 2_000;
    private static final double SERIAL = 0.9;
    private static final int LEAST = 3;
    private static final long DEFAULT_NANOS = 1_500_000_000;
    private static final int MOST = 12;
    private static final long MORE_NANOS = 60_000_000;
    private static final Duration[] SPACINGS = {
        Duration.ZERO, Duration.ofNanos(100_000), Duration.ZERO, Duration.ofNanos(400_000)
    };

    private final List<Long> single = new ArrayList<>();
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicInteger counting = new AtomicInteger();
    private final AtomicInteger rounds = new AtomicInteger();
    private final AtomicInteger number = new AtomicInteger();
    private int batches;
    private int serial;
    private int calls;
    private int overlapping;
    private String example = "";

    /** Runs a race the usual number of times; fewer times when the wallet is slow, and more often when it is fast. */
    void repeat(int usual, Runnable round) {
        var start = System.nanoTime();
        for (var i = 0; i < MOST; i++) {
            var elapsed = System.nanoTime() - start;
            if (i >= LEAST && elapsed > (i < usual ? DEFAULT_NANOS : MORE_NANOS)) {
                return;
            }
            round.run();
            rounds.incrementAndGet();
        }
    }

    /** Describes how much the races of a case prove; empty without a race. */
    synchronized Optional<String> extent() {
        return calls == 0
                ? Optional.empty()
                : Optional.of((rounds.get() < 2 ? "" : rounds + " rounds, ") + overlapping + " of " + calls
                        + " calls overlapped");
    }

    /** Makes the calls and returns the responses in the same order. */
    List<WalletResponse> run(List<Supplier<WalletResponse>> calls) {
        running.incrementAndGet();
        counting.incrementAndGet();
        try {
            var answers = runTogether(calls, SPACINGS[number.getAndIncrement() % SPACINGS.length]);
            recordTogether(answers);
            return answers;
        } finally {
            counting.decrementAndGet();
            running.decrementAndGet();
        }
    }

    /** Makes calls at the same moment only to save time: whether they overlap proves nothing, so it is not counted. */
    List<WalletResponse> runUncounted(List<Supplier<WalletResponse>> calls) {
        running.incrementAndGet();
        try {
            return runTogether(calls, Duration.ZERO);
        } finally {
            running.decrementAndGet();
        }
    }

    /** Returns true while calls are made together. */
    boolean isRunning() {
        return running.get() > 0;
    }

    /** Returns true while a race is run, whose calls must not wait for one another. */
    boolean isCounting() {
        return counting.get() > 0;
    }

    /** Records a call; those that are made together do not count. */
    synchronized void recordSingle(Exchange exchange) {
        if (!isRunning()) {
            single.add(exchange.micros());
        }
    }

    private synchronized void recordTogether(List<WalletResponse> answers) {
        var exchanges = answers.stream().map(WalletResponse::exchange).toList();
        var first = exchanges.stream().map(Exchange::at).min(Comparable::compareTo);
        if (exchanges.size() < 2 || first.isEmpty()) {
            return;
        }
        var elapsed = exchanges.stream()
                .mapToLong(e -> Duration.between(first.get(), e.at()).toNanos() / 1000 + e.micros())
                .max()
                .orElse(0);
        var firstEnd = exchanges.stream()
                .mapToLong(e -> Duration.between(first.get(), e.at()).toNanos() / 1000 + e.micros())
                .min()
                .orElse(0);
        calls += exchanges.size();
        overlapping += (int) exchanges.stream()
                .filter(e -> Duration.between(first.get(), e.at()).toNanos() / 1000 < firstEnd)
                .count();
        batches++;
        var alone = median();
        if (alone >= MEASURABLE_MICROS && elapsed >= SERIAL * exchanges.size() * alone) {
            serial++;
            example = exchanges.size() + " calls took " + elapsed / 1000 + " ms together, one takes " + alone / 1000
                    + " ms";
        }
    }

    /** Describes why the races prove nothing; empty when calls were served side by side. */
    synchronized Optional<Observation> weakness() {
        if (calls > 0 && overlapping < 2) {
            return Optional.of(weakness("no two of " + calls + " calls were under way at the same time"));
        }
        return serial * 2 > batches
                ? Optional.of(weakness("the calls were served one after another: " + example))
                : Optional.empty();
    }

    private static Observation weakness(String seen) {
        return Observation.unproven("IDM-3", seen, "let the calls of a race reach the wallet together, past any proxy");
    }

    private long median() {
        if (single.isEmpty()) {
            return 0;
        }
        var sorted = new ArrayList<>(single);
        Collections.sort(sorted);
        return sorted.get(sorted.size() / 2);
    }

    /** Makes the calls at the same moment, or a little apart, and returns their results in the same order. */
    private static <T> List<T> runTogether(List<Supplier<T>> calls, Duration spacing) {
        var gate = new CountDownLatch(1);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<T>> pending = new ArrayList<>();
            for (var call : calls) {
                var delay = spacing.toNanos() * pending.size();
                pending.add(threads.submit(() -> {
                    gate.await();
                    LockSupport.parkNanos(delay);
                    return call.get();
                }));
            }
            gate.countDown();
            var results = new ArrayList<T>();
            for (var each : pending) {
                results.add(each.get());
            }
            return results;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SkipCase("interrupted");
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e.getCause());
        }
    }
}
