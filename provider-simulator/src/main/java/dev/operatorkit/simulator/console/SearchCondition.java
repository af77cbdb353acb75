package dev.operatorkit.simulator.console;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Holds one condition of a search, as the list of exchanges shows it above the rows.
 *
 * @param label the name of its field
 * @param value the value as it was entered
 * @param address the address of the same search without this condition
 */
public record SearchCondition(String label, String value, String address) {
    private static final Set<String> FURTHER = Set.of("Round", "Transaction", "Attempt, minimum", "From", "Before");
    private static final Set<String> PAGING = Set.of("before", "limit", "format");
    private static final Map<String, String> LABELS = new LinkedHashMap<>();

    static {
        LABELS.put("text", "Text");
        LABELS.put("status", "Status");
        LABELS.put("verdict", "Verdict");
        LABELS.put("kind", "Kind");
        LABELS.put("operator", "Operator");
        LABELS.put("player", "Player");
        LABELS.put("round", "Round");
        LABELS.put("transaction", "Transaction");
        LABELS.put("attempt", "Attempt, minimum");
        LABELS.put("from", "From");
        LABELS.put("to", "Before");
    }

    /** Returns whether the form shows its field only on demand. */
    public boolean isFurther() {
        return FURTHER.contains(label);
    }

    /** Rejects a search with a condition that does not exist, which would otherwise find everything. */
    static void requireKnown(FormData form) {
        for (var name : form.fields().names()) {
            if (!name.isEmpty() && !LABELS.containsKey(name) && !PAGING.contains(name)) {
                throw new IllegalArgumentException("There is no condition '" + name + "'. Choose from "
                        + String.join(", ", LABELS.keySet()) + ".");
            }
        }
    }

    /** Returns the conditions of a search, in the order of the form. */
    static List<SearchCondition> of(FormData form) {
        return LABELS.keySet().stream()
                .filter(name -> form.text(name).isPresent())
                .map(name -> new SearchCondition(label(name), form.text(name, ""), addressWithout(form, name)))
                .toList();
    }

    private static String label(String name) {
        return LABELS.getOrDefault(name, name);
    }

    private static String addressWithout(FormData form, String removed) {
        return LABELS.keySet().stream()
                .filter(name -> !name.equals(removed))
                .flatMap(name -> form.text(name).map(value -> name + "=" + FormData.encode(value)).stream())
                .collect(Collectors.joining("&", "/transcript?", ""));
    }
}
