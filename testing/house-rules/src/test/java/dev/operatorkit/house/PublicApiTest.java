package dev.operatorkit.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * No change of what operators build upon goes unnoticed: {@code docs/api} has a listing for each SDK module, for the
 * conformance suite, and for the simulator as tests use it.
 * {@code mvn -q -pl testing/house-rules test -Dtest=PublicApiTest -Dapi=accept} accepts a change, which then is part of the commit.
 */
class PublicApiTest {
    static Stream<String> modules() {
        return Stream.of(Modules.SDKS, Modules.CONFORMANCE, Modules.SIMULATOR).flatMap(List::stream);
    }

    @ParameterizedTest
    @MethodSource("modules")
    void is_what_was_agreed(String module) throws IOException {
        var now = module.equals("provider-simulator") ? PublicApi.ofSimulatorAsLibrary() : PublicApi.of(module);
        var listing = agreed(module);
        if ("accept".equals(System.getProperty("api"))) {
            Files.createDirectories(Tree.ROOT.resolve("docs/api"));
            Files.writeString(listing, now);
        }

        assertThat(now)
                .as("the public API of %s changed; PublicApiTest says how to accept it", module)
                .isEqualTo(Tree.read(listing));
    }

    @Test
    void a_removed_method_is_noticed() {
        var api = PublicApi.of("sdk-core");

        assertThat(api.lines()).anyMatch(line -> line.contains("dev.operatorkit.signing.Signer"));
        assertThat(api).doesNotContain("dev.operatorkit.json.Json");
        assertThat(api.replaceFirst("\n {4}public .*", "")).isNotEqualTo(api);
    }

    private static Path agreed(String module) {
        return Tree.ROOT.resolve("docs/api").resolve(module + ".txt");
    }
}
