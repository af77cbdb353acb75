package dev.operatorkit.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that a program ships no jar that it does not use, transitive dependencies included. */
class JarUsageTest {
    /** Jars that no class of the program reaches, each with the reason why it is shipped. */
    private static final Map<String, Map<String, String>> EXCEPTIONS = Map.of(
            "provider-simulator",
            Map.of(
                    "htmx.org", "contains a script for the browser and no class",
                    "helidon-common-security", "required by Helidon's module descriptors"),
            "reference-wallet",
            Map.of(
                    "h2", "a driver that JDBC finds by the URL of the database",
                    "postgresql", "a driver, as above",
                    "helidon-common-security", "as above"));

    @ParameterizedTest
    @ValueSource(strings = {"provider-simulator", "reference-wallet"})
    void a_program_uses_every_jar_that_it_ships(String program) {
        var unused = JarUsage.unusedJars(jar(program)).stream()
                .map(jar -> jar.replaceFirst("-\\d.*", ""))
                .toList();
        assertThat(unused)
                .containsExactlyInAnyOrderElementsOf(
                        EXCEPTIONS.getOrDefault(program, Map.of()).keySet());
    }

    @Test
    void an_unused_jar_is_detected() {
        var used = jarOf(JsonProperty.class);
        var unused = jarOf(Assertions.class);
        assertThat(JarUsage.unusedJars(jarOf(ObjectMapper.class), List.of(used, unused)))
                .containsExactly(Tree.name(unused));
    }

    private static Path jarOf(Class<?> type) {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().getPath());
    }

    private static Path jar(String program) {
        return Modules.built(Modules.folder(program).resolve("target")).resolve(program + ".jar");
    }
}
