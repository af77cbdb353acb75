package dev.operatorkit.conformance;

import dev.operatorkit.conformance.wire.Exchange;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Makes calls together and measures whether calls that were made together were also served together. Behind a proxy that passes on one call at a time no
 * race can be lost, so a passed race proves nothing there, and the report says so.
 */
final class Races {
    private static final long MEASURABLE_MICROS = 2_000;
    private static final double SERIAL = 0.9;
    private static final long BUDGET_NANOS = 60_000_000;
    private static final int MOST = 12;
    private static final Duration[] SPACINGS = {
        Duration.ZERO, Duration.ofNanos(100_000), Duration.ZERO, Duration.ofNanos(400_000)
    };

    private final List<Long> single = new ArrayList<>();
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicInteger number = new AtomicInteger();
    private int batches;
    private int serial;
    private int calls;
    private int overlapping;
    private String example = "";

    /** Runs a race this many times, and more often while its budget of time lasts. */
    static void repeat(int atLeast, Runnable round) {
        var until = System.nanoTime() + BUDGET_NANOS;
        for (var i = 0; i < atLeast || (i < MOST && System.nanoTime() < until); i++) {
            round.run();
        }
    }

    /** Makes the calls and returns the responses in the same order. */
    List<WalletResponse> run(List<Supplier<WalletResponse>> calls) {
        running.incrementAndGet();
        try {
            var answers = Simultaneously.run(calls, SPACINGS[number.getAndIncrement() % SPACINGS.length]);
            recordTogether(answers);
            return answers;
        } finally {
            running.decrementAndGet();
        }
    }

    /** Returns true while calls are made together. */
    boolean isRunning() {
        return running.get() > 0;
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
}
