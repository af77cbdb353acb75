package dev.operatorkit.signing;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/** Generates the queries that are signed by mistake. */
final class QueryVariants {
    private static final int MAX_PERMUTED = 5;

    private QueryVariants() {}

    /** Returns every order of a few parameters; for many, only the sorted and the reversed order. */
    static Stream<String> reordered(String query) {
        var parameters = List.of(query.split("&", -1));
        if (parameters.size() <= MAX_PERMUTED) {
            return permutations(parameters).map(order -> String.join("&", order));
        }
        var reversed = new ArrayList<>(parameters);
        Collections.reverse(reversed);
        return Stream.of(parameters.stream().sorted().toList(), reversed).map(order -> String.join("&", order));
    }

    /** Returns the query with parameters that have no value written with {@code =}, without it, and left out. */
    static Stream<String> withoutEmpty(String query) {
        return Stream.of(
                query.replaceAll("=(?=&|$)", ""),
                query.replaceAll("(?<=^|&)([^=&]+)(?=&|$)", "$1="),
                query.replaceAll("(^|&)[^=&]*=?(?=&|$)", "").replaceFirst("^&", ""));
    }

    static <T> Stream<List<T>> permutations(List<T> items) {
        if (items.isEmpty()) {
            return Stream.of(List.of());
        }
        return items.stream().distinct().flatMap(first -> {
            var others = new ArrayList<>(items);
            others.remove(first);
            return permutations(others).map(rest -> {
                var order = new ArrayList<T>();
                order.add(first);
                order.addAll(rest);
                return order;
            });
        });
    }
}
