package dev.operatorkit.conformance;

import dev.operatorkit.conformance.Suspect.Sent;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Holds the first calls of a case after which the balance is not the one that their responses promise, between two looks at it. A
 * hint may claim what these sums show, and no more: with calls of several kinds, they do not show which one is wrong.
 *
 * @param wrong the balance minus the promised one
 * @param suspects the calls, those with one id as one; none when nothing was sent
 * @param reported the balance that the player callback reports after a right response, or with no call before it; null when the
 *     response was wrong too
 */
record WrongMovement(
        Player player,
        BigDecimal wrong,
        List<Suspect> suspects,
        @Nullable BigDecimal reported) {
    /** Starts the hint of a case whose movement is wrong in the same way as that of another case, which shows it. */
    static final String AS_IN = "As in ";

    /** A race makes this many calls at a time. Of more movements, some would have almost any sum. */
    private static final int MOST_SOME = 16;

    /** Returns true when the calls are of one kind, so that the sums show what is wrong. */
    boolean isShown() {
        return !isWithoutCall()
                && suspects.stream()
                        .allMatch(each -> each.isLike(suspects.getFirst()) && each.fault() != MovementFault.UNKNOWN);
    }

    /** Returns true when nothing was sent between the looks. */
    boolean isWithoutCall() {
        return suspects.isEmpty();
    }

    /** Returns true when only the case itself knows what is wrong about one of the calls. */
    boolean hasSpecial() {
        return suspects.stream().anyMatch(each -> each.fault() == MovementFault.UNKNOWN);
    }

    /** Returns true when one of the calls is a movement that got 200 for the first time. */
    boolean hasApplied() {
        return suspects.stream().anyMatch(each -> each.fault().isOfApplied());
    }

    /** Returns true when no call has anything special. */
    boolean isPlain() {
        return suspects.stream().flatMap(each -> each.calls().stream()).allMatch(Sent::isPlain);
    }

    /** Returns true when movements that got 200, and name whole minor units, moved a fraction of one (WAL-16). */
    boolean isFraction() {
        return !isWithoutCall()
                && !isWhole(wrong)
                && suspects.stream().allMatch(each -> each.fault().isOfApplied() && isWhole(each.size()));
    }

    private boolean isWhole(BigDecimal amount) {
        return player.inUnits(amount).stripTrailingZeros().scale() <= 0;
    }

    MovementFault fault() {
        return isWithoutCall()
                ? MovementFault.IDLE
                : isFraction() ? MovementFault.FRACTION : suspects.getFirst().fault();
    }

    String rule() {
        return isWithoutCall() || isFraction()
                ? fault().rule()
                : suspects.getFirst().rule();
    }

    /** Returns what the sums show. */
    String describe() {
        if (isWithoutCall()) {
            var after = Objects.requireNonNull(reported);
            return "Two looks at the balance with no movement between them showed "
                    + player.money(after.subtract(wrong)) + " and " + player.money(after) + ". " + fault().advice();
        }
        var advice = isShown() || isFraction() ? " " + fault().advice() : "";
        return (isShown() ? describeOne() : describeSeveral()) + advice;
    }

    private String describeOne() {
        var only = suspects.getFirst();
        var callback = only.callback();
        var promised = suspects.stream().map(Suspect::promised).reduce(BigDecimal.ZERO, BigDecimal::add);
        var moved = promised.add(wrong);
        var subject = subject(callback);
        var verb = suspects.size() > 1 ? " were " : " was ";
        return switch (only.fault()) {
            case LOOKUP -> subject + " got 200, but " + outcome("", wrong) + ".";
            case REFUSAL -> subject + verb + "refused with " + only.status() + ", but " + outcome("", wrong) + ".";
            case REPEAT ->
                subject + before(only.first()) + verb + "sent again" + times(only) + ", but "
                        + (promised.signum() == 0 ? outcome("", wrong) : outcome(callback, moved) + " in all") + ".";
            default ->
                reported == null
                        ? subject + " got 200, but " + outcome(callback, moved) + "."
                        : subject + verb + "answered with the right balance, but "
                                + (moved.signum() == 0 ? "the balance did not move" : outcome(callback, moved))
                                + ": the player callback then reports " + player.money(reported) + ".";
        };
    }

    private static String before(Sent first) {
        return !first.isDoubtful() ? "" : " got " + status(first) + " and";
    }

    /** Says how often one movement was sent again, when it was more than once. */
    private String times(Suspect of) {
        var isFirstIncluded = of.promised().signum() != 0 || of.first().isDoubtful();
        var repeats = of.calls().size() - (isFirstIncluded ? 1 : 0);
        return suspects.size() == 1 && repeats > 1 ? " " + repeats + " times" : "";
    }

    private static String status(Sent of) {
        return of.status() == 0 ? "no response" : Integer.toString(of.status());
    }

    private String subject(String callback) {
        var isLookup = callback.equals("lookup");
        var count = isLookup ? suspects.getFirst().calls().size() : suspects.size();
        var name = count == 1 ? "A " + callback : count + " " + callback + "s";
        var money = suspects.stream().map(Suspect::size).reduce(BigDecimal.ZERO, BigDecimal::add);
        return isLookup
                ? name
                : name
                        + (callback.equals("rollback") ? " of a stake of " : " of ")
                        + player.money(money)
                        + (count == 1 ? "" : " in all");
    }

    private String outcome(String callback, BigDecimal moved) {
        var usual = switch (callback) {
            case "debit" -> "taken";
            case "credit" -> "paid";
            case "rollback" -> "returned";
            default -> "moved";
        };
        if (moved.signum() == 0) {
            return "nothing was " + usual;
        }
        var isUsual = !usual.equals("moved") && (moved.signum() < 0) == callback.equals("debit");
        return player.money(moved.abs()) + " was " + (isUsual ? usual : moved.signum() < 0 ? "taken" : "added");
    }

    private String describeSeveral() {
        var calls = suspects.stream()
                .map(each -> each.callback() + " ("
                        + each.calls().stream()
                                .map(WrongMovement::status)
                                .distinct()
                                .collect(Collectors.joining(", then "))
                        + ")")
                .distinct()
                .collect(Collectors.joining(", "));
        return "The balance is " + player.money(wrong.abs()) + (wrong.signum() < 0 ? " too low" : " too high")
                + " after these calls, and the sums do not show which one moved it: " + calls + ".";
    }

    /** Returns true when these sums show that a callback that was refused with this status moved money. */
    boolean isAbout(String callback, int status) {
        var first = suspects.isEmpty() ? null : suspects.getFirst();
        return isShown()
                && first != null
                && first.fault() == MovementFault.REFUSAL
                && first.callback().equals(callback)
                && first.status() == status;
    }

    /**
     * Returns true when a kind of movement that another case shows to be wrong accounts for these sums: its sign fits, and so does
     * its size: the same amount for one or each of these movements, or the same proportion of all or of some. A lookup moves nothing,
     * and a repeat may name another amount than the stored movement, so that their sizes tell nothing.
     */
    boolean isExplainedBy(WrongMovement other) {
        if (other.isWithoutCall()) {
            return wrong.compareTo(other.wrong) == 0;
        }
        var shown = other.suspects.getFirst();
        var alike = suspects.stream()
                .filter(each -> each.isLike(shown) || each.isRepeatOf(shown))
                .toList();
        if (alike.isEmpty() || wrong.signum() != other.wrong.signum()) {
            return false;
        }
        return switch (shown.fault()) {
            case LOOKUP -> true;
            case REPEAT ->
                alike.stream().anyMatch(each -> each.promised().signum() == 0)
                        || isSumOfSome(
                                alike.stream().flatMap(WrongMovement::repeats).toList(), wrong);
            default -> isWrongBySame(alike.size(), other) || isWrongInProportion(alike, other);
        };
    }

    /** Returns true if one of so many movements, or each of them, is wrong by the same amount as in the other case. */
    private boolean isWrongBySame(int count, WrongMovement other) {
        var whole = wrong.multiply(BigDecimal.valueOf(other.suspects.size()));
        return whole.compareTo(other.wrong.multiply(BigDecimal.valueOf(count))) == 0
                || (count <= MOST_SOME && whole.compareTo(other.wrong) == 0);
    }

    private boolean isWrongInProportion(List<Suspect> alike, WrongMovement other) {
        var size = other.suspects.stream().map(Suspect::size).reduce(BigDecimal.ZERO, BigDecimal::add);
        return isSumOfSome(
                alike.stream().map(each -> each.size().multiply(other.wrong)).toList(), wrong.multiply(size));
    }

    private static Stream<BigDecimal> repeats(Suspect of) {
        return of.calls().stream().skip(1).map(Sent::amount);
    }

    /** Returns true when all of these amounts, or some of a few, have this sum. */
    private static boolean isSumOfSome(List<BigDecimal> amounts, BigDecimal total) {
        var all = amounts.stream().reduce(BigDecimal.ZERO, BigDecimal::add);
        return all.compareTo(total) == 0
                || (amounts.size() <= MOST_SOME
                        && Amounts.sumsOfSome(amounts)
                                .filter(sums -> sums.contains(total.stripTrailingZeros()))
                                .isPresent());
    }
}
