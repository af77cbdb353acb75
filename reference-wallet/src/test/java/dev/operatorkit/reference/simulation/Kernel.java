package dev.operatorkit.reference.simulation;

import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs simulated threads in virtual time, one at a time: a thread runs until it waits for the time, for a lock or for
 * another thread, and the next event decides which one goes on. The order is that of the events, so it is the same in
 * every run of the same plan.
 */
final class Kernel {
    static final long NEVER = Long.MAX_VALUE;

    /** Begins the name of every simulated thread. */
    static final String SIMULATED = "simulated-";

    /** The most events of one run; more are a loop. */
    private static final int MAX_EVENTS = 300_000;

    /** Two hours before the end of a month. */
    private static final long START = Instant.parse("2026-01-31T22:00:00Z").toEpochMilli();

    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private final Map<Thread, Strand> strands = new HashMap<>();
    private final Semaphore turn = new Semaphore(0);
    private final List<String> history = new ArrayList<>();
    private final Map<String, String> names = new HashMap<>();
    private final Map<String, Long> clockSteps = new HashMap<>();
    private long now;
    private long scheduled;
    private int happened;
    private @Nullable Throwable failure;

    /** Ends the threads of a process that was killed. No production code catches it. */
    static final class Killed extends Error {
        private static final long serialVersionUID = 1L;

        Killed() {
            super("killed", null, false, false);
        }
    }

    private record Event(long at, long number, Runnable action) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            return at == other.at ? Long.compare(number, other.number) : Long.compare(at, other.at);
        }
    }

    /** Represents one process from its start until it is killed. */
    static final class Machine {
        final String name;
        private final Set<Strand> strands = new LinkedHashSet<>();
        private boolean dead;

        Machine(String name) {
            this.name = name;
        }

        boolean isDead() {
            return dead;
        }
    }

    /** Represents one simulated thread. */
    final class Strand {
        final String name;
        final Machine machine;
        private final Thread thread;
        private final Semaphore mine = new Semaphore(0);
        private boolean waits;
        private boolean parked;
        private boolean permit;
        private long ticket;
        private int operations;

        private Strand(String name, Machine machine, Runnable body) {
            this.name = name;
            this.machine = machine;
            this.thread = Thread.ofVirtual().name(SIMULATED + name).unstarted(() -> run(body));
        }

        /** Returns a name for the next thing that this thread does, which no other plan with this thread changes. */
        String nextOperation() {
            return name + ":" + ++operations;
        }

        private void run(Runnable body) {
            mine.acquireUninterruptibly();
            try {
                if (!machine.dead) {
                    body.run();
                }
            } catch (Killed e) {
                // the process is gone
            } catch (Throwable e) {
                fail(e);
            } finally {
                machine.strands.remove(this);
                strands.remove(thread);
                turn.release();
            }
        }
    }

    long now() {
        return now;
    }

    /** Returns the time that the clock of a process shows, in milliseconds. */
    long clockMillis(String process) {
        return START + millis() + clockSteps.getOrDefault(process, 0L);
    }

    /** Moves the clock of a process. */
    void stepClock(String process, long millis) {
        note("clock of " + process + " " + millis);
        clockSteps.merge(process, millis, Long::sum);
    }

    /** Returns the clock of a process. */
    Clock clock(String process) {
        return ((InstantSource) () -> Instant.ofEpochMilli(clockMillis(process))).withZone(ZoneOffset.UTC);
    }

    long millis() {
        return TimeUnit.NANOSECONDS.toMillis(now);
    }

    int events() {
        return happened;
    }

    /** Adds a line to the history. */
    void note(String line) {
        // By hand: formatting every line would cost more than the run.
        var seconds = Long.toString(now / 1_000_000_000);
        var micros = Long.toString(1_000_000 + now / 1000 % 1_000_000).substring(1);
        history.add(" ".repeat(Math.max(0, 6 - seconds.length())) + seconds + "." + micros + " " + line);
    }

    /** Names a random id, so that the histories of two runs are equal. */
    void name(String id, String name) {
        names.putIfAbsent(id, name);
    }

    /** Returns the name of an id, or the id. */
    String nameOf(String id) {
        return names.getOrDefault(id, id);
    }

    List<String> history() {
        return history;
    }

    /** Ends the run with this failure, unless it has failed already. */
    void fail(Throwable e) {
        if (failure == null && !(e instanceof Killed)) {
            failure = e;
        }
    }

    /** Runs an action on the kernel's own thread after a delay. */
    void after(long nanos, Runnable action) {
        events.add(new Event(now + Math.max(0, nanos), scheduled++, action));
    }

    /** Starts a thread of a process. */
    void spawn(String name, Machine machine, Runnable body) {
        if (machine.dead) {
            return;
        }
        var strand = new Strand(name, machine, body);
        machine.strands.add(strand);
        strands.put(strand.thread, strand);
        strand.thread.start();
        after(0, () -> resume(strand));
    }

    /** Returns the simulated thread that runs; null on the kernel's own thread. */
    @Nullable
    Strand current() {
        return strands.get(Thread.currentThread());
    }

    /** Kills a process: its threads end where they wait. */
    void kill(Machine machine) {
        if (machine.dead) {
            return;
        }
        machine.dead = true;
        for (var strand : List.copyOf(machine.strands)) {
            after(0, () -> resume(strand));
        }
    }

    /** Ends the current thread if its process was killed. */
    void requireAlive() {
        running();
    }

    /** Waits on the current thread for this time. */
    void sleep(long nanos) {
        await(now + Math.max(0, nanos));
    }

    /** Waits on the current thread until {@link #wake}, or until this time. */
    void await(long until) {
        suspend(running(), until);
    }

    /** Lets a thread that waits go on. */
    void wake(Strand strand) {
        if (strand.waits && !strand.parked) {
            var ticket = strand.ticket;
            after(0, () -> resume(strand, ticket));
        }
    }

    /** Parks the current thread until it is woken, or until this time has passed. */
    void park(long nanos) {
        var strand = running();
        if (strand.permit) {
            strand.permit = false;
            return;
        }
        strand.parked = true;
        suspend(strand, nanos == NEVER ? NEVER : now + Math.max(0, nanos));
        strand.parked = false;
        strand.permit = false;
    }

    /** Wakes a thread, or lets its next park return immediately. */
    void unpark(Thread thread) {
        var strand = strands.get(thread);
        if (strand == null) {
            return;
        }
        strand.permit = true;
        if (strand.waits && strand.parked) {
            var ticket = strand.ticket;
            after(0, () -> resume(strand, ticket));
        }
    }

    private Strand running() {
        var strand = current();
        if (strand == null) {
            throw new IllegalStateException("not a simulated thread: " + Thread.currentThread());
        }
        if (strand.machine.dead || failure != null) {
            throw new Killed();
        }
        return strand;
    }

    private void suspend(Strand strand, long until) {
        var ticket = ++strand.ticket;
        strand.waits = true;
        if (until != NEVER) {
            events.add(new Event(until, scheduled++, () -> resume(strand, ticket)));
        }
        turn.release();
        strand.mine.acquireUninterruptibly();
        strand.waits = false;
        if (strand.machine.dead || failure != null) {
            throw new Killed();
        }
    }

    private void resume(Strand strand, long ticket) {
        if (strand.waits && strand.ticket == ticket) {
            resume(strand);
        }
    }

    private void resume(Strand strand) {
        if (strands.containsKey(strand.thread)) {
            strand.mine.release();
            turn.acquireUninterruptibly();
        }
    }

    /** Runs all events, then ends all threads, and throws the failure if there is one. */
    void run() {
        try {
            while (!events.isEmpty() && failure == null) {
                var event = events.remove();
                now = Math.max(now, event.at);
                if (++happened > MAX_EVENTS) {
                    throw new IllegalStateException("The run does not end: " + MAX_EVENTS + " events happened.");
                }
                event.action.run();
            }
        } catch (Throwable e) {
            fail(e);
        } finally {
            end();
        }
        rethrow();
    }

    /** Throws the failure, if there is one. */
    void rethrow() {
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure != null) {
            throw (RuntimeException) failure;
        }
    }

    private void end() {
        for (var strand : List.copyOf(strands.values())) {
            strand.machine.dead = true;
            while (strands.containsKey(strand.thread)) {
                resume(strand);
            }
        }
    }
}
