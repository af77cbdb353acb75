package dev.operatorkit.simulator.console;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Holds one OpenAPI description as the reference page shows it.
 *
 * @param title the title
 * @param paragraphs the introduction
 * @param file the file name for the download
 * @param operations in the order of the description
 */
record OpenApi(String title, List<Text> paragraphs, String file, List<Operation> operations) {
    private static final String FOLDER = "/dev/operatorkit/simulator/openapi/";
    private static final ObjectMapper YAML = new YAMLMapper();

    /** Lists the descriptions of both APIs. */
    static final List<String> FILES = List.of("customer-api.yaml", "wallet-callbacks.yaml");

    /** Holds a paragraph of one line, or a list of items. */
    record Text(boolean isList, List<String> lines) {}

    /** Holds one method on one path. */
    record Operation(
            String id,
            String method,
            String path,
            String summary,
            List<Text> paragraphs,
            List<Field> parameters,
            List<Field> body,
            @Nullable String example,
            List<Answer> answers) {}

    /** Holds a parameter or a field of a body. */
    record Field(String name, String type, boolean required, String about) {}

    /** Holds a status and its meaning. */
    record Answer(String status, String about, List<Field> body) {}

    /** Returns the description file unchanged. */
    static byte[] source(String file) {
        try (var in = OpenApi.class.getResourceAsStream(FOLDER + file)) {
            if (in == null) {
                throw new IllegalStateException("The jar does not contain " + FOLDER + file + ". Build it again.");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static OpenApi read(String file) {
        try {
            var root = YAML.readTree(source(file));
            return new OpenApi(
                    root.at("/info/title").asText(),
                    paragraphs(root.at("/info/description")).stream()
                            // The page says that ids are links.
                            .filter(text -> !text.lines().getFirst().startsWith("The ids in parentheses"))
                            .toList(),
                    file,
                    new Reader(root).operations());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Text> paragraphs(JsonNode text) {
        var texts = new ArrayList<Text>();
        for (var paragraph : text.asText().split("\n\\s*\n", -1)) {
            if (paragraph.startsWith("* ")) {
                texts.add(new Text(
                        true,
                        Stream.of(paragraph.substring(2).split("\n\\* ", -1))
                                .map(OpenApi::joinLines)
                                .toList()));
            } else if (!paragraph.isBlank()) {
                texts.add(new Text(false, List.of(joinLines(paragraph))));
            }
        }
        return List.copyOf(texts);
    }

    private static String joinLines(String text) {
        return text.strip().replaceAll("\\s*\n\\s*", " ");
    }

    /** Reads the description and resolves its references. */
    private record Reader(JsonNode root) {
        List<Operation> operations() {
            var operations = new ArrayList<Operation>();
            for (var path : root.get("paths").properties()) {
                for (var method : path.getValue().properties()) {
                    operations.add(operation(path.getKey(), method.getKey(), method.getValue()));
                }
            }
            return List.copyOf(operations);
        }

        private Operation operation(String path, String method, JsonNode node) {
            var content = node.at("/requestBody/content/application~1json");
            var answers = new ArrayList<Answer>();
            for (var response : node.get("responses").properties()) {
                var answer = follow(response.getValue());
                answers.add(new Answer(
                        response.getKey(),
                        answer.path("description").asText(),
                        fields(answer.at("/content/application~1json/schema"))));
            }
            var parameters = new ArrayList<Field>();
            for (var parameter : node.path("parameters")) {
                var followed = follow(parameter);
                parameters.add(field(
                        followed.get("name").asText(),
                        followed.path("schema"),
                        followed.path("required").asBoolean(),
                        followed.path("description").asText()));
            }
            return new Operation(
                    node.get("operationId").asText(),
                    method.toUpperCase(Locale.ROOT),
                    path,
                    node.path("summary").asText(),
                    paragraphs(node.path("description")),
                    parameters,
                    fields(content.path("schema")),
                    content.has("example") ? content.get("example").toPrettyString() : null,
                    answers);
        }

        private List<Field> fields(JsonNode schema) {
            var fields = new ArrayList<Field>();
            collect(follow(schema), fields);
            return List.copyOf(fields);
        }

        private void collect(JsonNode schema, List<Field> fields) {
            schema.path("allOf").forEach(part -> collect(follow(part), fields));
            var required = new ArrayList<String>();
            schema.path("required").forEach(name -> required.add(name.asText()));
            for (var property : schema.path("properties").properties()) {
                var field = field(property.getKey(), property.getValue(), required.contains(property.getKey()), "");
                // In allOf, a later part refines a field of an earlier one.
                fields.removeIf(earlier -> earlier.name().equals(field.name()));
                fields.add(field);
            }
        }

        private Field field(String name, JsonNode schema, boolean required, String about) {
            var followed = follow(schema);
            var own = schema.path("description")
                    .asText(followed.path("description").asText());
            return new Field(name, type(schema), required, (about + " " + own).strip());
        }

        private String type(JsonNode schema) {
            var followed = follow(schema);
            var type = followed.path("type");
            if (type.isArray()) {
                return type.get(0).asText() + " or null";
            }
            if (type.asText().equals("array")) {
                return "list of " + type(followed.path("items"));
            }
            if (schema.has("$ref") && type.asText().equals("object")) {
                var reference = schema.get("$ref").asText();
                return reference.substring(reference.lastIndexOf('/') + 1);
            }
            return type.asText("object");
        }

        private JsonNode follow(JsonNode node) {
            var reference = node.path("$ref").asText("");
            return reference.isEmpty() ? node : follow(root.at(reference.substring(1)));
        }
    }
}
