package dev.operatorkit.house;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.Source;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Imports the classes of the modules from the folders that they are compiled to. */
public final class Modules {
    public static final List<String> SDKS =
            List.of("sdk-core", "sdk-client", "sdk-client-testkit", "sdk-wallet-server", "sdk-wallet-testkit");

    public static final List<String> PUBLISHED = Stream.concat(
                    SDKS.stream(),
                    Stream.of(
                            "sdk-wallet-jdbc",
                            "sdk-wallet-servlet",
                            "sdk-wallet-helidon",
                            "operatorkit-micrometer",
                            "operatorkit-spring-boot-starter",
                            "wallet-conformance",
                            "provider-simulator",
                            "provider-simulator-testkit",
                            // The simulator needs it; not for direct use.
                            "http-guard"))
            .toList();

    private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
    private static final Map<String, Path> FOLDERS = MODULE.matcher(Tree.read(Tree.ROOT.resolve("pom.xml")))
            .results()
            .map(module -> Tree.ROOT.resolve(module.group(1)))
            .collect(Collectors.toUnmodifiableMap(Tree::name, Function.identity()));

    /** Lists every module with code, except the house rules. */
    public static final List<String> ALL = FOLDERS.keySet().stream()
            .filter(module -> !folder(module).startsWith(Tree.ROOT.resolve("poms")) && !module.equals("house-rules"))
            .sorted()
            .toList();

    private Modules() {}

    /** Returns the folder of each module that pom.xml lists, by the folder's own name. */
    public static Map<String, Path> folders() {
        return FOLDERS;
    }

    public static Path folder(String module) {
        var folder = FOLDERS.get(module);
        if (folder == null) {
            throw new AssertionError("pom.xml lists no module " + module + ", only " + FOLDERS.keySet());
        }
        return folder;
    }

    public static JavaClasses product(List<String> modules) {
        return of(modules, Product.CLASSES);
    }

    public static JavaClasses tests(List<String> modules) {
        return of(modules, Tests.CLASSES);
    }

    /** Imports the classes once for all rules. */
    private static final class Product {
        static final JavaClasses CLASSES = read("main", "classes");
    }

    private static final class Tests {
        static final JavaClasses CLASSES = read("test", "test-classes");
    }

    private static JavaClasses of(List<String> modules, JavaClasses all) {
        var folders = modules.stream().map(Modules::folder).toList();
        var found = all.that(DescribedPredicate.describe("are of " + modules, type -> {
            var file = file(type.getSource().orElseThrow());
            return folders.stream().anyMatch(file::startsWith);
        }));
        if (found.isEmpty()) {
            throw new AssertionError("no class of " + modules);
        }
        return found;
    }

    private static Path file(Source source) {
        return Path.of(source.getUri());
    }

    private static JavaClasses read(String sources, String compiled) {
        return new ClassFileImporter()
                .importPaths(ALL.stream()
                        .map(Modules::folder)
                        .filter(module -> hasJava(module, sources))
                        .map(module -> built(module.resolve("target").resolve(compiled)))
                        .toList());
    }

    static boolean hasJava(Path module, String sources) {
        return Files.isDirectory(module.resolve("src").resolve(sources).resolve("java"));
    }

    public static Path built(Path folder) {
        if (!Files.isDirectory(folder)) {
            throw new AssertionError(Tree.relative(folder) + " is missing: run `mvn test-compile` first");
        }
        return folder;
    }
}
