package dev.operatorkit.house;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Measures the size of the tree. Each figure has a limit in {@code budget.tsv}, which may only fall. */
final class Budget {
    static final Path LIMITS = Tree.ROOT.resolve("testing/house-rules/src/test/resources/budget.tsv");

    /** Packages of up to this many files need no limit of their own. */
    static final int MAX_FILES_IN_PACKAGE = 30;

    /** More arguments than these a reader cannot tell apart. */
    static final int MAX_PARAMETERS = 6;

    /** Folders with a row for their lines. The small ones share one. */
    private static final Set<String> PARTS = Set.of(
            "docs",
            "examples",
            "http-guard",
            "provider-simulator",
            "reference-wallet",
            "sdk-client",
            "sdk-core",
            "sdk-wallet-jdbc",
            "sdk-wallet-server",
            "testing",
            "wallet-conformance");

    /** Words with two meanings, or without an actor. Split, so that none counts itself. */
    private static final Map<String, Pattern> IDIOLECT = Map.of(
            "some" + "body, who" + "ever",
            word("(some|no|any)" + "body|who" + "ever|what" + "ever"),
            "MOST_, LONGEST_, LEAST_",
            Pattern.compile("\\b(MOST|LONGEST|LEAST|USUAL)_[A-Z]"),
            "at " + "once",
            word("at " + "once"),
            "be" + "side",
            word("be" + "side"),
            "of its " + "own",
            word("of (its|their|your|his) " + "own"),
            "as it " + "was",
            word("as (it|they) (is|was|are|were)(?= *[.,;)])"),
            "a" + "way",
            word("a" + "way"),
            "under " + "way",
            word("under " + "way"),
            "by it" + "self",
            word("by (it|them)sel(f|ves)"));

    private static final Pattern COMMAND = Pattern.compile("^\\| [^|]+ \\| .*`", Pattern.MULTILINE);

    static final String PUBLIC_TYPE =
            "public (?:(?:abstract|final|sealed|non-sealed|static) )*+(?:class|interface|record|enum|@interface) ";

    private static final Pattern PUBLIC_TYPES = Pattern.compile("^" + PUBLIC_TYPE, Pattern.MULTILINE);

    private Budget() {}

    /** Returns every figure by its name, in the order of the table. */
    static Map<String, Integer> figures() {
        var files = Tree.texts().stream().filter(file -> !file.equals(LIMITS)).toList();
        var figures = new TreeMap<String, Integer>(Comparator.naturalOrder());
        for (var file : files) {
            measure(figures, Tree.relative(file), Tree.read(file));
        }
        figures.entrySet().removeIf(Budget::needsNoLimit);
        Stream.of(Modules.product(Modules.ALL), Modules.tests(Modules.ALL))
                .flatMap(JavaClasses::stream)
                .flatMap(type -> type.getCodeUnits().stream())
                .filter(Budget::isWritten)
                .filter(unit -> unit.getRawParameterTypes().size() > MAX_PARAMETERS)
                .forEach(unit -> add(figures, "more than 6 parameters, " + module(unit.getOwner()), 1));
        return figures;
    }

    private static void measure(Map<String, Integer> figures, String path, String text) {
        var lines = (int) text.lines().count();
        add(figures, "lines, all", lines);
        add(figures, "lines, " + part(path), lines);
        if (path.endsWith(".java")) {
            add(figures, "lines, Java", lines);
            add(figures, "files, " + Path.of(path).getParent(), 1);
            if (path.contains("/src/main/")) {
                add(figures, "public types, " + module(path), count(PUBLIC_TYPES, text));
            }
        }
        if (path.equals("CONTRIBUTING.md")) {
            add(figures, "commands, CONTRIBUTING.md", count(COMMAND, text));
        }
        if (path.matches(".*\\.(java|md|jte)") && !path.endsWith("/Budget.java")) {
            IDIOLECT.forEach((word, pattern) -> add(figures, "words, " + word, count(pattern, text)));
        }
    }

    private static boolean needsNoLimit(Map.Entry<String, Integer> figure) {
        return figure.getValue() == 0
                || figure.getKey().startsWith("files, ") && figure.getValue() <= MAX_FILES_IN_PACKAGE;
    }

    /** Returns the module of a file, or its folder at the root. */
    static String module(String path) {
        var names = path.split("/", -1);
        if (names.length == 1) {
            return "the root";
        }
        return names[0].equals("testing") ? names[0] + "/" + names[1] : names[0];
    }

    private static String part(String path) {
        var part = path.split("/", -1)[0];
        return PARTS.contains(part) ? part : "the rest";
    }

    /** Returns false for what jOOQ, jte, JMH and the compiler write: a constructor of an enum or a local class gets more arguments. */
    private static boolean isWritten(JavaCodeUnit unit) {
        var type = unit.getOwner();
        return !unit.getModifiers().contains(JavaModifier.SYNTHETIC)
                && !type.getPackageName().matches(".*\\.(schema|pages|jmh_generated)\\b.*")
                && !(unit.isConstructor() && (type.isEnum() || type.isLocalClass() || type.isAnonymousClass()));
    }

    private static String module(JavaClass type) {
        return module(Tree.relative(Path.of(type.getSource().orElseThrow().getUri())));
    }

    private static void add(Map<String, Integer> figures, String name, int more) {
        figures.merge(name, more, Integer::sum);
    }

    private static int count(Pattern pattern, String text) {
        return (int) pattern.matcher(text).results().count();
    }

    private static Pattern word(String words) {
        return Pattern.compile("(?i)\\b(" + words + ")\\b");
    }

    static Map<String, Integer> limits() {
        var limits = new TreeMap<String, Integer>();
        for (var row : rows()) {
            var cells = row.split("\t", -1);
            limits.put(cells[0], Integer.valueOf(cells[1]));
        }
        return limits;
    }

    private static List<String> rows() {
        return Tree.read(LIMITS).lines().filter(row -> !row.isBlank()).toList();
    }

    /** Returns what is over its limit, and figures that have none. */
    static Stream<String> overdrawn(Map<String, Integer> figures, Map<String, Integer> limits) {
        return figures.entrySet().stream()
                .filter(figure -> figure.getValue() > limits.getOrDefault(figure.getKey(), 0))
                .map(figure -> figure.getKey() + ": " + figure.getValue() + ", and the limit is "
                        + limits.getOrDefault(figure.getKey(), 0));
    }

    /** Returns limits that a figure has left so far behind that the next addition would not be noticed. */
    static Stream<String> loose(Map<String, Integer> figures, Map<String, Integer> limits) {
        return limits.entrySet().stream()
                .filter(limit -> limit.getValue() > slack(figures.getOrDefault(limit.getKey(), 0)))
                .map(limit -> limit.getKey() + ": " + figures.getOrDefault(limit.getKey(), 0) + ", and the limit is "
                        + limit.getValue());
    }

    private static int slack(int figure) {
        return figure + Math.max(20, figure / 20);
    }
}
