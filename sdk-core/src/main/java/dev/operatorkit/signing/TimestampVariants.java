package dev.operatorkit.signing;

import java.time.Instant;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Generates the timestamps that are signed by mistake. */
final class TimestampVariants {
    private static final int WINDOW_MILLIS = 2000;

    private TimestampVariants() {}

    /** Returns seconds, with and without a fraction, microseconds and nanoseconds. */
    static Stream<String> inOtherUnits(Evidence e) {
        if (!e.timestamp.matches("\\d{13}")) {
            return e.timestamp.matches("\\d{10}|\\d{16}|\\d{19}") ? Stream.of(e.timestamp) : Stream.empty();
        }
        var seconds = e.timestamp.substring(0, 10);
        return Stream.of(
                seconds,
                seconds + '.' + e.timestamp.substring(10),
                e.timestamp + "000",
                e.timestamp + "000000",
                e.timestamp + ".0");
    }

    static Stream<String> asDate(Evidence e) {
        return e.timestamp.matches("\\d{13}")
                ? Stream.of(Long.parseLong(e.timestamp))
                        .map(Instant::ofEpochMilli)
                        .flatMap(time -> Stream.of(
                                time.toString(),
                                time.toString().replace("Z", "+00:00"),
                                Instant.ofEpochSecond(time.getEpochSecond()).toString()))
                : Stream.empty();
    }

    /** Returns the milliseconds around the one that was sent, the nearest first, as many as the budget allows. */
    static Stream<String> nearby(Evidence e) {
        if (!e.timestamp.matches("\\d{13}")) {
            return Stream.empty();
        }
        var sent = Long.parseLong(e.timestamp);
        var window = Math.min(WINDOW_MILLIS, e.limitToBudget(e.expectedMessage().length) / 2 - 2);
        return Stream.concat(
                        Stream.of(sent / 1000 * 1000),
                        LongStream.rangeClosed(1, window).boxed().flatMap(off -> Stream.of(sent - off, sent + off)))
                .map(String::valueOf);
    }
}
