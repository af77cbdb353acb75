package dev.operatorkit.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Checks the size of the tree against its budget. {@code -Dbudget=write} lowers the limits, {@code -Dbudget=print} shows them. */
class BudgetTest {
    @Test
    void nothing_is_over_its_limit_and_no_limit_is_loose() throws IOException {
        var figures = Budget.figures();
        var limits = Budget.limits();
        switch (System.getProperty("budget", "check")) {
            case "write" -> Files.writeString(Budget.LIMITS, table(lowered(figures, limits)));
            case "print" -> System.out.print(table(figures));
            default -> {
                assertThat(figures.keySet()).anyMatch(name -> name.startsWith("more than 6 parameters"));
                assertThat(Budget.overdrawn(figures, limits))
                        .as("over budget: delete something, or raise the limit in a separate commit that says why")
                        .isEmpty();
                assertThat(Budget.loose(figures, limits))
                        .as("lower these limits: mvn -q -pl testing/house-rules test -Dtest=BudgetTest -Dbudget=write")
                        .isEmpty();
            }
        }
    }

    @Test
    void growth_a_new_module_and_a_loose_limit_are_detected() {
        assertThat(Budget.overdrawn(Map.of("lines, a", 11, "lines, b", 1), Map.of("lines, a", 10)))
                .containsExactlyInAnyOrder("lines, a: 11, and the limit is 10", "lines, b: 1, and the limit is 0");
        assertThat(Budget.loose(Map.of("lines, a", 100), Map.of("lines, a", 121, "lines, gone", 21)))
                .containsExactlyInAnyOrder(
                        "lines, a: 100, and the limit is 121", "lines, gone: 0, and the limit is 21");
    }

    private static Map<String, Integer> lowered(Map<String, Integer> figures, Map<String, Integer> limits) {
        return limits.entrySet().stream()
                .filter(limit -> figures.containsKey(limit.getKey()))
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        limit -> Math.min(limit.getValue(), figures.getOrDefault(limit.getKey(), 0))));
    }

    private static String table(Map<String, Integer> rows) {
        return rows.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(row -> row.getKey() + "\t" + row.getValue() + "\n")
                .collect(Collectors.joining());
    }
}
