package dev.operatorkit.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares the public API with {@code docs/api}, which lists every public type of the packages that a {@code module-info}
 * exports to everybody. {@code mvn -q -pl testing/house-rules test -Dtest=PublicApiTest -Dapi=accept} accepts a change, which
 * then is part of the commit.
 */
class PublicApiTest {
    @ParameterizedTest
    @MethodSource("dev.operatorkit.house.PublicApi#modules")
    void the_public_api_matches_its_listing(String module) throws IOException {
        var now = PublicApi.of(module);
        var listing = agreed(module);
        assertThat(now).as("%s is not compiled", module).isNotEmpty();
        if ("accept".equals(System.getProperty("api"))) {
            Files.createDirectories(Tree.ROOT.resolve("docs/api"));
            Files.writeString(listing, now);
        }

        assertThat(now)
                .as("the public API of %s changed; PublicApiTest says how to accept it", module)
                .isEqualTo(Tree.read(listing));
    }

    @Test
    void every_module_that_exports_a_package_has_a_listing_and_no_other_does() throws IOException {
        try (var listings = Files.list(Tree.ROOT.resolve("docs/api"))) {
            assertThat(listings.map(Tree::name))
                    .containsExactlyInAnyOrderElementsOf(PublicApi.modules().stream()
                            .map(module -> module + ".txt")
                            .toList());
        }
    }

    @Test
    void the_simulator_exports_one_package() {
        assertThat(PublicApi.packages("provider-simulator")).containsExactly("dev.operatorkit.simulator");
    }

    @Test
    void a_removed_method_is_detected() {
        var api = PublicApi.of("sdk-core");

        assertThat(api.lines()).anyMatch(line -> line.contains("dev.operatorkit.signing.Signer"));
        assertThat(api).doesNotContain("dev.operatorkit.json.Json");
        assertThat(api.replaceFirst("\n {4}public .*", "")).isNotEqualTo(api);
    }

    private static Path agreed(String module) {
        return Tree.ROOT.resolve("docs/api").resolve(module + ".txt");
    }
}
