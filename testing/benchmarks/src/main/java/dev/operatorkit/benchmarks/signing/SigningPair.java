package dev.operatorkit.benchmarks.signing;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * Measures the same as {@link SigningBenchmark} on a machine with other load. The bare {@code Mac}, the signer and the
 * verifier take turns every few milliseconds, so that other load affects all alike; the result is the median of the ratios.
 */
public final class SigningPair {
    private static final int ROUNDS = 1500;

    private static Object last = "";

    private SigningPair() {}

    /** Prints the ratios at both sizes. */
    public static void main(String... args) {
        for (var size : new int[] {300, 65_536}) {
            var bench = new SigningBenchmark();
            bench.size = size;
            bench.prepare();
            compare(bench, Math.max(1, 600_000 / size));
        }
        System.out.println(last.hashCode() == 0 ? "" : "target: verify at 300 bytes at most 1.15 x");
    }

    private static void compare(SigningBenchmark bench, int block) {
        for (var i = 0; i < ROUNDS; i++) {
            micros(bench::bareMac, block);
            micros(bench::sign, block);
            micros(bench::verify, block);
        }
        var bare = new double[ROUNDS];
        var sign = new double[ROUNDS];
        var verify = new double[ROUNDS];
        for (var i = 0; i < ROUNDS; i++) {
            bare[i] = micros(bench::bareMac, block);
            sign[i] = micros(bench::sign, block) / bare[i];
            verify[i] = micros(bench::verify, block) / bare[i];
        }
        System.out.printf(
                Locale.ROOT,
                "%,d bytes: bare Mac %.2f us; sign %.3f x (quartiles %.3f to %.3f), verify %.3f x (quartiles %.3f to"
                        + " %.3f), medians of %d rounds of %d%n",
                bench.size,
                quantile(bare, 0.5),
                quantile(sign, 0.5),
                quantile(sign, 0.25),
                quantile(sign, 0.75),
                quantile(verify, 0.5),
                quantile(verify, 0.25),
                quantile(verify, 0.75),
                ROUNDS,
                block);
    }

    private static double quantile(double[] values, double part) {
        Arrays.sort(values);
        return values[(int) (values.length * part)];
    }

    private static double micros(Supplier<Object> work, int times) {
        var started = System.nanoTime();
        for (var i = 0; i < times; i++) {
            last = work.get();
        }
        return (System.nanoTime() - started) / 1e3 / times;
    }
}
