package dev.operatorkit.reference.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SchemaValidatorsConfig;
import com.networknt.schema.SpecVersion.VersionFlag;
import dev.operatorkit.reference.http.ExactRoutes.Route;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.yaml.snakeyaml.Yaml;

/** Checks real exchanges against an OpenAPI document, and records which of its responses were seen. */
public final class OpenApiDocument {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final SchemaValidatorsConfig STRICT =
            SchemaValidatorsConfig.builder().formatAssertionsEnabled(true).build();

    private final JsonNode root;
    private final Set<String> seen = new TreeSet<>();

    private OpenApiDocument(JsonNode root) {
        this.root = root;
    }

    static OpenApiDocument of(String file) throws IOException {
        try (var yaml = Files.newBufferedReader(Path.of("../docs/openapi").resolve(file))) {
            // Jackson's YAML parser does not resolve aliases.
            return new OpenApiDocument(JSON.valueToTree(new Yaml().load(yaml)));
        }
    }

    /** Returns every operation of a document as a route, with {@code {…}} for a segment. */
    public static List<Route> routes(String file) throws IOException {
        var routes = new ArrayList<Route>();
        of(file).root
                .path("paths")
                .properties()
                .forEach(path -> path.getValue()
                        .fieldNames()
                        .forEachRemaining(
                                method -> routes.add(new Route(method.toUpperCase(Locale.ROOT), path.getKey()))));
        return routes;
    }

    /** Returns every response in the document, as {@code POST /debit 409}. */
    Set<String> documented() {
        var documented = new TreeSet<String>();
        root.path("paths")
                .properties()
                .forEach(path -> path.getValue()
                        .properties()
                        .forEach(operation -> operation
                                .getValue()
                                .path("responses")
                                .fieldNames()
                                .forEachRemaining(
                                        status -> documented.add(name(operation.getKey(), path.getKey(), status)))));
        return documented;
    }

    /** Returns the responses that no test has seen yet. */
    Set<String> unseen() {
        var unseen = documented();
        unseen.removeAll(seen);
        return unseen;
    }

    /**
     * Checks status, headers and body of a response, and the request body when it was accepted. Requests with another method on the path
     * belong to each of its operations.
     */
    void check(String method, String path, String sent, HttpResponse<String> answer) throws IOException {
        var status = Integer.toString(answer.statusCode());
        var template = template(path);
        var name = name(method, template, status);
        var operation = operation(method, template);
        var response = resolve(operation.path("responses").path(status));
        assertThat(response.isObject())
                .as("%s is documented (the body was %s)", name, answer.body())
                .isTrue();
        assertThat(missing(resolve(response).path("headers"), answer)).as(name).isEmpty();
        assertThat(bodyViolations(response, answer.body()))
                .as("%s: %s", name, answer.body())
                .isEmpty();
        if (answer.statusCode() == 200 && !sent.isEmpty()) {
            assertThat(bodyViolations(operation.path("requestBody"), sent))
                    .as("%s was sent %s", name, sent)
                    .isEmpty();
        }
        seen.add(name);
    }

    /** Returns true when the document allows a request body. */
    boolean allowsBody(String method, String path, String body) throws IOException {
        return bodyViolations(operation(method, template(path)).path("requestBody"), body)
                .isEmpty();
    }

    /** Returns the responses without one of these headers. */
    Set<String> documentedWithout(List<String> headers) {
        var without = documented();
        without.removeIf(name -> {
            var parts = name.split(" ", -1);
            var response =
                    resolve(operation(parts[0], parts[1]).path("responses").path(parts[2]));
            return headers.stream().allMatch(header -> response.path("headers").has(header));
        });
        return without;
    }

    private JsonNode operation(String method, String template) {
        return root.path("paths").path(template).path(method.toLowerCase(Locale.ROOT));
    }

    private static String name(String method, String path, String status) {
        return method.toUpperCase(Locale.ROOT) + " " + path + " " + status;
    }

    /** Returns the matching path of the document; one without variables takes precedence. */
    private String template(String path) {
        var fitting = new ArrayList<String>();
        root.path("paths").fieldNames().forEachRemaining(template -> {
            if (path.matches(template.replaceAll("\\{[^}]+}", "[^/]+"))) {
                fitting.add(template);
            }
        });
        assertThat(fitting).as("what the document has for %s", path).isNotEmpty();
        return fitting.contains(path) ? path : fitting.get(0);
    }

    private List<String> missing(JsonNode headers, HttpResponse<String> answer) {
        var missing = new ArrayList<String>();
        headers.properties().forEach(header -> {
            var value = answer.headers().firstValue(header.getKey());
            var constant = resolve(header.getValue()).path("schema").path("const");
            if (value.isEmpty() || (constant.isTextual() && !constant.asText().equals(value.get()))) {
                missing.add(header.getKey());
            }
        });
        return missing;
    }

    /** Checks that a body is present exactly when the document has one. */
    private List<String> bodyViolations(JsonNode message, String body) throws JsonProcessingException {
        var schema = message.at("/content/application~1json/schema");
        if (schema.isMissingNode()) {
            return body.isEmpty() ? List.of() : List.of("no body is documented");
        }
        return violations(schema, JSON.readTree(body));
    }

    private List<String> violations(JsonNode schema, JsonNode value) {
        var whole = (ObjectNode) schema.deepCopy();
        whole.set("components", root.path("components"));
        return JsonSchemaFactory.getInstance(VersionFlag.V202012).getSchema(whole, STRICT).validate(value).stream()
                .map(Object::toString)
                .toList();
    }

    private JsonNode resolve(JsonNode node) {
        var reference = node.path("$ref");
        return reference.isTextual() ? root.at(reference.asText().substring(1)) : node;
    }
}
