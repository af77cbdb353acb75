package dev.operatorkit.signing;

import static dev.operatorkit.signing.Evidence.bytes;
import static dev.operatorkit.signing.Evidence.join;

import java.util.List;
import java.util.stream.Stream;

/** Joins the parts of the string in other ways. */
final class StringVariants {
    private StringVariants() {}

    static Stream<byte[]> reordered(Evidence e) {
        var parts = List.of(bytes(e.path), bytes(e.timestamp), e.data);
        return QueryVariants.permutations(parts)
                .skip(1)
                .map(order -> join(order.get(0), bytes("|"), order.get(1), bytes("|"), order.get(2)));
    }

    static Stream<byte[]> withMethod(Evidence e) {
        return Stream.of("|", " ", "\n", "", ":")
                .flatMap(by -> Stream.of(
                        join(bytes(e.method + by), e.expectedMessage()),
                        join(bytes(e.path + '|' + e.method + '|' + e.timestamp + '|'), e.data),
                        join(bytes(e.method + by + e.path + by + e.timestamp + by), e.data)));
    }

    static Stream<byte[]> queryAndBody(Evidence e, String by) {
        if (e.query == null) {
            return Stream.empty();
        }
        var query = bytes(e.query);
        return Stream.of(query, join(query, bytes(by), e.body), join(e.body, bytes(by), query), join(bytes(by), query));
    }
}
