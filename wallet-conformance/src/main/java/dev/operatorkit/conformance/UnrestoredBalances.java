package dev.operatorkit.conformance;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Keeps what could not be restored during a run, and after which case, until the end of the run restores it. */
final class UnrestoredBalances {
    private final Map<Case, List<Unrestored>> byCase = new ConcurrentHashMap<>();
    private final Queue<Unrestored> others = new ConcurrentLinkedQueue<>();

    /** Records what could not be restored after the latest attempt of a case. */
    void record(Case after, List<Unrestored> left) {
        if (left.isEmpty()) {
            byCase.remove(after);
        } else {
            byCase.put(after, List.copyOf(left));
        }
    }

    /** Records what could not be restored between cases. */
    void record(List<Unrestored> left) {
        others.addAll(left);
    }

    /** Returns true when a player lacked money after a case. */
    boolean isLackingAfter(Case of) {
        return byCase.getOrDefault(of, List.of()).stream().anyMatch(Unrestored::isLack);
    }

    /**
     * Restores the balances that the players had at the start. What could not be restored after a case, and is restored now, is no
     * longer kept.
     */
    void restoreStart(CaseRunner runner, Case last, List<Player> players) {
        var left = new LinkedHashMap<Player, List<Unrestored>>();
        for (var player : players) {
            var rest = runner.restoreStart(last, player);
            if (!rest.isEmpty()) {
                left.put(player, rest);
            }
        }
        byCase.replaceAll((of, all) -> all.stream()
                .filter(each -> left.keySet().stream().anyMatch(each::isOf))
                .toList());
        others.removeIf(each -> left.keySet().stream().noneMatch(each::isOf));
        left.forEach((player, rest) -> {
            var isKept = Stream.concat(byCase.values().stream().flatMap(List::stream), others.stream())
                    .anyMatch(each -> each.isOf(player));
            if (!isKept || !Unrestored.hasDifference(rest)) {
                others.addAll(rest);
            }
        });
    }

    /** Returns a result that names what is not restored after its case now. */
    CaseResult update(CaseResult result) {
        return result.withOnlyUnreturnedBalance(Unrestored.describe(byCase.getOrDefault(result.testCase(), List.of())));
    }

    /** Describes what belongs to no case. */
    String describeOthers() {
        return others.stream().map(Unrestored::text).collect(Collectors.joining("; "));
    }
}
