package dev.operatorkit.simulator.operator;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Reads several operators from a file: {@code {"operators":[{"id":…, "secretFiles":[…], …}]}} with the fields of
 * {@link OperatorForm}. Secret paths are relative to the file; only {@code id} and {@code secretFiles} are required.
 */
public final class OperatorFile {
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();
    private static final Set<String> OF_THE_FILE = Set.of("operators");
    private static final Set<String> OF_AN_OPERATOR = Set.of("id", "secretFiles");

    private OperatorFile() {}

    /** Reads the operators of a file, or throws an IllegalArgumentException that names the mistake. */
    public static List<Operator> read(Path file) {
        try {
            var tree = JSON.readTree(Files.readAllBytes(file));
            onlyKnown(tree, OF_THE_FILE, Set.of());
            if (tree.path("operators").isEmpty()) {
                throw new IllegalArgumentException("it has no operators; list at least one");
            }
            var folder = Objects.requireNonNull(file.toAbsolutePath().getParent(), "the file has no folder");
            var operators = new ArrayList<Operator>();
            tree.get("operators").forEach(entry -> operators.add(operator(entry, folder)));
            return operators;
        } catch (JacksonException e) {
            throw new IllegalArgumentException(
                    "The operators file " + file + " is not JSON: " + e.getOriginalMessage(), e);
        } catch (IOException e) {
            throw new IllegalArgumentException("The operators file " + file + " cannot be read: " + e.getMessage(), e);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("The operators file " + file + " is invalid: " + e.getMessage(), e);
        }
    }

    private static Operator operator(JsonNode entry, Path folder) {
        onlyKnown(entry, OF_AN_OPERATOR, OperatorForm.NAMES);
        var files = new ArrayList<Path>();
        entry.path("secretFiles").forEach(name -> files.add(folder.resolve(name.asText())));
        if (!entry.path("id").isTextual() || files.isEmpty()) {
            throw new IllegalArgumentException("each operator needs an id and at least one of secretFiles");
        }
        var bare = new Operator(
                entry.get("id").textValue(),
                SecretOption.read(files),
                null,
                Allowlist.OPEN,
                OperatorSettings.DEFAULT,
                SecretFile.read(files.get(0)).secret(),
                files.get(0));
        return OperatorForm.apply(bare, entry);
    }

    /** Rejects unknown names, so that a misspelt setting is not silently ignored. */
    private static void onlyKnown(JsonNode node, Set<String> names, Set<String> more) {
        if (!node.isObject()) {
            throw new IllegalArgumentException("it must be an object with " + names);
        }
        node.fieldNames().forEachRemaining(name -> {
            if (!names.contains(name) && !more.contains(name)) {
                throw new IllegalArgumentException("'" + name + "' is unknown");
            }
        });
    }
}
