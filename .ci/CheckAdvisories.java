import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.apache.maven.artifact.versioning.ComparableVersion;

/**
 * Compares the components of SBOMs (CycloneDX, JSON) and of jars, with what is packed into them, with known vulnerabilities (OSV, JSON).
 * Exits with 0 if none matches, 1 if one does or if the advisories are too old or too few to tell, 2 on wrong usage. Run by
 * .ci/check-advisories.
 */
final class CheckAdvisories {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int OLDEST_DAYS = 30;
    private static final String WEBJARS = "org.webjars.npm";
    /** Stands for the group of a jar that does not name it: advisories for an artifact of this name in any group match. */
    private static final String ANY_GROUP = "*:";

    private static final Pattern JAR = Pattern.compile("(.+?)-(\\d[^/]*)\\.jar");
    private static final Pattern POM = Pattern.compile("META-INF/maven/[^/]+/[^/]+/pom\\.properties");

    /** Holds a component as advisories name it. */
    private record Component(String ecosystem, String name, String version) implements Comparable<Component> {
        boolean isNamed(String other) {
            return name.equals(other)
                    || (name.startsWith(ANY_GROUP) && other.endsWith(name.substring(ANY_GROUP.length() - 1)));
        }

        @Override
        public int compareTo(Component other) {
            return toString().compareTo(other.toString());
        }

        @Override
        public String toString() {
            return ecosystem + " " + name + " " + version;
        }
    }

    /** Holds an advisory that is accepted for a package until a day. */
    private record Waiver(String id, String name, LocalDate until, String reason) {}

    private final LocalDate today;
    private final Set<Component> components;
    private final List<Waiver> exceptions;
    private final Set<String> matches = new TreeSet<>();
    private final Set<Waiver> used = new HashSet<>();
    private int advisories;
    private Instant newest = Instant.EPOCH;

    private CheckAdvisories(LocalDate today, Set<Component> components, List<Waiver> exceptions) {
        this.today = today;
        this.components = components;
        this.exceptions = exceptions;
    }

    public static void main(String[] args) throws IOException {
        if (args.length != 4) {
            System.err.println("usage: CheckAdvisories SBOMS ADVISORIES EXCEPTIONS TODAY");
            System.exit(2);
        }
        try {
            var check = new CheckAdvisories(
                    LocalDate.parse(args[3]), components(Path.of(args[0])), exceptions(Path.of(args[2])));
            check.readAll(Path.of(args[1]));
            System.exit(check.report() ? 0 : 1);
        } catch (IllegalArgumentException e) {
            System.out.println("[advisories] NOT CHECKED: " + e.getMessage());
            System.exit(1);
        }
    }

    /** Reads every SBOM and every jar below a folder. */
    private static Set<Component> components(Path folder) throws IOException {
        var found = new TreeSet<Component>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (var file : files.sorted().toList()) {
                if (file.toString().endsWith("cyclonedx.json")) {
                    JSON.readTree(Files.readAllBytes(file))
                            .path("components")
                            .forEach(component -> add(
                                    found,
                                    component.path("group").asText(),
                                    component.path("name").asText(),
                                    component.path("version").asText()));
                } else if (file.toString().endsWith(".jar") && Files.isRegularFile(file)) {
                    addJar(found, file);
                }
            }
        }
        if (found.isEmpty()) {
            throw new IllegalArgumentException(
                    "there is neither a *cyclonedx.json with a component nor a jar below " + folder);
        }
        return found;
    }

    private static void add(Set<Component> found, String group, String name, String version) {
        if (group.equals("dev.operatorkit")) {
            return;
        }
        found.add(new Component("Maven", group + ":" + name, version));
        if (group.equals(WEBJARS)) {
            found.add(new Component("npm", name, version));
        }
    }

    /** Adds what Maven has noted in a jar, of others packed into it too, or else what the name of its file says. */
    private static void addJar(Set<Component> found, Path file) throws IOException {
        try (var jar = new ZipFile(file.toFile())) {
            var poms = jar.stream()
                    .filter(entry -> POM.matcher(entry.getName()).matches())
                    .toList();
            for (var pom : poms) {
                var properties = new Properties();
                try (var in = jar.getInputStream(pom)) {
                    properties.load(in);
                }
                add(
                        found,
                        properties.getProperty("groupId", ""),
                        properties.getProperty("artifactId", ""),
                        properties.getProperty("version", ""));
            }
            var name = JAR.matcher(file.getFileName().toString());
            if (poms.isEmpty() && name.matches()) {
                found.add(new Component("Maven", ANY_GROUP + name.group(1), name.group(2)));
            }
        }
    }

    /** Reads lines of id, package, last day and reason, separated by tabs. */
    private static List<Waiver> exceptions(Path file) throws IOException {
        var found = new ArrayList<Waiver>();
        for (var line : Files.readAllLines(file)) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            var parts = line.split("\t");
            if (parts.length != 4 || parts[3].isBlank()) {
                throw new IllegalArgumentException(
                        file + " has a line without id, package, last day and reason: " + line);
            }
            found.add(new Waiver(parts[0], parts[1], LocalDate.parse(parts[2]), parts[3]));
        }
        return found;
    }

    /** Reads advisories from a folder, also in zip files, as OSV publishes them for each ecosystem. */
    private void readAll(Path source) throws IOException {
        try (Stream<Path> files = Files.walk(source)) {
            for (var file : files.filter(Files::isRegularFile).sorted().toList()) {
                if (file.toString().endsWith(".json")) {
                    try (var in = Files.newInputStream(file)) {
                        read(in, file.toString());
                    }
                } else if (file.toString().endsWith(".zip")) {
                    try (var zip = new ZipFile(file.toFile())) {
                        for (var entry : zip.stream()
                                .filter(e -> e.getName().endsWith(".json"))
                                .toList()) {
                            try (var in = zip.getInputStream(entry)) {
                                read(in, file + "!" + entry.getName());
                            }
                        }
                    }
                }
            }
        }
    }

    private void read(InputStream in, String name) throws IOException {
        JsonNode advisory;
        try {
            advisory = JSON.readTree(in);
        } catch (com.fasterxml.jackson.core.JacksonException e) {
            throw new IllegalArgumentException(name + " is not JSON");
        }
        if (!advisory.path("id").isTextual() || !advisory.path("modified").isTextual()) {
            throw new IllegalArgumentException(name + " is not an OSV advisory: it needs id and modified");
        }
        advisories++;
        var modified = Instant.parse(advisory.path("modified").asText());
        newest = modified.isAfter(newest) ? modified : newest;
        if (advisory.has("withdrawn")) {
            return;
        }
        for (var affected : advisory.path("affected")) {
            var of = affected.path("package");
            for (var component : components) {
                if (component.ecosystem().equals(of.path("ecosystem").asText())
                        && component.isNamed(of.path("name").asText())
                        && isAffected(component.version(), affected)) {
                    add(advisory, component);
                }
            }
        }
    }

    private static boolean isAffected(String version, JsonNode affected) {
        for (var exact : affected.path("versions")) {
            if (compare(version, exact.asText()) == 0) {
                return true;
            }
        }
        for (var range : affected.path("ranges")) {
            if (!range.path("type").asText().equals("GIT") && isIn(version, range.path("events"))) {
                return true;
            }
        }
        return false;
    }

    /** Walks the events in the order of their versions: the last one at or below the version decides. */
    private static boolean isIn(String version, JsonNode events) {
        var isIn = false;
        var sorted = new ArrayList<Map.Entry<String, String>>();
        for (var event : events) {
            for (var field : event.properties()) {
                sorted.add(Map.entry(field.getKey(), field.getValue().asText()));
            }
        }
        sorted.sort((one, other) -> compare(one.getValue(), other.getValue()));
        for (var event : sorted) {
            var order = event.getValue().equals("0") ? 1 : compare(version, event.getValue());
            switch (event.getKey()) {
                case "introduced" -> isIn |= order >= 0;
                case "fixed", "limit" -> isIn &= order < 0;
                case "last_affected" -> isIn &= order <= 0;
                default -> throw new IllegalArgumentException("an advisory has the unknown event " + event.getKey());
            }
        }
        return isIn;
    }

    private static int compare(String one, String other) {
        return new ComparableVersion(one).compareTo(new ComparableVersion(other));
    }

    private void add(JsonNode advisory, Component component) {
        var ids = new TreeSet<String>();
        ids.add(advisory.path("id").asText());
        advisory.path("aliases").forEach(alias -> ids.add(alias.asText()));
        var line = component + ": " + String.join(", ", ids) + " "
                + advisory.path("summary").asText();
        for (var exception : exceptions) {
            if (ids.contains(exception.id()) && component.isNamed(exception.name())) {
                used.add(exception);
                if (!exception.until().isBefore(today)) {
                    System.out.println("[advisories] accepted until " + exception.until() + ": " + line + " ("
                            + exception.reason() + ")");
                    return;
                }
                line += " (was accepted until " + exception.until() + ")";
            }
        }
        matches.add(line.strip());
    }

    private boolean report() {
        if (advisories == 0) {
            throw new IllegalArgumentException("there are no advisories");
        }
        var asOf = newest.atZone(ZoneOffset.UTC).toLocalDate();
        if (asOf.isBefore(today.minusDays(OLDEST_DAYS))) {
            throw new IllegalArgumentException("the newest of " + advisories + " advisories is of " + asOf
                    + ", more than " + OLDEST_DAYS + " days before " + today);
        }
        matches.forEach(match -> System.out.println("[advisories] VULNERABLE: " + match));
        exceptions.stream()
                .filter(exception -> !used.contains(exception))
                .forEach(exception ->
                        System.out.println("[advisories] no longer needed: the exception for " + exception.id()));
        var counts = new TreeMap<String, Integer>();
        components.forEach(component -> counts.merge(component.ecosystem(), 1, Integer::sum));
        System.out.println("[advisories] " + counts + " components, " + advisories + " advisories as of " + asOf + ", "
                + matches.size()
                + " matches. Not seen: the Java runtime, container images, Maven's plugins, and code that"
                + " was copied without a note");
        return matches.isEmpty();
    }
}
