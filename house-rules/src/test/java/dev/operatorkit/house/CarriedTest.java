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

/** A program carries no jar that it does not use, whoever of its libraries asked for it. */
class CarriedTest {
    /** What no class of the program leads to, and why it is there all the same. */
    private static final Map<String, Map<String, String>> UNNAMED = Map.of(
            "provider-simulator",
            Map.of(
                    "htmx.org", "a script for the browser: there is no class in it",
                    "helidon-common-security", "whoever runs Helidon as modules cannot start it without"),
            "reference-wallet",
            Map.of(
                    "h2", "a driver: the JDK finds it by the address of the database",
                    "postgresql", "another",
                    "helidon-common-security", "as above"));

    @ParameterizedTest
    @ValueSource(strings = {"provider-simulator", "reference-wallet"})
    void a_program_uses_every_jar_that_it_carries(String program) {
        var unused = Carried.inVain(jar(program)).stream()
                .map(jar -> jar.replaceFirst("-\\d.*", ""))
                .toList();
        assertThat(unused)
                .containsExactlyInAnyOrderElementsOf(
                        UNNAMED.getOrDefault(program, Map.of()).keySet());
    }

    @Test
    void a_jar_that_nothing_uses_is_noticed() {
        var used = jarOf(JsonProperty.class);
        var unused = jarOf(Assertions.class);
        assertThat(Carried.inVain(jarOf(ObjectMapper.class), List.of(used, unused)))
                .containsExactly(Tree.name(unused));
    }

    private static Path jarOf(Class<?> type) {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().getPath());
    }

    private static Path jar(String program) {
        return Modules.built(Tree.ROOT.resolve(program).resolve("target")).resolve(program + ".jar");
    }
}
