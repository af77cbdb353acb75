package dev.operatorkit.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** Holds the text of the operator's rules, as in {@code docs/rules.md}, and why some cannot be proven from outside. */
public final class Rules {
    private static final Map<String, String> TEXTS = read();
    private static final Map<String, String> NOT_PROVABLE = Map.of(
            "SIG-11", "Network noise hides how long a comparison takes; read the code.",
            "NET-2", "A tester calls from one allowed address; only a call from another network shows a refusal.",
            "WAL-8",
                    "One run cannot last days: resume it later (--leave, --resume) to prove that a late settlement is"
                            + " applied.");

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

    /** Returns every rule that the operator must keep, in the order of the specification. */
    public static Map<String, String> operatorRules() {
        return TEXTS;
    }

    /** Returns the text of a rule; empty for a decision. */
    public static String textOf(String id) {
        return TEXTS.getOrDefault(id, "");
    }

    /** Returns the rules that cases cannot prove, or only in part, each with the reason. */
    public static Map<String, String> notProvable() {
        return NOT_PROVABLE;
    }
}
