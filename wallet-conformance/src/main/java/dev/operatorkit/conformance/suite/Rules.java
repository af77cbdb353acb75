package dev.operatorkit.conformance.suite;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Holds the text of the rules and decisions, which the build takes from {@code docs/rules.md} and {@code docs/decisions.md}, a hint
 * for each of the operator's rules, and why some of them cannot be proven from outside.
 */
public final class Rules {
    private static final String FOLDER = "/dev/operatorkit/conformance/";
    private static final Pattern ROW = Pattern.compile("\\| <a id=\"([A-Z]+-\\d+)\"></a>\\S+ \\| (.*?) \\| (.*) \\|");
    private static final Map<String, List<String>> RULES = readDocument("rules.md");
    private static final Map<String, List<String>> DECISIONS = readDocument("decisions.md");
    private static final Map<String, List<String>> HINTS = read("hints.tsv");
    private static final Map<String, String> OPERATOR_RULES = textsFor("O");
    private static final Map<String, String> CLIENT_RULES = textsFor("C");
    private static final Map<String, String> NOT_PROVABLE = Map.of(
            "SIG-11", "Network noise hides how long a comparison takes; read the code.",
            "NET-2", "A tester calls from one allowed address; only a call from another network shows a refusal.",
            "WAL-8",
                    "One run cannot last days: resume it later (--leave, --resume) to prove that a late settlement is"
                            + " applied.");

    private Rules() {}

    /** Returns the columns behind each id of a table. */
    public static Map<String, List<String>> read(String name) {
        var rows = new LinkedHashMap<String, List<String>>();
        lines(name).forEach(line -> {
            var columns = Arrays.asList(line.split("\t", -1));
            rows.put(columns.get(0), columns.subList(1, columns.size()));
        });
        return Collections.unmodifiableMap(rows);
    }

    /** Returns the two columns behind each id of a page of documentation, without its Markdown. */
    private static Map<String, List<String>> readDocument(String name) {
        var rows = new LinkedHashMap<String, List<String>>();
        lines(name)
                .map(line -> ROW.matcher(line.strip()))
                .filter(Matcher::matches)
                .forEach(row -> {
                    var plain = Stream.of(row.group(2), row.group(3)).map(Rules::withoutMarkdown);
                    rows.put(row.group(1), plain.toList());
                });
        return Collections.unmodifiableMap(rows);
    }

    private static String withoutMarkdown(String text) {
        return text.replaceAll("\\[([^]]+)]\\([^)]*\\)", "$1")
                .replace("\\|", "|")
                .replace("`", "")
                .replace("**", "");
    }

    private static Stream<String> lines(String name) {
        try (var in = Objects.requireNonNull(Rules.class.getResourceAsStream(FOLDER + name))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, String> textsFor(String side) {
        var texts = new LinkedHashMap<String, String>();
        RULES.forEach((id, columns) -> {
            if (columns.get(0).contains(side)) {
                texts.put(id, columns.get(1));
            }
        });
        return Collections.unmodifiableMap(texts);
    }

    /** Returns every rule that the operator must keep, in the order of the specification. */
    public static Map<String, String> operatorRules() {
        return OPERATOR_RULES;
    }

    /** Returns every rule that the operator must keep as a client of the Customer API. */
    public static Map<String, String> clientRules() {
        return CLIENT_RULES;
    }

    /** Returns the text of a rule or decision; empty for an unknown id. */
    public static String textOf(String id) {
        var columns = (id.startsWith("D-") ? DECISIONS : RULES).get(id);
        return columns == null ? "" : columns.get(1);
    }

    /** Returns the point that the specification leaves open and a decision settles; empty for a rule. */
    public static String openPointOf(String id) {
        var columns = DECISIONS.get(id);
        return columns == null ? "" : columns.get(0);
    }

    /** Returns advice on where to look when a rule is broken; empty for a rule of another side. */
    public static String hintFor(String id) {
        var columns = HINTS.get(id);
        return columns == null ? "" : columns.get(0);
    }

    /** Orders ids by their letters and then by their number. */
    public static int compare(String one, String other) {
        var letters = one.replaceAll("[0-9]", "").compareTo(other.replaceAll("[0-9]", ""));
        return letters != 0 ? letters : Integer.compare(number(one), number(other));
    }

    private static int number(String id) {
        return Integer.parseInt(id.replaceAll("[^0-9]", ""));
    }

    /** Returns the rules that cases cannot prove, or only in part, each with the reason. */
    public static Map<String, String> notProvable() {
        return NOT_PROVABLE;
    }
}
