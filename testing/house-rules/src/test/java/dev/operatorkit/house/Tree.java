package dev.operatorkit.house;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** Reads the source tree of the project; build results, downloads and data of runs are excluded. */
public final class Tree {
    public static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();

    /** Holds {@code JAVA_OPTS} for a program that lives for seconds, which ends before much compilation pays. */
    public static final String SHORT_LIVED_JVM = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

    private static final Set<String> NOT_SOURCE =
            Set.of("target", ".building", ".git", ".idea", ".vscode", "data", "node_modules");

    private Tree() {}

    public static List<Path> files(Predicate<Path> filter) {
        var found = new ArrayList<Path>();
        try {
            Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                    var source = folder.equals(ROOT) || !NOT_SOURCE.contains(name(folder));
                    return source ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    if (attributes.isRegularFile() && !NOT_SOURCE.contains(name(file)) && filter.test(file)) {
                        found.add(file);
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        found.sort(null);
        return found;
    }

    public static List<Path> javaFiles() {
        return files(file -> name(file).endsWith(".java"));
    }

    /** Returns the files that are text. */
    public static List<Path> texts() {
        return files(file -> !name(file).matches(".*\\.(jpg|png|ico|woff2)"));
    }

    public static String read(Path file) {
        try {
            // A test vector may contain invalid UTF-8 on purpose.
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(file.toString(), e);
        }
    }

    public static String name(Path path) {
        return String.valueOf(path.getFileName());
    }

    /** Returns the path relative to the root of the tree. */
    public static String relative(Path file) {
        return ROOT.relativize(file).toString();
    }
}
