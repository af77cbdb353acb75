package dev.operatorkit.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** Compares docs/spring-boot.md with the metadata from which IDEs complete the properties. */
class PropertiesPageTest {
    private static final Pattern ROW =
            Pattern.compile("(?m)^\\| `((?:operatorkit|management\\.health)\\.[a-z.-]+)` \\|");

    @Test
    void the_page_lists_every_property_and_each_has_a_description() throws IOException {
        var properties = metadata();

        assertThat(properties)
                .hasSizeGreaterThan(15)
                .allSatisfy(property -> assertThat(property.path("description").asText())
                        .as("description of %s", property.path("name").asText())
                        .isNotBlank());
        assertThat(properties)
                .extracting(property -> property.path("name").asText())
                .containsExactlyInAnyOrderElementsOf(listed());
    }

    private static List<JsonNode> metadata() throws IOException {
        try (var file = PropertiesPageTest.class.getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
            return StreamSupport.stream(
                            new ObjectMapper().readTree(file).path("properties").spliterator(), false)
                    .toList();
        }
    }

    private static List<String> listed() throws IOException {
        return ROW.matcher(Files.readString(Path.of("../docs/spring-boot.md")))
                .results()
                .map(row -> row.group(1))
                .toList();
    }
}
