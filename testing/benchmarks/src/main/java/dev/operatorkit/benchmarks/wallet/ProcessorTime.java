package dev.operatorkit.benchmarks.wallet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Holds the processor time that the parts of a measurement have used so far, in microseconds, as Linux counts it in {@code /proc}.
 *
 * @param load this JVM, which makes the load
 * @param application the wallets, or pgbench, which is the wallet in its measurement
 * @param postgres the server with all of its processes
 * @param machine every process of the machine
 * @param threads each thread of the wallets
 */
record ProcessorTime(long load, long application, long postgres, long machine, Map<String, Long> threads) {
    private static final Path PROC = Path.of("/proc");
    private static final long MICROS_PER_TICK = 10_000;
    private static final int USER = 11;
    private static final int SYSTEM = 12;
    private static final int USER_OF_ENDED_CHILDREN = 13;
    private static final int SYSTEM_OF_ENDED_CHILDREN = 14;
    private static final int IDLE = 4;
    private static final int WAITING = 5;
    private static final int GUEST = 9;

    /** Reads the time of this JVM, of wallets, and of PostgreSQL. */
    static ProcessorTime read(List<Long> wallets, long postmaster) {
        var self = stat(PROC.resolve("self/stat"));
        var ended = self.sum(USER_OF_ENDED_CHILDREN, SYSTEM_OF_ENDED_CHILDREN);
        var server = stat(PROC.resolve(postmaster + "/stat"));
        var backends = ProcessHandle.of(postmaster).stream()
                .flatMap(ProcessHandle::descendants)
                .mapToLong(backend -> ofOneThatMayEnd(PROC.resolve(backend.pid() + "/stat")))
                .sum();
        var threads = new HashMap<String, Long>();
        wallets.forEach(wallet -> threads.putAll(threadsOf(wallet)));
        return new ProcessorTime(
                self.sum(USER, SYSTEM),
                wallets.stream().mapToLong(ProcessorTime::of).sum() + ended,
                server.sum(USER, SYSTEM, USER_OF_ENDED_CHILDREN, SYSTEM_OF_ENDED_CHILDREN) + backends,
                ofMachine(),
                threads);
    }

    /** Returns the time used since an earlier reading. */
    ProcessorTime since(ProcessorTime earlier) {
        var used = new HashMap<String, Long>();
        threads.forEach((thread, micros) -> used.put(thread, micros - earlier.threads.getOrDefault(thread, 0L)));
        return new ProcessorTime(
                load - earlier.load,
                application - earlier.application,
                postgres - earlier.postgres,
                machine - earlier.machine,
                used);
    }

    /** Returns the time of everything that does not belong to the measurement. */
    long others() {
        return Math.max(0, machine - load - application - postgres);
    }

    /** Returns the time of the wallets' busiest thread, which bounds their rate on any number of cores. */
    long busiestThread() {
        return threads.values().stream().mapToLong(micros -> micros).max().orElse(0);
    }

    private record Stat(String[] fields) {
        long sum(int... columns) {
            var ticks = 0L;
            for (var column : columns) {
                ticks += Long.parseLong(fields[column]);
            }
            return ticks * MICROS_PER_TICK;
        }
    }

    private static long of(long pid) {
        return stat(PROC.resolve(pid + "/stat")).sum(USER, SYSTEM);
    }

    /** Returns the time of a process or thread, or 0 if it has ended: the postmaster has that of its ended children. */
    private static long ofOneThatMayEnd(Path stat) {
        try {
            return stat(stat).sum(USER, SYSTEM);
        } catch (UncheckedIOException e) {
            return 0;
        }
    }

    private static Map<String, Long> threadsOf(long pid) {
        try (var tasks = Files.list(PROC.resolve(pid + "/task"))) {
            return tasks.collect(Collectors.toMap(Path::toString, task -> ofOneThatMayEnd(task.resolve("stat"))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads the fields after the name, which is in parentheses and may contain spaces. */
    private static Stat stat(Path file) {
        try {
            var text = Files.readString(file);
            return new Stat(text.substring(text.lastIndexOf(')') + 2).strip().split(" ", -1));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + file + ". Processor times need Linux.", e);
        }
    }

    private static long ofMachine() {
        try (var lines = Files.lines(PROC.resolve("stat"))) {
            var fields = lines.findFirst().orElseThrow().split(" +", -1);
            var ticks = 0L;
            for (var column = 1; column < GUEST; column++) {
                ticks += column == IDLE || column == WAITING ? 0 : Long.parseLong(fields[column]);
            }
            return ticks * MICROS_PER_TICK;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
