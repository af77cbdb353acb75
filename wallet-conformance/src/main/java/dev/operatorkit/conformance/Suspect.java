package dev.operatorkit.conformance;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Holds the calls with one id, or all lookups, between two looks at the balance.
 *
 * @param fault what is wrong about them if they moved the balance wrongly
 */
record Suspect(MovementFault fault, List<Sent> calls) {
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
            return isApplied() ? amount : BigDecimal.ZERO;
        }

        boolean isApplied() {
            return why.isEmpty();
        }

        /** Returns true when the response leaves open whether the movement was applied (ERR-4). */
        boolean isDoubtful() {
            return !isApplied() && (status == 0 || status >= 500);
        }

        Sent withoutEffect(String reason) {
            return new Sent(callback, id, status, amount, reason, isPlain);
        }
    }

    /** Returns the suspects of these calls, after which the balance is wrong by this amount. */
    static List<Suspect> of(List<Sent> calls, BigDecimal wrong) {
        Map<String, List<Sent>> byId = new LinkedHashMap<>();
        for (var call : calls) {
            var key = call.callback().equals("lookup") ? "lookup" : call.callback() + " " + call.id();
            byId.computeIfAbsent(key, any -> new ArrayList<>()).add(call);
        }
        var all = byId.values().stream()
                .map(each -> new Suspect(fault(each, wrong), List.copyOf(each)))
                .toList();
        var isRepeat =
                all.stream().anyMatch(each -> each.fault == MovementFault.REPEAT && isMultiple(wrong, each.first()));
        return isRepeat
                ? all.stream()
                        .filter(each -> each.fault != MovementFault.LOOKUP)
                        .toList()
                : all;
    }

    private static MovementFault fault(List<Sent> calls, BigDecimal wrong) {
        var last = calls.getLast();
        if (last.callback().equals("lookup")) {
            return MovementFault.LOOKUP;
        }
        var isApplied = calls.stream().anyMatch(Sent::isApplied);
        var isAgain = calls.stream().anyMatch(each -> each.why().equals(BalanceTrail.SENT_AGAIN));
        // An earlier case, or an earlier look, shows that the id was applied.
        if (isAgain && !isApplied) {
            return MovementFault.REPEAT;
        }
        var mayBeRepeated =
                calls.subList(0, calls.size() - 1).stream().anyMatch(each -> each.isApplied() || each.isDoubtful());
        if (mayBeRepeated && isMultiple(wrong, last)) {
            return MovementFault.REPEAT;
        }
        if (isApplied) {
            var isRefusedBefore = !mayBeRepeated && calls.size() > 1;
            return isRefusedBefore ? MovementFault.UNKNOWN : MovementFault.ofApplied(last.callback());
        }
        return last.why().startsWith(BalanceTrail.REFUSED) ? MovementFault.REFUSAL : MovementFault.UNKNOWN;
    }

    private static boolean isMultiple(BigDecimal wrong, Sent of) {
        return of.amount().signum() != 0
                && wrong.signum() == of.amount().signum()
                && wrong.remainder(of.amount()).signum() == 0;
    }

    Sent first() {
        return calls.getFirst();
    }

    String callback() {
        return first().callback();
    }

    int status() {
        return calls.getLast().status();
    }

    BigDecimal promised() {
        return calls.stream().map(Sent::promised).reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    /** Returns the amount that the movement names. */
    BigDecimal size() {
        return first().amount().abs();
    }

    /** Returns the rule that the calls break; a status other than these promises that nothing was written, too (IDM-3). */
    String rule() {
        if (fault != MovementFault.REFUSAL) {
            return fault.rule();
        }
        return switch (status()) {
            case 401, 409 -> "ERR-2";
            case 422 -> "ERR-3";
            default -> "IDM-3";
        };
    }

    /** Returns true when the same is wrong about both, in calls of one kind. */
    boolean isLike(Suspect other) {
        return fault == other.fault
                && callback().equals(other.callback())
                && (fault != MovementFault.REFUSAL || status() == other.status());
    }

    /** Returns true for a movement that was sent again, when the other one shows that the first sending is wrong already. */
    boolean isRepeatOf(Suspect other) {
        return fault == MovementFault.REPEAT
                && other.fault.isOfApplied()
                && callback().equals(other.callback())
                && promised().signum() != 0;
    }
}
