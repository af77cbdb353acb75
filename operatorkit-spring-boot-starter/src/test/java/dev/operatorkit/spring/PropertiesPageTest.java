package dev.operatorkit.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.core.io.ClassPathResource;

/** Compares docs/spring-boot.md with the metadata from which IDEs complete the properties. */
class PropertiesPageTest {
    private static final Pattern ROW =
            Pattern.compile("(?m)^\\| `((?:operatorkit|management\\.health)\\.[a-z.-]+)` \\|");

    @Test
    void the_page_lists_every_property_and_each_has_a_description() throws IOException {
        var descriptions = descriptions();

        assertThat(descriptions)
                .hasSizeGreaterThan(15)
                .allSatisfy((name, description) ->
                        assertThat(description).as("description of %s", name).isNotBlank());
        assertThat(descriptions.keySet()).containsExactlyInAnyOrderElementsOf(listed());
    }

    private static Map<String, String> descriptions() throws IOException {
        var json = new ClassPathResource("META-INF/spring-configuration-metadata.json")
                .getContentAsString(StandardCharsets.UTF_8);
        var metadata = JsonParserFactory.getJsonParser().parseMap(json);
        var descriptions = new TreeMap<String, String>();
        for (var property : (List<?>) metadata.getOrDefault("properties", List.of())) {
            var fields = (Map<?, ?>) property;
            descriptions.put(String.valueOf(fields.get("name")), Objects.toString(fields.get("description"), ""));
        }
        return descriptions;
    }

    private static List<String> listed() throws IOException {
        return ROW.matcher(Files.readString(Path.of("../docs/spring-boot.md")))
                .results()
                .map(row -> row.group(1))
                .toList();
    }
}
