package dev.operatorkit.house;

import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What no file may contain. A rule is a name, the files it is for, a way to find what breaks it, and a line that does: that
 * line is cut in two, so that the rule does not find itself.
 */
record Tidy(String name, Predicate<String> files, Pattern wrong, String example) {
    static final int LONGEST_FILE = 400;

    /** Files that may be longer, each with the reason. */
    static final Map<String, String> LONG_FOR_A_REASON = Map.of();

    static Stream<Tidy> rules() {
        return Stream.of(
                rule(
                        "No work is put off",
                        Tidy::any,
                        "\\b(TO" + "DO|FIX" + "ME|XX" + "X|HA" + "CK)\\b",
                        "// TO" + "DO: later"),
                rule(
                        "No test is switched off",
                        Tidy::java,
                        "@Dis" + "abled|@Igno" + "re\\b",
                        "@Dis" + "abled(\"flaky\")"),
                rule(
                        "No test waits by the clock",
                        Tidy::tests,
                        "Thread\\.sl" + "eep\\(|TimeUnit\\.[A-Z]+\\.sl" + "eep\\(",
                        "Thread.sl" + "eep(100);"),
                rule(
                        "No test asserts nothing",
                        Tidy::tests,
                        "assertThat\\(tr" + "ue\\)\\.isTr" + "ue|assertTr" + "ue\\(true\\)|assumeTr" + "ue\\(false",
                        "assertTr" + "ue(true);"),
                rule(
                        "No stub is in the product",
                        Tidy::product,
                        "(?i)not (yet )?implem" + "ented",
                        "throw new IllegalStateException(\"not implem" + "ented\");"),
                rule(
                        "No registry or download address is named",
                        Tidy::any,
                        "(?i)(repo1?\\.maven\\.(apache\\.)?" + "org|registry\\.npm" + "js|deb\\.deb" + "ian|pypi\\.o"
                                + "rg|oss\\.sona" + "type|distribution" + "Url|\"resolved\": \"ht" + "tp)",
                        "https://repo1.maven." + "org/maven2"),
                rule(
                        "No path of somebody's machine is named",
                        Tidy::any,
                        "(?<![\\w}])/wo" + "rk/|(?<![\\w}])/ho" + "me/[a-z]|\\.\\./sha" + "red|\\.libr" + "ary/",
                        "see /wo" + "rk/notes"),
                rule(
                        "No word is about how this was made",
                        Tidy::any,
                        "(?i)\\bsub-?age" + "nts?\\b",
                        "a sub" + "agent"));
    }

    private static boolean any(String path) {
        return !path.isEmpty();
    }

    private static boolean java(String path) {
        return path.endsWith(".java");
    }

    private static boolean product(String path) {
        return java(path) && path.contains("/src/main/");
    }

    private static boolean tests(String path) {
        return java(path) && path.contains("/src/test/");
    }

    private static Tidy rule(String name, Predicate<String> files, String wrong, String example) {
        return new Tidy(name, files, Pattern.compile(wrong), example);
    }

    /** Where the rule is broken in the text of a file, as {@code line: what}. */
    Stream<String> brokenIn(String path, String text) {
        return files.test(path)
                ? wrong.matcher(text).results().map(found -> line(text, found) + ": " + found.group())
                : Stream.empty();
    }

    private static long line(String text, MatchResult found) {
        return text.substring(0, found.start()).lines().count();
    }

    @Override
    public String toString() {
        return name;
    }
}
