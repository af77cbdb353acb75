package dev.operatorkit.conformance.run;

import dev.operatorkit.conformance.money.MovementBody;
import dev.operatorkit.conformance.money.Player;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Finds out what a wallet that rejects valid signatures verifies instead: other bytes of a body, or another time. Moves no money. */
public final class SignatureProbe {
    /** Says what a wallet has to do with a body. */
    public static final String BODY_ADVICE = "Verify the bytes of the body as they arrived, before a framework parses"
        + " them: one that is parsed and written again has other spaces, numbers (1.0 for 1.00) or escapes (SIG-8).";

    /** Says what a wallet has to do with the time. */
    public static final String CLOCK_ADVICE =
            "Compare X-Svc-Timestamp with UTC in milliseconds, not with local time or a clock of the application"
                    + " (SIG-10).";

    private static final int UNAUTHORIZED = 401;
    private static final long MINUTE = 60_000;

    /** Holds what writers of JSON and filters of texts write differently: numbers, escapes, empty values and letters. */
    private static final String NOTE =
            "{\"z\":1.50,\"token\":\"\\u0061/b\\/c\",\"a\":[1.0,1.00,1e2,null,{}],\"empty\":[\"\",[],[null],-0.0],\"none\":\"\",\"bigNumber\":9007199254740993,\"link\":\"javascript:a\",\"text\":\"é"
                + " 東 \\u00e9\\u00C9’ <&'+>\",\"forms\":\" e\u0301 \u212a \uff26 “q”\u00a0%41 &amp;"
                + " \ud83d\ude00\u200b\u2028\u007f\\b\\u0008 \"}";

    /** Says what else a rejected signature may be due to. */
    public static final String OTHER_CAUSES =
            "(1) the secret, (2) the full path with prefix, (3) the raw body or query, (4) the clock.";

    /** Lists clocks of an application: off by minutes, by the hours of a time zone, by days or months, and by less than five minutes. */
    private static final List<Duration> CLOCK_OFFSETS = Stream.of(
                    IntStream.iterate(10, minutes -> minutes < 60, minutes -> minutes + 10),
                    IntStream.iterate(60, minutes -> minutes <= 14 * 60, minutes -> minutes + 15),
                    IntStream.rangeClosed(15, 25).map(hours -> hours * 60),
                    IntStream.of(59, 60, 61, 62, 89, 90, 91, 92, 181, 182, 183, 184, 365, 366, 730, 731)
                            .map(days -> days * 24 * 60),
                    IntStream.rangeClosed(1, 31).map(days -> days * 24 * 60),
                    IntStream.rangeClosed(1, 5))
            .flatMap(IntStream::boxed)
            .flatMap(minutes -> Stream.of(Duration.ofMinutes(minutes), Duration.ofMinutes(-minutes)))
            .toList();

    private SignatureProbe() {}

    /**
     * Reports that a wallet verifies other bytes of a body than those that it gets.
     *
     * @param finding what it rejects and accepts
     * @param isCertain true if it accepts the same content in another writing
     */
    public record ChangedBody(String finding, boolean isCertain) {}

    /**
     * Checks a wallet that accepts signed reads with a credit of 0 that it has to refuse, since there is no such debit (D-24). No writer of
     * JSON writes it like this, so only a wallet that verifies what arrived accepts its signature. Empty if it does.
     *
     * @param post sends a body to {@code /credit}, and returns the status, or 0 without a response
     */
    public static Optional<ChangedBody> findChangedBody(
            Player player, String game, String id, ToIntFunction<String> post) {
        var nothing = player.units(0);
        var debit = MovementBody.debit(player, game, id, id, nothing);
        var credit = MovementBody.credit(debit, game, id + "-0", nothing);
        var unusual = credit.with("note", NOTE).rearranged();
        if (post.applyAsInt(unusual) != UNAUTHORIZED) {
            return Optional.empty();
        }
        var accepted = credit.written().stream()
                .filter(body -> isVerified(post.applyAsInt(body)))
                .findFirst();
        if (post.applyAsInt(unusual) != UNAUTHORIZED) {
            return Optional.empty(); // rejected for a moment only, as while a secret is changed
        }
        return Optional.of(new ChangedBody(
                accepted.map(body -> "It accepts a signature over " + body + " and rejects one over ")
                                .orElse("It rejects a signature over ")
                        + unusual.replaceAll("\\s+", " ").strip(),
                accepted.isPresent()));
    }

    private static boolean isVerified(int status) {
        return status != UNAUTHORIZED && status >= 200 && status < 429;
    }

    /**
     * Returns what the wallet takes for the time, if it accepts a timestamp of another time.
     *
     * @param clock returns the time in milliseconds
     * @param accepts sends a read with a timestamp that is so far from now
     */
    public static Optional<String> findWrongClock(LongSupplier clock, Predicate<Duration> accepts) {
        var clocks = CLOCK_OFFSETS.stream()
                .map(offset -> new Reading(
                        "The wallet's time is about " + describe(offset.abs())
                                + (offset.isNegative() ? " behind ours." : " ahead of ours."),
                        now -> now + offset.toMillis()));
        // They come last: a wallet that only rejects the future accepts them too.
        var units = Stream.of(
                new Reading("The wallet reads the timestamp as seconds.", now -> now / 1000),
                new Reading("The wallet reads the timestamp as microseconds.", now -> now * 1000),
                new Reading("The wallet's time is that of 1970.", now -> MINUTE));
        return Stream.concat(clocks, units)
                .filter(reading -> accepts.test(reading.shift(clock.getAsLong())))
                .map(Reading::finding)
                .findFirst()
                .filter(any -> !accepts.test(Duration.ZERO)); // accepted if all was rejected for a moment only
    }

    /** Holds a wrong reading of the time, and the timestamp that such a wallet accepts. */
    private record Reading(String finding, LongUnaryOperator timestamp) {
        Duration shift(long now) {
            return Duration.ofMillis(timestamp.applyAsLong(now) - now);
        }
    }

    private static String describe(Duration offset) {
        var days = offset.toDays();
        var rest = offset.minusDays(days);
        var time = rest.isZero() ? "" : rest.toString().substring(2).replaceAll("(?<=[HM])(?=\\d)", " ");
        return ((days > 0 ? days + "d " : "") + time.toLowerCase(Locale.ROOT)).strip();
    }
}
