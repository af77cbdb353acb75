package dev.operatorkit.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Checks what is published: the modules, and the public API of the libraries. {@code .ci/check-release} checks what is deployed of each module.
 * {@code -Dapi=print} prints the API, a line for each public type, constructor, method and field.
 */
class PublishedTest {
    private static final Pattern OURS =
            Pattern.compile("<groupId>dev\\.operatorkit</groupId>\\s*<artifactId>([a-z-]+)</artifactId>");

    private static final Pattern EXPORTED = Pattern.compile("exports ([\\w.]+);");
    private static final Pattern COMPARED = Pattern.compile("<include>(dev\\.operatorkit\\.[\\w.]+)</include>");
    private static final Pattern THREADS = Pattern.compile("(?i)thread|immutable|concurrent");

    @Test
    void the_bom_lists_every_published_module_and_no_other() {
        var bom = pom("bom");
        assertThat(OURS.matcher(bom.substring(bom.indexOf("<dependencies>"))).results())
                .extracting(entry -> entry.group(1))
                .containsExactlyInAnyOrderElementsOf(Modules.PUBLISHED);
        assertThat(Tree.read(Tree.ROOT.resolve("bin/install-sdks"))).contains(Modules.PUBLISHED);
    }

    @Test
    void every_other_module_is_never_deployed() {
        assertThat(Stream.concat(Modules.ALL.stream(), Stream.of("house-rules")))
                .filteredOn(module -> !pom(module).contains("<maven.deploy.skip>true</maven.deploy.skip>"))
                .containsExactlyInAnyOrderElementsOf(Modules.PUBLISHED);
    }

    /** Three modules have no descriptor, so all of their one package is exported. */
    @Test
    void the_comparison_with_the_last_release_covers_every_exported_package() {
        var exported = Tree.files(file -> Tree.name(file).equals("module-info.java")).stream()
                .filter(file -> Modules.PUBLISHED.stream().anyMatch(module -> file.startsWith(Modules.folder(module))))
                .flatMap(file -> EXPORTED.matcher(Tree.read(file)).results())
                .map(found -> found.group(1));
        var others = Stream.of("spring", "wallet.helidon", "wallet.servlet").map("dev.operatorkit."::concat);
        assertThat(comparedPackages())
                .containsExactlyInAnyOrderElementsOf(
                        Stream.concat(exported, others).toList());
    }

    @Test
    void the_api_is_printed() {
        var lines = api().flatMap(PublishedTest::signatures).sorted().distinct().toList();
        assertThat(lines).hasSizeGreaterThan(1000);
        if (System.getProperty("api", "").equals("print")) {
            lines.forEach(System.out::println);
        }
    }

    /** A swap of them compiles, so docs/compatibility.md says for each why it does no harm. */
    @Test
    void public_arguments_of_one_type_are_listed_with_the_reason() {
        var page = Tree.read(Tree.ROOT.resolve("docs/compatibility.md"));
        var listed = Pattern.compile("`(\\w[\\w.]*\\([\\w, .\\[\\]]+\\))`")
                .matcher(page)
                .results();
        assertThat(api().flatMap(type -> type.getCodeUnits().stream())
                        .filter(PublishedTest::canBeSwapped)
                        .map(PublishedTest::describe)
                        .distinct())
                .containsExactlyInAnyOrderElementsOf(
                        listed.map(found -> found.group(1)).toList());
    }

    @Test
    void every_public_type_or_its_package_says_how_threads_may_use_it() {
        assertThat(api().filter(type -> type.getEnclosingClass().isEmpty())
                        .filter(type -> !type.isAnnotation() && !type.isAssignableTo(RuntimeException.class))
                        .filter(type -> !saysHowThreadsUseIt(type))
                        .map(JavaClass::getName))
                .isEmpty();
    }

    private static boolean saysHowThreadsUseIt(JavaClass type) {
        var packageDoc = source(type, "package-info");
        var ofValues = type.isRecord() || type.isEnum() ? "Records and enums of this package are immutable" : "";
        var declaration = Pattern.compile("(?m)^public [\\w -]*\\b" + type.getSimpleName() + "\\b");
        return packageDoc.contains("Every type of this package is immutable")
                || (!ofValues.isEmpty() && packageDoc.contains(ofValues))
                || THREADS.matcher(declaration.split(source(type, type.getSimpleName()), 2)[0])
                        .find();
    }

    private static String source(JavaClass type, String name) {
        var path = type.getPackageName().replace('.', '/') + "/" + name + ".java";
        return Modules.PUBLISHED.stream()
                .map(module -> Modules.folder(module).resolve("src/main/java").resolve(path))
                .filter(Files::exists)
                .map(Tree::read)
                .findFirst()
                .orElseThrow();
    }

    /** A caller without a null checker would hear of it later and elsewhere. The simulator alone creates its records. */
    @Test
    void a_public_record_refuses_null_and_names_the_component() throws Exception {
        var urls = Modules.PUBLISHED.stream().map(PublishedTest::classes).toArray(URL[]::new);
        try (var loader = new URLClassLoader(urls, PublishedTest.class.getClassLoader())) {
            var accepted = new ArrayList<String>();
            for (var type : api().filter(JavaClass::isRecord)
                    .filter(type -> !type.getPackageName().equals("dev.operatorkit.simulator"))
                    .toList()) {
                var record = loader.loadClass(type.getName());
                Arrays.stream(record.getRecordComponents())
                        .filter(component -> !component.getType().isPrimitive()
                                && !component.getAnnotatedType().isAnnotationPresent(Nullable.class)
                                && !refusesNull(record, component))
                        .forEach(component -> accepted.add(type.getName() + "." + component.getName()));
            }
            assertThat(accepted).isEmpty();
        }
    }

    private static URL classes(String module) {
        try {
            return Modules.folder(module).resolve("target/classes").toUri().toURL();
        } catch (MalformedURLException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean refusesNull(Class<?> record, RecordComponent component) {
        try {
            newRecord(record, component.getName());
            return false;
        } catch (InvocationTargetException e) {
            return String.valueOf(e.getCause()).contains(component.getName());
        }
    }

    private static Object newRecord(Class<?> type, @Nullable String absent) throws InvocationTargetException {
        var components = type.getRecordComponents();
        var arguments = Arrays.stream(components)
                .map(component -> component.getName().equals(absent) ? null : sample(component.getType()))
                .toArray();
        try {
            var types = Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
            return type.getConstructor(types).newInstance(arguments);
        } catch (InvocationTargetException e) {
            throw e;
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(type + " cannot be created", e);
        }
    }

    /** Returns a valid value, or else an object without any fields set: no constructor may look at it before it has checked for null. */
    private static Object sample(Class<?> type) {
        try {
            if (SAMPLES.containsKey(type)) {
                return SAMPLES.get(type);
            }
            if (type.isRecord()) {
                return newRecord(type, null);
            }
            return type.isEnum()
                    ? type.getEnumConstants()[0]
                    : type.isSealed()
                            ? sample(type.getPermittedSubclasses()[0])
                            : type.getMethod("of", String.class).invoke(null, "EUR");
        } catch (ReflectiveOperationException e) {
            return blank(type);
        }
    }

    private static Object blank(Class<?> type) {
        try {
            var factory = Class.forName("sun.reflect.ReflectionFactory");
            var create = factory.getMethod("newConstructorForSerialization", Class.class, Constructor.class);
            var from = factory.getMethod("getReflectionFactory").invoke(null);
            return ((Constructor<?>) create.invoke(from, type, Object.class.getConstructor())).newInstance();
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(type + " cannot be created", e);
        }
    }

    private static final Map<Class<?>, Object> SAMPLES = Map.ofEntries(
            Map.entry(String.class, "EUR"),
            Map.entry(int.class, 1),
            Map.entry(long.class, 1L),
            Map.entry(boolean.class, true),
            Map.entry(byte[].class, new byte[0]),
            Map.entry(Object.class, ""),
            Map.entry(Enum.class, Thread.State.NEW),
            Map.entry(BigDecimal.class, BigDecimal.ONE),
            Map.entry(Instant.class, Instant.EPOCH),
            Map.entry(Duration.class, Duration.ZERO),
            Map.entry(Optional.class, Optional.empty()),
            Map.entry(OptionalInt.class, OptionalInt.empty()),
            Map.entry(List.class, List.of("EUR")),
            Map.entry(Set.class, Set.of()),
            Map.entry(Map.class, Map.of()));

    /** Returns the public types of the exported packages. */
    private static Stream<JavaClass> api() {
        var packages = comparedPackages();
        return Modules.product(Modules.PUBLISHED).stream()
                .filter(type -> packages.contains(type.getPackageName()) && isPublic(type));
    }

    private static List<String> comparedPackages() {
        return COMPARED.matcher(pom("library"))
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    private static boolean isPublic(JavaClass type) {
        return type.getModifiers().contains(JavaModifier.PUBLIC)
                && type.getEnclosingClass().map(PublishedTest::isPublic).orElse(true);
    }

    private static Stream<String> signatures(JavaClass type) {
        var members = type.getMembers().stream()
                .filter(member -> member.getModifiers().contains(JavaModifier.PUBLIC)
                        || member.getModifiers().contains(JavaModifier.PROTECTED))
                .filter(member -> !member.getModifiers().contains(JavaModifier.SYNTHETIC))
                .map(PublishedTest::signature);
        return Stream.concat(Stream.of(type.getName()), members.map(member -> type.getName() + " " + member));
    }

    private static String signature(JavaMember member) {
        return member instanceof JavaCodeUnit call
                ? call.getReturnType().getName() + " " + call.getName()
                        + call.getParameterTypes().stream()
                                .map(parameter -> parameter.getName())
                                .collect(Collectors.joining(", ", "(", ")"))
                : ((JavaField) member).getType().getName() + " " + member.getName();
    }

    private static boolean canBeSwapped(JavaCodeUnit call) {
        var types = call.getRawParameterTypes();
        return call.getModifiers().contains(JavaModifier.PUBLIC)
                && !call.getModifiers().contains(JavaModifier.SYNTHETIC)
                && types.stream().distinct().count() < types.size();
    }

    private static String describe(JavaCodeUnit call) {
        var type = call.getOwner().getName().replaceAll("^.*\\.", "").replace('$', '.');
        var name = call.isConstructor() ? "" : "." + call.getName();
        return call.getRawParameterTypes().stream()
                .map(JavaClass::getSimpleName)
                .collect(Collectors.joining(", ", type + name + "(", ")"));
    }

    private static String pom(String module) {
        return Tree.read(Modules.folder(module).resolve("pom.xml"));
    }
}
