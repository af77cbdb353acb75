package dev.operatorkit.benchmarks.wallet;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Holds the batches that a wallet has committed so far, as its metric {@code wallet_batch_size} counts them.
 *
 * @param batches the number of batches
 * @param movements the number of movements in them
 * @param upTo the number of batches of at most this size
 */
record BatchSizes(long batches, long movements, Map<Integer, Long> upTo) {
    private static final Pattern LINE =
            Pattern.compile("(?m)^wallet_batch_size(_count|_sum|_bucket\\{le=\"([0-9]+)(?:\\.0)?\"\\}) ([0-9.E+]+)$");

    /** Reads the metric from the operations port of a wallet. */
    static BatchSizes read(int port) throws IOException, InterruptedException {
        try (var client = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics"))
                    .build();
            return parse(client.send(request, BodyHandlers.ofString()).body());
        }
    }

    static BatchSizes parse(String metrics) {
        var batches = 0L;
        var movements = 0L;
        var upTo = new TreeMap<Integer, Long>();
        for (var line : LINE.matcher(metrics).results().toList()) {
            var value = (long) Double.parseDouble(line.group(3));
            switch (line.group(1)) {
                case "_count" -> batches = value;
                case "_sum" -> movements = value;
                default -> upTo.put(Integer.valueOf(line.group(2)), value);
            }
        }
        return new BatchSizes(batches, movements, upTo);
    }

    /** Returns the batches that were committed after an earlier reading. */
    BatchSizes subtract(BatchSizes earlier) {
        var fewer = new TreeMap<Integer, Long>();
        upTo.forEach((size, count) -> fewer.put(size, count - earlier.upTo.getOrDefault(size, 0L)));
        return new BatchSizes(batches - earlier.batches, movements - earlier.movements, fewer);
    }

    double mean() {
        return (double) movements / Math.max(1, batches);
    }

    /** Returns the least size of the metric that at least nine of ten batches do not exceed. */
    int ninetieth() {
        return upTo.entrySet().stream()
                .filter(each -> each.getValue() * 10 >= batches * 9)
                .mapToInt(Map.Entry::getKey)
                .min()
                .orElse(0);
    }
}
