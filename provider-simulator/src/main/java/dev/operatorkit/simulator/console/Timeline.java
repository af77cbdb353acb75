package dev.operatorkit.simulator.console;

import dev.operatorkit.simulator.transcript.Entry;
import dev.operatorkit.simulator.transcript.ExchangeAmounts;
import dev.operatorkit.simulator.transcript.ExchangeVerdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Lists the exchanges of a round in the order of real time. A jump of the simulator's clock is a step of its own, and equal attempts
 * in a row are one step.
 *
 * @param steps the steps
 * @param players the accounts that use the round's id, since two may (D-51)
 */
record Timeline(List<Step> steps, List<String> players) {
    private static final Duration JUMPED = Duration.ofSeconds(1);
    private static final int FOLDED_FROM = 4;

    /**
     * Holds one step.
     *
     * @param first the exchange, or the first of those that are folded; null for a jump of the clock
     * @param last the last of those that are folded, or the same
     * @param count the number of exchanges
     * @param offset the real time since the first exchange of the round, up to the last of those that are folded; empty for a jump,
     *     which takes no real time
     * @param jump how far the clock jumped, in words, or empty
     * @param amount the amount that was moved or would be, with its sign; a rollback returns the stake of a debit that the wallet took
     * @param isMoved true if this exchange moved the amount: the first good response to its transaction, since a repeat moves nothing
     */
    record Step(
            @Nullable Entry first,
            @Nullable Entry last,
            int count,
            String offset,
            String jump,
            @Nullable String amount,
            boolean isMoved) {
        boolean includes(long id) {
            return first != null && last != null && first.id() <= id && id <= last.id();
        }
    }

    static Timeline of(List<Entry> exchanges) {
        var ordered = exchanges.stream()
                .sorted(Comparator.comparing(Entry::wallAt).thenComparingLong(Entry::id))
                .toList();
        var steps = new ArrayList<Step>();
        for (var i = 0; i < ordered.size(); ) {
            var entry = ordered.get(i);
            if (i > 0) {
                var jump = ahead(entry).minus(ahead(ordered.get(i - 1)));
                if (jump.compareTo(JUMPED) > 0) {
                    steps.add(new Step(null, null, 0, "", DeliveryPage.describe(jump), null, false));
                }
            }
            var end = endOfEqualAttempts(ordered, i);
            var last = ordered.get(end - 1);
            steps.add(new Step(
                    entry,
                    last,
                    end - i,
                    offset(ordered, entry) + (end - i == 1 ? "" : " to " + offset(ordered, last)),
                    "",
                    amount(entry, ordered),
                    isMoved(entry, ordered.subList(0, i))));
            i = end;
        }
        return new Timeline(
                steps,
                ordered.stream()
                        .map(Entry::player)
                        .flatMap(Stream::ofNullable)
                        .distinct()
                        .toList());
    }

    private static String offset(List<Entry> ordered, Entry entry) {
        return "+" + text(Duration.between(ordered.getFirst().wallAt(), entry.wallAt()));
    }

    private static Duration ahead(Entry entry) {
        return Duration.between(entry.wallAt(), entry.at());
    }

    private static int endOfEqualAttempts(List<Entry> ordered, int from) {
        var end = from + 1;
        while (end < ordered.size() && isEqualAttempt(ordered.get(end - 1), ordered.get(end))) {
            end++;
        }
        return end - from >= FOLDED_FROM ? end : from + 1;
    }

    private static boolean isEqualAttempt(Entry one, Entry next) {
        return one.kind().equals(next.kind())
                && !TranscriptPage.isManual(one)
                && !TranscriptPage.isManual(next)
                && one.status() == next.status()
                && one.judgement() == next.judgement()
                && Objects.equals(one.transaction(), next.transaction())
                && Objects.equals(one.player(), next.player())
                && ahead(next).minus(ahead(one)).compareTo(JUMPED) <= 0;
    }

    private static @Nullable String amount(Entry entry, List<Entry> all) {
        return switch (entry.kind()) {
            case "DEBIT" -> signed("−", ExchangeAmounts.of(entry).moved());
            case "CREDIT" -> signed("+", ExchangeAmounts.of(entry).moved());
            case "ROLLBACK" ->
                all.stream()
                        .filter(debit -> debit.kind().equals("DEBIT") && Objects.equals(debit.player(), entry.player()))
                        .filter(Timeline::isTaken)
                        .findFirst()
                        .map(debit -> signed("+", ExchangeAmounts.of(debit).moved()))
                        .orElse(null);
            default -> null;
        };
    }

    /** Returns whether the wallet accepted the debit, also in a response that a fault lost. */
    private static boolean isTaken(Entry debit) {
        return debit.judgement() == ExchangeVerdict.GOOD
                || (debit.status() == 0
                        && RawMessage.of(debit.response()).startLine().startsWith("HTTP/1.1 200"));
    }

    private static boolean isMoved(Entry entry, List<Entry> earlier) {
        return entry.judgement() == ExchangeVerdict.GOOD
                && earlier.stream()
                        .noneMatch(other -> other.judgement() == ExchangeVerdict.GOOD
                                && other.kind().equals(entry.kind())
                                && Objects.equals(other.transaction(), entry.transaction())
                                && Objects.equals(other.player(), entry.player()));
    }

    private static @Nullable String signed(String sign, @Nullable String amount) {
        return amount == null ? null : sign + amount;
    }

    /** Returns whether the simulator's clock jumped within the round. */
    boolean hasJump() {
        return steps.stream().anyMatch(step -> step.first() == null);
    }

    /** Returns a duration in the two largest units that it has, and below a minute in milliseconds or tenths of a second. */
    static String text(Duration duration) {
        if (duration.toMillis() < 1000) {
            return Math.max(0, duration.toMillis()) + " ms";
        }
        if (duration.toMinutes() < 1) {
            return duration.toSeconds() + "." + duration.toMillisPart() / 100 + " s";
        }
        var parts = Stream.of(
                        duration.toDays() + (duration.toDays() == 1 ? " day" : " days"),
                        duration.toHoursPart() + " h",
                        duration.toMinutesPart() + " min",
                        duration.toSecondsPart() + " s")
                .filter(part -> !part.startsWith("0 "))
                .limit(2)
                .toList();
        return String.join(" ", parts);
    }
}
