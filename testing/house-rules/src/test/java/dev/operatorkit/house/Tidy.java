package dev.operatorkit.house;

import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Defines a rule about the text of files: its name, the files that it applies to, a pattern for violations, and an example that
 * violates it. Patterns and examples are split into two strings, so that no rule finds itself.
 */
record Tidy(String name, Predicate<String> files, Pattern violation, String example) {
    static final int MAX_FILE_LENGTH = 400;

    static Stream<Tidy> rules() {
        return Stream.of(
                rule(
                        "No comment defers work",
                        Tidy::any,
                        "\\b(TO" + "DO|FIX" + "ME|XX" + "X|HA" + "CK)\\b",
                        "// TO" + "DO: later"),
                rule(
                        "No comment contains a Unicode escape: the compiler replaces it before Javadoc reads it",
                        Tidy::java,
                        "(?m)^\\s*(/\\*\\*|\\*|//).*(?<!\\\\)\\\\u+[0-9a-fA-F]{4}",
                        "/** NUL becomes \\u00" + "00. */"),
                rule(
                        "No signature is compared in a time that depends on it (SIG-11)",
                        path -> path.endsWith("/signing/Verifier.java"),
                        "Arrays\\.(equals|compare|mis" + "match)\\(",
                        "Arrays.equ" + "als(received, expected);"),
                rule("No test is disabled", Tidy::java, "@Dis" + "abled|@Igno" + "re\\b", "@Dis" + "abled(\"flaky\")"),
                rule(
                        "No test sleeps",
                        Tidy::tests,
                        "Thread\\.sl" + "eep\\(|TimeUnit\\.[A-Z]+\\.sl" + "eep\\(",
                        "Thread.sl" + "eep(100);"),
                rule(
                        "No assertion is empty",
                        Tidy::tests,
                        "assertThat\\(tr" + "ue\\)\\.isTr" + "ue|assertTr" + "ue\\(true\\)|assumeTr" + "ue\\(false",
                        "assertTr" + "ue(true);"),
                rule(
                        "No product code is a stub",
                        Tidy::product,
                        "(?i)not (yet )?implem" + "ented",
                        "throw new IllegalStateException(\"not implem" + "ented\");"),
                rule(
                        "No registry or download address is hard-coded: a build must work with a mirror",
                        Tidy::any,
                        "(?i)(repo1?\\.maven\\.(apache\\.)?" + "org|registry\\.npm" + "js|deb\\.deb" + "ian|pypi\\.o"
                                + "rg|oss\\.sona" + "type|distribution" + "Url|\"resolved\": \"ht" + "tp)",
                        "https://repo1.maven." + "org/maven2"),
                rule(
                        "No group of a pattern is repeated without being possessive: Java recurses for each"
                                + " repetition, so a long text overflows the stack",
                        Tidy::java,
                        "\"[^\n]*?(?<![\\\\(])\\)(?:[*+]|\\{\\d+,\\})(?![+*])",
                        "Pattern.compile(\"(a|b)" + "*\")"),
                rule(
                        "No script of sh uses words of bash: sh takes a range of numbers as one word",
                        Tidy::any,
                        "\\A#!/bin/sh\n(?s:.*?)(\\{\\d+\\.\\.\\d+\\}|\\[\\[ |<<<)",
                        "#!/bin/sh\nfor n in {1..50}; do work; done"),
                rule(
                        "No exported type of an SDK is without Javadoc",
                        Tidy::sdk,
                        "\n\n(?:@[^\n]*\n)*+" + Budget.PUBLIC_TYPE,
                        "import java.util.List;\n\n@Deprecated\npublic final class A {}"),
                rule(
                        "No path of a developer's machine is named",
                        Tidy::any,
                        "(?<![\\w}])/wo" + "rk/|(?<![\\w}])/ho" + "me/[a-z]",
                        "see /ho" + "me/ann/notes"));
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

    private static boolean sdk(String path) {
        return product(path) && Modules.SDKS.contains(Budget.module(path).replace("testing/", ""));
    }

    private static boolean tests(String path) {
        return java(path) && path.contains("/src/test/");
    }

    private static Tidy rule(String name, Predicate<String> files, String violation, String example) {
        return new Tidy(name, files, Pattern.compile(violation), example);
    }

    /** Returns the violations in the text of a file, as {@code line: text}. */
    Stream<String> violations(String path, String text) {
        return files.test(path)
                ? violation.matcher(text).results().map(found -> line(text, found) + ": " + found.group())
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
