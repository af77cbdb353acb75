package dev.operatorkit.conformance;

import dev.operatorkit.conformance.wire.Exchange;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Holds the first calls of a case after which the balance is not the one that their responses promise, between two looks at it. A
 * hint may claim what these sums show, and no more: with calls of several kinds, they do not show which one is wrong.
 *
 * @param wrong the balance minus the promised one
 * @param suspects the calls, those with one id as one
 * @param reported the balance that the player callback reports after a right response; null when the response was wrong too
 */
record WrongMovement(
        Player player,
        BigDecimal wrong,
        List<Suspect> suspects,
        @Nullable BigDecimal reported) {
    /** Starts the hint of a case whose movement is wrong in the same way as that of another case, which shows it. */
    static final String AS_IN = "As in ";

    private static final int MOST_SUMS = 5_000;

    private static final Pattern KIND = Pattern.compile(
            "(?:" + AS_IN + "\\S+: )?(?:A|\\d+) (debit|credit|rollback|lookup)s?\\b[^,]*?(got 200|answered|refused"
                    + " with \\d{3}|sent again)\\b[^,]*, but .*");

    /**
     * Holds a look at the balance, or a call that was sent between looks.
     *
     * @param sent null for a look
     */
    record Seen(
            Player player,
            Exchange exchange,
            @Nullable BigDecimal balance,
            @Nullable Sent sent) {}

    /**
     * Holds a movement or a lookup.
     *
     * @param status the status of the response; 0 for none
     * @param amount the change of the balance when it is applied
     * @param why why its response promises no change, or empty
     * @param isPlain true for a movement that has nothing special
     */
    record Sent(String callback, String id, int status, BigDecimal amount, String why, boolean isPlain) {
        BigDecimal promised() {
            return why.isEmpty() ? amount : BigDecimal.ZERO;
        }

        boolean isDoubtful() {
            return !why.isEmpty() && (status == 0 || status >= 500);
        }
    }

    /**
     * Holds the calls with one id.
     *
     * @param kind what is wrong about a call if it moved the balance wrongly; empty when only the case knows
     * @param rule the rule that it then breaks
     */
    record Suspect(String kind, String rule, List<Sent> calls) {
        Sent first() {
            return calls.getFirst();
        }

        BigDecimal promised() {
            return calls.stream().map(Sent::promised).reduce(BigDecimal.ZERO, BigDecimal::add);
        }
    }

    static Suspect suspect(List<Sent> calls, BigDecimal wrong) {
        var last = calls.getLast();
        var applied = calls.stream().anyMatch(each -> each.why().isEmpty());
        if (last.callback().equals("lookup")) {
            return new Suspect("got 200", "WAL-12", calls);
        }
        if (calls.stream().anyMatch(each -> each.why().equals(BalanceTrail.SENT_AGAIN))
                || (applied && calls.size() > 1)) {
            var isTakenAgain = !applied || isRepeatedAmount(last, wrong);
            return isTakenAgain ? new Suspect("sent again", "IDM-1", calls) : plain(calls);
        }
        if (applied) {
            return plain(calls);
        }
        return last.why().startsWith("refused")
                ? new Suspect("refused with " + last.status(), ruleOfRefusal(last.status()), calls)
                : new Suspect("", "", calls);
    }

    private static Suspect plain(List<Sent> calls) {
        var callback = calls.getLast().callback();
        var rule = callback.equals("debit") ? "WAL-4" : callback.equals("credit") ? "RND-2" : "RND-3";
        return new Suspect("got 200", rule, calls);
    }

    private static String ruleOfRefusal(int status) {
        return status == 422 ? "ERR-3" : status == 409 || status == 401 ? "ERR-2" : "IDM-3";
    }

    private static boolean isMultiple(BigDecimal wrong, BigDecimal amount) {
        return wrong.signum() == amount.signum() && wrong.remainder(amount).signum() == 0;
    }

    /** Returns the suspects of these calls; none when nothing was sent. */
    static List<Suspect> suspects(List<Sent> calls, BigDecimal wrong) {
        Map<String, List<Sent>> byId = new LinkedHashMap<>();
        calls.forEach(each -> byId.computeIfAbsent(
                        each.callback().equals("lookup") ? "lookup" : each.callback() + " " + each.id(),
                        any -> new ArrayList<>())
                .add(each));
        var all = byId.values().stream()
                .map(each -> suspect(List.copyOf(each), wrong))
                .toList();
        var isRepeat = all.stream()
                .anyMatch(each -> each.kind().equals("sent again") && isRepeatedAmount(each.first(), wrong));
        return isRepeat ? all.stream().filter(each -> !isLookup(each)).toList() : all;
    }

    private static boolean isRepeatedAmount(Sent of, BigDecimal wrong) {
        return of.amount().signum() != 0 && isMultiple(wrong, of.amount());
    }

    /** Returns true when the calls are of one kind, so that the sums show what is wrong. */
    boolean isShown() {
        return suspects.stream().map(WrongMovement::keyOf).distinct().count() == 1
                && suspects.stream().noneMatch(each -> each.kind().isEmpty());
    }

    /** Returns true when nothing was sent between the looks. */
    boolean isWithoutCall() {
        return suspects.isEmpty();
    }

    /** Returns true when only the case itself knows what is wrong about one of the calls. */
    boolean hasSpecial() {
        return suspects.stream().anyMatch(each -> each.kind().isEmpty());
    }

    /** Returns true when one of the calls is a movement that got 200 for the first time. */
    boolean hasApplied() {
        return suspects.stream().anyMatch(each -> each.kind().equals("got 200") && !isLookup(each));
    }

    /** Returns true when no call has anything special. */
    boolean isPlain() {
        return suspects.stream().flatMap(each -> each.calls().stream()).allMatch(Sent::isPlain);
    }

    private static boolean isLookup(Suspect of) {
        return of.first().callback().equals("lookup");
    }

    static String keyOf(Suspect of) {
        return of.first().callback() + " " + of.kind();
    }

    String rule() {
        return suspects.getFirst().rule();
    }

    String kind() {
        return suspects.getFirst().kind();
    }

    /** Returns what the sums show. */
    String describe() {
        if (isWithoutCall()) {
            return "Between two looks at the balance nothing was sent for this player, but " + outcome("", wrong)
                    + ". A read moves nothing, and nobody else may use the test players.";
        }
        return isShown() ? describeOne() : describeSeveral();
    }

    private String describeOne() {
        var only = suspects.getFirst();
        var callback = only.first().callback();
        var promised = suspects.stream().map(Suspect::promised).reduce(BigDecimal.ZERO, BigDecimal::add);
        var moved = promised.add(wrong);
        var subject = subject(callback);
        var plural = suspects.size() > 1 ? "were" : "was";
        return switch (kindOf(only)) {
            case "lookup" -> subject + " got 200, but " + outcome("", wrong) + ". A lookup only reads.";
            case "sent again" -> {
                var first = only.first();
                var before = first.isDoubtful()
                        ? (first.status() == 0 ? "got no response and " : "got " + first.status() + " and ")
                        : "";
                var twice = promised.signum() == 0 ? outcome("", wrong) : outcome(callback, moved) + " in all";
                yield subject + " " + before + plural + " sent again, but " + twice
                        + ". Return the stored result and move nothing.";
            }
            case "got 200" ->
                reported == null
                        ? subject + " got 200, but " + outcome(callback, moved) + ". " + advice(callback)
                        : subject + " " + plural + " answered with the right balance, but "
                                + (moved.signum() == 0 ? "the balance did not move" : outcome(callback, moved))
                                + ": the player callback then reports " + player.money(reported) + ".";
            default ->
                subject + " " + plural + " " + only.kind() + ", but " + outcome("", wrong)
                        + ". Move nothing when a movement is refused.";
        };
    }

    private static String kindOf(Suspect of) {
        return isLookup(of) ? "lookup" : of.kind();
    }

    private String subject(String callback) {
        var amount =
                suspects.stream().map(each -> each.first().amount().abs()).reduce(BigDecimal.ZERO, BigDecimal::add);
        var count = callback.equals("lookup") ? suspects.getFirst().calls().size() : suspects.size();
        var name = count == 1 ? "A " + callback : count + " " + callback + "s";
        if (callback.equals("lookup")) {
            return name;
        }
        var money = player.money(amount) + (count == 1 ? "" : " in all");
        return name + (callback.equals("rollback") ? " of a stake of " : " of ") + money;
    }

    private String outcome(String callback, BigDecimal moved) {
        var usual = callback.equals("credit")
                ? "paid"
                : callback.equals("rollback") ? "returned" : callback.equals("debit") ? "taken" : "moved";
        if (moved.signum() == 0) {
            return "nothing was " + usual;
        }
        var isUsual = !usual.equals("moved") && (moved.signum() < 0) == callback.equals("debit");
        return player.money(moved.abs()) + " was " + (isUsual ? usual : moved.signum() < 0 ? "taken" : "added");
    }

    private static String advice(String callback) {
        return switch (callback) {
            case "debit" -> "Subtract exactly the stake.";
            case "credit" -> "Add exactly the payout.";
            default -> "Return exactly the stake.";
        };
    }

    private String describeSeveral() {
        var calls = suspects.stream()
                .map(each -> each.first().callback() + " ("
                        + each.calls().stream()
                                .map(sent -> sent.status() == 0 ? "no response" : Integer.toString(sent.status()))
                                .distinct()
                                .collect(Collectors.joining(", then "))
                        + ")")
                .distinct()
                .collect(Collectors.joining(", "));
        return "The balance is " + player.money(wrong.abs()) + (wrong.signum() < 0 ? " too low" : " too high")
                + " after these calls, and the sums do not show which one moved it: " + calls + ".";
    }

    /** Returns true when a call that was sent is one of the calls of the kind that these sums show. */
    boolean isAbout(String callback, int status) {
        return isShown()
                && suspects.getFirst().first().callback().equals(callback)
                && kind().equals("refused with " + status);
    }

    /**
     * Returns true when a kind of movement that another case shows to be wrong accounts for these sums: its sign fits, and so does
     * its size, in proportion to the movement or as a fixed amount, of all such movements or of some.
     */
    boolean isExplainedBy(WrongMovement other, boolean sizeMatters) {
        var key = keyOf(other.suspects.getFirst());
        var alike = suspects.stream()
                .filter(each -> keyOf(each).equals(key) || isRepeatOf(each, key))
                .toList();
        if (alike.isEmpty() || wrong.signum() != other.wrong.signum()) {
            return false;
        }
        var isAlone = alike.size() == 1
                && suspects.size() == 1
                && keyOf(alike.getFirst()).equals(key);
        var hasNoSize = alike.stream().anyMatch(each -> each.promised().signum() == 0) && !key.endsWith("got 200");
        if (hasNoSize || isLookup(alike.getFirst()) || (isAlone && !sizeMatters)) {
            return true;
        }
        Set<BigDecimal> sums = new HashSet<>(Set.of(normal(BigDecimal.ZERO)));
        for (var each : alike) {
            var parts = parts(each, other);
            var next = new HashSet<>(sums);
            sums.forEach(sum -> parts.forEach(part -> next.add(normal(sum.add(part)))));
            sums = next;
            if (sums.size() > MOST_SUMS) {
                return true;
            }
        }
        return sums.contains(normal(wrong));
    }

    private static BigDecimal normal(BigDecimal amount) {
        return amount.stripTrailingZeros();
    }

    /** Returns true for a movement that was sent again, when the other case shows that the first sending is wrong already. */
    private static boolean isRepeatOf(Suspect suspect, String key) {
        return suspect.kind().equals("sent again")
                && key.equals(suspect.first().callback() + " got 200")
                && suspect.promised().signum() != 0;
    }

    /** Returns by how much a movement may be wrong when it is wrong in the way of another one. */
    private static List<BigDecimal> parts(Suspect suspect, WrongMovement other) {
        var shown = other.suspects.stream().map(Suspect::promised).reduce(BigDecimal.ZERO, BigDecimal::add);
        var parts = new ArrayList<BigDecimal>();
        parts.add(other.suspects.size() == 1 ? other.wrong : BigDecimal.ZERO);
        if (shown.signum() != 0) {
            try {
                parts.add(suspect.promised().multiply(other.wrong).divide(shown));
            } catch (ArithmeticException e) {
                // Not in proportion: the quotient has no end.
            }
        }
        return parts;
    }

    /** Returns the kind of wrong movement that a hint describes, to group cases by it; empty for another hint. */
    static String kindOf(String hint) {
        var found = KIND.matcher(hint);
        return found.matches() ? found.group(1) + " " + found.group(2).replace("answered", "got 200") : "";
    }
}
