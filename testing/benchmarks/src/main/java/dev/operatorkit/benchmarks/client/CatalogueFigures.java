package dev.operatorkit.benchmarks.client;

import dev.operatorkit.client.Catalogue;
import dev.operatorkit.json.Json;
import dev.operatorkit.wire.Game;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Locale;

/** Measures the time to parse a catalogue of 10 000 games after warm-up, and the heap that it retains. */
public final class CatalogueFigures {
    private static final int GAMES = 10_000;
    private static final int WARM_UP = 60;
    private static final int ROUNDS = 60;

    private CatalogueFigures() {}

    /** Prints both figures. */
    public static void main(String[] args) {
        var json = Games.catalogue(GAMES);
        var sizes = 0L;
        for (var i = 0; i < WARM_UP; i++) {
            sizes += parse(json).games().size();
        }
        var millis = new double[ROUNDS];
        for (var i = 0; i < ROUNDS; i++) {
            var started = System.nanoTime();
            sizes += parse(json).games().size();
            millis[i] = (System.nanoTime() - started) / 1e6;
        }
        Arrays.sort(millis);
        System.out.printf(
                Locale.ROOT,
                "%,d games, %,d bytes of JSON: parsed in %.1f ms (median), %.1f ms (worst of %d); target: under 100"
                        + " ms%n",
                sizes / (WARM_UP + ROUNDS),
                json.length,
                millis[ROUNDS / 2],
                millis[ROUNDS - 1],
                ROUNDS);
        var before = liveHeap();
        var kept = parse(json);
        var heap = liveHeap() - before;
        System.out.printf(
                Locale.ROOT,
                "%,d games retain %,d bytes of heap: %.2f x the JSON; target: at most 3 x%n",
                kept.games().size(),
                heap,
                (double) heap / json.length);
    }

    private static Catalogue parse(byte[] json) {
        return new Catalogue(Json.readDataList(json, Game.class));
    }

    private static long liveHeap() {
        for (var i = 0; i < 4; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
