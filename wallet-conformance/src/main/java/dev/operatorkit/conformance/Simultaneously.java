package dev.operatorkit.conformance;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Makes calls at the same moment, or a little apart. */
final class Simultaneously {
    private Simultaneously() {}

    /** Returns the results of calls at the same moment, in the order of the calls. */
    static <T> List<T> run(List<Supplier<T>> calls) {
        return run(calls, Duration.ZERO);
    }

    /** Returns the results in the order of the calls. */
    static <T> List<T> run(List<Supplier<T>> calls, Duration spacing) {
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
