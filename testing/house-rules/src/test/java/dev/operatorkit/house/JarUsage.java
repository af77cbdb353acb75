package dev.operatorkit.house;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;

/**
 * Finds the jars that a program ships with but never uses: its classes are followed transitively through the classes that they
 * name, and through the services that they look up with the JDK or Helidon.
 */
final class JarUsage {
    private static final Pattern IN_DESCRIPTOR = Pattern.compile("L([\\w$/-]+)");
    private static final Pattern DOTTED_NAME = Pattern.compile("[\\w$.]+");
    private static final Pattern VERSION = Pattern.compile("^META-INF/versions/\\d+/");
    private static final String SERVICES = "META-INF/services/";

    private final Map<String, Set<String>> jarsOf = new HashMap<>();
    private final Map<String, List<String>> namedBy = new HashMap<>();
    private final List<Lookup> lookups = new ArrayList<>();
    private final Set<String> reached = new HashSet<>();

    /** Holds providers that are reached as soon as one of {@code asked} is. */
    private record Lookup(Collection<String> asked, List<String> providers) {}

    /** Returns the jars never reached from {@code program}, which is a jar and everything that its manifest names. */
    static Set<String> unusedJars(Path program) {
        return unusedJars(program, libraries(program));
    }

    static Set<String> unusedJars(Path program, List<Path> libraries) {
        var usage = new JarUsage();
        usage.add(program);
        var own = Set.copyOf(usage.jarsOf.keySet());
        libraries.forEach(usage::add);
        usage.follow(own);
        var unused = new TreeSet<String>();
        libraries.forEach(library -> unused.add(Tree.name(library)));
        usage.reached.forEach(name -> unused.removeAll(usage.jarsOf.getOrDefault(name, Set.of())));
        return unused;
    }

    /** Reads the manifest rather than the folder, which may still contain jars of an earlier build. */
    static List<Path> libraries(Path program) {
        try (var jar = new JarFile(program.toFile())) {
            var names = jar.getManifest().getMainAttributes().getValue("Class-Path");
            return List.of(names.split(" ", -1)).stream()
                    .map(program::resolveSibling)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void add(Path file) {
        var classes = new HashSet<String>();
        var ofHelidon = new ArrayList<String>();
        try (var jar = new JarFile(file.toFile())) {
            for (var entry : jar.stream().toList()) {
                var name = VERSION.matcher(entry.getName()).replaceFirst("");
                if (name.endsWith(".class") && !name.equals("module-info.class")) {
                    var type = name.substring(0, name.length() - ".class".length());
                    classes.add(type);
                    jarsOf.computeIfAbsent(type, any -> new HashSet<>()).add(Tree.name(file));
                    namedBy.computeIfAbsent(type, any -> new ArrayList<>()).addAll(named(read(jar, entry)));
                } else if (name.startsWith(SERVICES) && !entry.isDirectory()) {
                    var service = name.substring(SERVICES.length()).replace('.', '/');
                    lookups.add(new Lookup(Set.of(service), dotted(jar, entry)));
                } else if (name.startsWith("META-INF/helidon/") && !entry.isDirectory()) {
                    ofHelidon.addAll(dotted(jar, entry));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(file.toString(), e);
        }
        lookups.add(new Lookup(classes, ofHelidon));
    }

    private static byte[] read(JarFile jar, JarEntry entry) throws IOException {
        try (var bytes = jar.getInputStream(entry)) {
            return bytes.readAllBytes();
        }
    }

    private static List<String> dotted(JarFile jar, JarEntry entry) throws IOException {
        return DOTTED_NAME
                .matcher(new String(read(jar, entry), StandardCharsets.UTF_8))
                .results()
                .map(name -> name.group().replace('.', '/'))
                .toList();
    }

    /** Returns the classes in the constant pool, including those in type descriptors. */
    private static List<String> named(byte[] classFile) throws IOException {
        var in = new DataInputStream(new ByteArrayInputStream(classFile));
        in.skipNBytes(8);
        var names = new ArrayList<String>();
        for (var left = in.readUnsignedShort() - 1; left > 0; left--) {
            switch (in.readUnsignedByte()) {
                case 1 -> {
                    var text = in.readUTF();
                    names.add(text);
                    if (text.indexOf(';') > 0) {
                        IN_DESCRIPTOR.matcher(text).results().forEach(type -> names.add(type.group(1)));
                    }
                }
                case 5, 6 -> {
                    in.skipNBytes(8);
                    left--; // a long or a double takes two slots
                }
                case 7, 8, 16, 19, 20 -> in.skipNBytes(2);
                case 15 -> in.skipNBytes(3);
                default -> in.skipNBytes(4);
            }
        }
        return names;
    }

    private void follow(Collection<String> classes) {
        Deque<String> ahead = new ArrayDeque<>(classes);
        while (!ahead.isEmpty()) {
            while (!ahead.isEmpty()) {
                var name = ahead.pop();
                if (namedBy.containsKey(name) && reached.add(name)) {
                    ahead.addAll(namedBy.getOrDefault(name, List.of()));
                }
            }
            lookups.stream()
                    .filter(lookup -> lookup.asked().stream().anyMatch(reached::contains))
                    .flatMap(lookup -> lookup.providers().stream())
                    .filter(name -> namedBy.containsKey(name) && !reached.contains(name))
                    .forEach(ahead::add);
        }
    }
}
