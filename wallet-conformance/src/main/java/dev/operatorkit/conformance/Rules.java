package dev.operatorkit.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** The operator's rules in words, as {@code docs/rules.md} has them, and the reasons why some cannot be proven from outside. */
public final class Rules {
    private static final Map<String, String> WORDS = read();
    private static final Map<String, String> BEYOND_REACH = Map.of(
            "SIG-11", "How long a comparison takes drowns in the noise of the network; read the code.",
            "NET-2",
                    "A tester calls from one address, and that one may; refusing the others shows from another network"
                            + " alone.",
            "WAL-8", "Days cannot pass in a run; that no token is asked for is proven, the time is not.");

    private Rules() {}

    private static Map<String, String> read() {
        try (var in = Objects.requireNonNull(Rules.class.getResourceAsStream("rules.tsv"))) {
            var words = new LinkedHashMap<String, String>();
            new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().forEach(line -> {
                var tab = line.indexOf('\t');
                words.put(line.substring(0, tab), line.substring(tab + 1));
            });
            return Collections.unmodifiableMap(words);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Every rule the operator must keep, in the order of the specification. */
    public static Map<String, String> ofTheOperator() {
        return WORDS;
    }

    /** A rule in words; empty for a decision. */
    public static String wordsOf(String id) {
        return WORDS.getOrDefault(id, "");
    }

    /** Rules that cases cannot prove, or not wholly, each with the reason. */
    public static Map<String, String> beyondReach() {
        return BEYOND_REACH;
    }
}
