package dev.operatorkit.malformed;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.operatorkit.malformed.MalformedRequest.End;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** Sends many malformed requests to a server, each on a connection of its own. */
public final class Attack {
    private static final int OK = 200;
    private static final int CALLERS = 4;
    private static final int SHOWN = 1500;
    private static final Pattern SIGNATURE = Pattern.compile("[0-9a-f]{128}");

    /** Holds what caches, compiled code and the quotas of the sources may take. */
    private static final long MOST_GROWTH = 8 * 1024 * 1024;

    private final Target target;
    private final AtomicLong next = new AtomicLong();
    private final AtomicBoolean hasFailed = new AtomicBoolean();

    private Attack(Target target) {
        this.target = target;
    }

    /** Returns the number of rules for a server: so many requests use each of them once. */
    public static int rules(Target target) {
        return Grammar.rules(target).size();
    }

    /**
     * Sends requests of successive seeds. After each part of them, checks that the server has stored nothing and holds no more memory
     * than after the first part.
     *
     * @param stored returns everything that the server has stored
     * @throws AssertionError with the seed of the first request to which the server did not respond as it must, or with the seeds of
     *     the part after which there was something else to complain about
     */
    public static Outcome run(Target target, long seed, int requests, int parts, Supplier<?> stored) {
        var before = stored.get();
        var counts = new TreeMap<String, Integer>();
        var heaps = new ArrayList<Long>();
        for (var part = 0; part < parts; part++) {
            var from = seed + (long) requests * part / parts;
            var to = seed + (long) requests * (part + 1) / parts;
            new Attack(target)
                    .send(from, (int) (to - from))
                    .forEach((outcome, count) -> counts.merge(outcome, count, Integer::sum));
            if (!stored.get().equals(before)) {
                throw new AssertionError("one of the requests with the seeds " + from + " to " + (to - 1)
                        + " was stored. Repeat fewer of them with -Dtests.seed=" + from + " -Dtests.requests="
                        + (to - from) / 2 + ".");
            }
            heaps.add(usedHeap());
            if (parts > 1) {
                System.out.println(to - seed + " requests: " + new Outcome(counts, heaps));
            }
            if (heaps.getLast() - heaps.getFirst() > MOST_GROWTH) {
                throw new AssertionError("the heap grew with the requests, in bytes: " + heaps);
            }
        }
        return new Outcome(counts, heaps);
    }

    /** Sends a valid request and returns its status, which shows that the server would serve those that follow malformed ones. */
    public static int sendValid(Target target, Draft valid) throws IOException {
        var message = Message.signed(target, valid);
        message.add("Connection: close");
        var request = new MalformedRequest("none", false, message.toBytes(), List.of(Set.of(OK)), End.CUT);
        return new Exchange(target, request, new SplittableRandom()).run();
    }

    private static long usedHeap() {
        System.gc();
        var runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    private Map<String, Integer> send(long seed, int requests) {
        try (var threads = Executors.newFixedThreadPool(CALLERS)) {
            var callers = new ArrayList<Callable<Map<String, Integer>>>();
            for (var i = 0; i < CALLERS; i++) {
                callers.add(() -> call(seed, requests));
            }
            var counts = new TreeMap<String, Integer>();
            for (var caller : threads.invokeAll(callers)) {
                caller.get().forEach((outcome, count) -> counts.merge(outcome, count, Integer::sum));
            }
            return counts;
        } catch (ExecutionException e) {
            throw new AssertionError(
                    e.getCause() == null ? e.toString() : e.getCause().getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    private Map<String, Integer> call(long firstSeed, int requests) throws IOException {
        var counts = new TreeMap<String, Integer>();
        for (var i = next.getAndIncrement(); i < requests && !hasFailed.get(); i = next.getAndIncrement()) {
            var seed = firstSeed + i;
            var request = Grammar.make(target, seed);
            try {
                var status = new Exchange(target, request, new SplittableRandom(~seed)).run();
                counts.merge(request.rule() + " " + status, 1, Integer::sum);
            } catch (Violation e) {
                hasFailed.set(true);
                throw new AssertionError(describe(request, seed) + e.getMessage(), e);
            }
        }
        return counts;
    }

    private static String describe(MalformedRequest request, long seed) {
        var text = new StringBuilder();
        var masked = SIGNATURE.matcher(new String(request.bytes(), ISO_8859_1)).replaceAll("[signature]");
        for (var i = 0; i < masked.length(); i++) {
            var c = masked.charAt(i);
            if (c == '\r') {
                text.append("\\r");
            } else if (c == '\n') {
                text.append("\\n\n");
            } else if (c < ' ' || c > '~') {
                text.append("\\x%02x".formatted((int) c));
            } else {
                text.append(c);
            }
        }
        var shown = text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...";
        return "seed " + seed + " (repeat it with -Dtests.seed=" + seed + " -Dtests.requests=1), " + request.rule()
                + ":\n" + shown + "\n";
    }

    /** Returns the seed that the command line gives, or a random one. */
    public static long seed() {
        return Long.getLong("tests.seed", System.nanoTime());
    }

    /** Returns the number of requests that the command line gives, or another. */
    public static int requests(int usual) {
        return Integer.getInteger("tests.requests", usual);
    }
}
