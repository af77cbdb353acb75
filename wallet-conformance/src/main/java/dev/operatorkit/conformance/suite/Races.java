package dev.operatorkit.conformance.suite;

import dev.operatorkit.conformance.wire.Exchange;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Makes calls together and measures whether they were also served together. Behind a proxy that passes on one call at a time no race
 * can be lost, so a passed race proves nothing there, and the report says so.
 */
final class Races {
    private static final long MEASURABLE_MICROS = 2_000;
    private static final double SERIAL = 0.9;
    private static final int MIN_ROUNDS = 3;
    private static final int MAX_ROUNDS = 12;
    private static final long DEFAULT_NANOS = 1_500_000_000;
    private static final long MORE_NANOS = 60_000_000;
    private static final long[] SPACINGS_NANOS = {0, 100_000, 0, 400_000};

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
        for (var i = 0; i < MAX_ROUNDS; i++) {
            var elapsed = System.nanoTime() - start;
            if (i >= MIN_ROUNDS && elapsed > (i < usual ? DEFAULT_NANOS : MORE_NANOS)) {
                return;
            }
            round.run();
            rounds.incrementAndGet();
        }
    }

    /** Makes the calls and returns the responses in the same order. */
    <T> List<WalletResponse> run(Collection<T> items, Function<T, WalletResponse> call) {
        counting.incrementAndGet();
        try {
            var spacing = SPACINGS_NANOS[number.getAndIncrement() % SPACINGS_NANOS.length];
            var answers = runTogether(items, call, spacing);
            recordTogether(answers.stream().map(WalletResponse::exchange).toList());
            return answers;
        } finally {
            counting.decrementAndGet();
        }
    }

    /** Makes calls at the same moment only to save time: whether they overlap proves nothing, so it is not counted. */
    <T> List<WalletResponse> runUncounted(Collection<T> items, Function<T, WalletResponse> call) {
        return runTogether(items, call, 0);
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

    private synchronized void recordTogether(List<Exchange> exchanges) {
        if (exchanges.size() < 2) {
            return;
        }
        var first =
                exchanges.stream().map(Exchange::at).min(Comparable::compareTo).orElseThrow();
        var starts = exchanges.stream()
                .mapToLong(each -> Duration.between(first, each.at()).toNanos() / 1000)
                .toArray();
        var ends = IntStream.range(0, starts.length)
                .mapToLong(i -> starts[i] + exchanges.get(i).micros())
                .sorted()
                .toArray();
        calls += starts.length;
        overlapping += (int) Arrays.stream(starts).filter(at -> at < ends[0]).count();
        batches++;
        var alone = median();
        var elapsed = ends[ends.length - 1];
        if (alone >= MEASURABLE_MICROS && elapsed >= SERIAL * starts.length * alone) {
            serial++;
            example =
                    starts.length + " calls took " + elapsed / 1000 + " ms together, one takes " + alone / 1000 + " ms";
        }
    }

    /** Describes how much the races of a case prove; empty without a race. */
    synchronized Optional<String> extent() {
        var repeats = rounds.get() < 2 ? "" : rounds + " rounds, ";
        return Optional.of(repeats + overlapping + " of " + calls + " calls overlapped")
                .filter(any -> calls > 0);
    }

    /** Describes why the races prove nothing; empty when calls were served concurrently. */
    synchronized Optional<Observation> weakness() {
        if (calls > 0 && overlapping < 2) {
            return Optional.of(weakness("no two of " + calls + " calls were in progress at the same time"));
        }
        return serial * 2 > batches
                ? Optional.of(weakness("the calls were served one after another: " + example))
                : Optional.empty();
    }

    private static Observation weakness(String seen) {
        return Observation.unproven("IDM-3", seen, "let the calls of a race reach the wallet together, past any proxy");
    }

    private long median() {
        var sorted = single.stream().sorted().toList();
        return sorted.isEmpty() ? 0 : sorted.get(sorted.size() / 2);
    }

    /** Makes the calls at the same moment, or a little apart, and returns their results in the same order. */
    private <T> List<WalletResponse> runTogether(Collection<T> items, Function<T, WalletResponse> call, long spacing) {
        running.incrementAndGet();
        var gate = new CountDownLatch(1);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var pending = new ArrayList<Future<WalletResponse>>();
            for (var item : items) {
                var delay = spacing * pending.size();
                pending.add(threads.submit(() -> {
                    gate.await();
                    LockSupport.parkNanos(delay);
                    return call.apply(item);
                }));
            }
            gate.countDown();
            var results = new ArrayList<WalletResponse>();
            for (var each : pending) {
                results.add(each.get());
            }
            return results;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SkipCase("interrupted");
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e.getCause());
        } finally {
            running.decrementAndGet();
        }
    }
}
