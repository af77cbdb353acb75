package dev.operatorkit.benchmarks.scale;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.PriorityQueue;

/** Runs actions in the order of their simulated time, and those of one moment in the order in which they were added. */
final class Events {
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private long count;
    private double now;

    private record Event(double time, long number, Runnable action) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            var byTime = Double.compare(time, other.time);
            return byTime == 0 ? Long.compare(number, other.number) : byTime;
        }
    }

    /** Returns the simulated time in microseconds. */
    double now() {
        return now;
    }

    /** Runs an action after this many microseconds. */
    void after(double micros, Runnable action) {
        events.add(new Event(now + micros, count++, action));
    }

    void runUntil(double end) {
        for (var next = events.peek(); next != null && next.time <= end; next = events.peek()) {
            events.remove();
            now = next.time;
            next.action.run();
        }
        now = end;
    }

    /** Runs jobs on some processors, in the order of their arrival. */
    static final class Machine {
        private final Events events;
        private final Deque<Job> waiting = new ArrayDeque<>();
        private int free;
        private double busy;

        private record Job(double micros, Runnable then) {}

        Machine(Events events, int cores) {
            this.events = events;
            this.free = cores;
        }

        /** Returns the time that the processors have worked so far. */
        double busy() {
            return busy;
        }

        void run(double micros, Runnable then) {
            if (micros == 0) {
                then.run();
            } else if (free > 0) {
                free--;
                start(new Job(micros, then));
            } else {
                waiting.add(new Job(micros, then));
            }
        }

        private void start(Job job) {
            busy += job.micros;
            events.after(job.micros, () -> {
                var next = waiting.poll();
                if (next == null) {
                    free++;
                } else {
                    start(next);
                }
                job.then.run();
            });
        }
    }

    /** Flushes commits to a disk, one flush at a time for all that wait. */
    static final class Disk {
        private final Events events;
        private final Costs costs;
        private final double bytesPerSecond;
        private Deque<Runnable> waiting = new ArrayDeque<>();
        private double bytes;
        private boolean busy;
        private long flushes;

        Disk(Events events, Costs costs, double bytesPerSecond) {
            this.events = events;
            this.costs = costs;
            this.bytesPerSecond = bytesPerSecond;
        }

        long flushes() {
            return flushes;
        }

        void flush(int debits, Runnable then) {
            waiting.add(then);
            bytes += debits * costs.debitBytes();
            if (!busy) {
                busy = true;
                delay();
            }
        }

        private void delay() {
            events.after(costs.delay(), () -> {
                var flushed = waiting;
                waiting = new ArrayDeque<>();
                var transfer = bytesPerSecond == 0 ? 0 : (bytes + costs.flushBytes()) * 1e6 / bytesPerSecond;
                bytes = 0;
                flushes++;
                events.after(Math.max(costs.flush(), transfer), () -> {
                    busy = !waiting.isEmpty();
                    if (busy) {
                        delay();
                    }
                    flushed.forEach(Runnable::run);
                });
            });
        }
    }
}
