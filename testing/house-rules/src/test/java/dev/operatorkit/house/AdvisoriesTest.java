package dev.operatorkit.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the comparison of a release with known vulnerabilities, on planted ones. */
class AdvisoriesTest {
    @TempDir
    Path folder;

    private Path shipped = Path.of("");
    private Path advisories = Path.of("");
    private Path exceptions = Path.of("");

    @BeforeEach
    void make_a_release() throws IOException {
        shipped = Files.createDirectories(folder.resolve("shipped"));
        advisories = Files.createDirectories(folder.resolve("advisories"));
        exceptions = Files.writeString(folder.resolve("exceptions.tsv"), "");
        Files.writeString(shipped.resolve("sdk-cyclonedx.json"), """
            {"components":[{"group":"org.one","name":"one","version":"1.9"},{"group":"org.webjars.npm","name":"page","version":"2.0.0"},
              {"group":"org.two","name":"two","version":"2.0.Final"},{"group":"org.safe","name":"safe","version":"3.0"},
              {"group":"dev.operatorkit","name":"sdk-core","version":"1.0"}]}
            """);
        writeZip(shipped.resolve("three-3.1.jar"), Map.of("x/Y.class", ""));
        writeZip(
                shipped.resolve("all.jar"),
                Map.of(
                        "META-INF/maven/org.packed/packed/pom.properties",
                        "groupId=org.packed\nartifactId=packed\nversion=1.0-rc1\n"));
        for (var part : List.of(ObjectMapper.class, JsonFactory.class, JsonCreator.class)) {
            var jar = Path.of(
                    part.getProtectionDomain().getCodeSource().getLocation().getPath());
            Files.createSymbolicLink(
                    Files.createDirectories(folder.resolve("lib")).resolve(Tree.name(jar)), jar);
        }
    }

    private static void writeZip(Path file, Map<String, String> entries) throws IOException {
        try (var out = new ZipOutputStream(Files.newOutputStream(file))) {
            for (var entry : entries.entrySet()) {
                out.putNextEntry(new ZipEntry(entry.getKey()));
                out.write(entry.getValue().getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    private static String advisory(String id, String more, String ecosystem, String name, String events) {
        return """
            {"id":"%s","modified":"2026-11-20T00:00:00Z",%s"aliases":["CVE-%s"],
             "affected":[{"package":{"ecosystem":"%s","name":"%s"},"ranges":[{"type":"ECOSYSTEM","events":[%s]}]}]}
            """.formatted(id, more, id, ecosystem, name, events);
    }

    private ShellCommand check(String today) throws Exception {
        var environment = new HashMap<String, String>();
        environment.put("TODAY", today);
        environment.put("EXCEPTIONS", exceptions.toString());
        environment.put("CHECK_LIBRARIES", folder.resolve("lib").toString());
        return ShellCommand.run(
                Tree.ROOT,
                environment,
                Tree.ROOT.resolve(".ci/check-advisories").toString(),
                shipped.toString(),
                advisories.toString());
    }

    @Test
    void what_is_vulnerable_in_a_release_is_found_whatever_names_it_and_nothing_else() throws Exception {
        var entries = new HashMap<String, String>();
        entries.put(
                "a.json", advisory("A-1", "", "Maven", "org.one:one", "{\"introduced\":\"0\"},{\"fixed\":\"1.10\"}"));
        entries.put(
                "b.json",
                advisory("A-2", "", "Maven", "org.two:two", "{\"introduced\":\"2.0\"},{\"last_affected\":\"2\"}"));
        entries.put("c.json", advisory("A-3", "", "npm", "page", "{\"introduced\":\"2.0.0\"}"));
        entries.put(
                "d.json",
                advisory("A-4", "", "Maven", "org.packed:packed", "{\"introduced\":\"0\"},{\"fixed\":\"1.0\"}"));
        entries.put("e.json", advisory("A-5", "", "Maven", "any.group:three", "{\"introduced\":\"3\"}"));
        entries.put(
                "f.json",
                advisory(
                        "N-1",
                        "\"withdrawn\":\"2026-01-01T00:00:00Z\",",
                        "Maven",
                        "org.one:one",
                        "{\"introduced\":\"0\"}"));
        entries.put(
                "g.json", advisory("N-2", "", "Maven", "org.safe:safe", "{\"introduced\":\"0\"},{\"fixed\":\"3.0\"}"));
        entries.put("h.json", advisory("N-3", "", "PyPI", "org.safe:safe", "{\"introduced\":\"0\"}"));
        writeZip(advisories.resolve("all.zip"), entries);
        Files.writeString(
                advisories.resolve("more.json"), advisory("W-1", "", "Maven", "org.one:one", "{\"introduced\":\"1\"}"));
        Files.writeString(
                advisories.resolve("late.json"), advisory("W-2", "", "Maven", "org.one:one", "{\"introduced\":\"1\"}"));
        Files.writeString(
                exceptions,
                "CVE-W-1\torg.one:one\t2026-12-01\tthe part is not used\n"
                        + "W-2\torg.one:one\t2026-11-22\tthe part is not used\n");
        var check = check("2026-11-23");
        assertThat(check.exit()).as(check.output()).isEqualTo(1);
        assertThat(check.output().lines().filter(line -> line.contains("VULNERABLE")))
                .map(line -> line.replaceFirst("^.*: (\\S+, \\S+).*$", "$1"))
                .containsExactlyInAnyOrder(
                        "A-1, CVE-A-1", "A-2, CVE-A-2", "A-3, CVE-A-3", "A-4, CVE-A-4", "A-5, CVE-A-5", "CVE-W-2, W-2");
        assertThat(check.output())
                .contains("accepted until 2026-12-01: Maven org.one:one 1.9: CVE-W-1, W-1")
                .contains("(was accepted until 2026-11-22)")
                .contains("10 advisories as of 2026-11-20, 6 matches. Not seen: ");
    }

    @Test
    void without_advisories_of_the_last_month_nothing_is_said_to_be_checked() throws Exception {
        Files.writeString(
                advisories.resolve("a.json"), advisory("A-1", "", "Maven", "org.none:none", "{\"introduced\":\"0\"}"));
        if (Boolean.getBoolean("tests.long")) { // starts Java a second time
            var old = check("2026-12-21");
            assertThat(old.exit()).isEqualTo(1);
            assertThat(old.output())
                    .contains("NOT CHECKED: the newest of 1 advisories is of 2026-11-20, more than 30 days before"
                            + " 2026-12-21");
        }
        Files.delete(advisories.resolve("a.json"));
        Files.delete(advisories);
        var missing = check("2026-11-23");
        assertThat(missing.exit()).isEqualTo(1);
        assertThat(missing.output()).contains("NOT CHECKED: there is no folder " + advisories);
    }
}
