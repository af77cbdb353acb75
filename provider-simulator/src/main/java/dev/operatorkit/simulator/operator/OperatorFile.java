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
 * Several operators in one file: {@code {"operators":[{"id":…, "secretFiles":[…], …}]}}, and what else {@link OperatorForm}
 * knows. Paths of secrets are relative to the file; all but {@code id} and {@code secretFiles} may be left out.
 */
public final class OperatorFile {
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();
    private static final Set<String> OF_THE_FILE = Set.of("operators");
    private static final Set<String> OF_AN_OPERATOR = Set.of("id", "secretFiles");

    private OperatorFile() {}

    /** The operators of that file; IllegalArgumentException says what is wrong with it. */
    public static List<Operator> read(Path file) {
        try {
            var tree = JSON.readTree(Files.readAllBytes(file));
            onlyKnown(tree, OF_THE_FILE, Set.of());
            if (tree.path("operators").isEmpty()) {
                throw new IllegalArgumentException("it lists no operators");
            }
            var folder = Objects.requireNonNull(file.toAbsolutePath().getParent(), "a file lies in a folder");
            var operators = new ArrayList<Operator>();
            tree.get("operators").forEach(entry -> operators.add(operator(entry, folder)));
            return operators;
        } catch (JacksonException e) {
            throw new IllegalArgumentException("the operators file " + file + ": " + e.getOriginalMessage(), e);
        } catch (IOException e) {
            throw new IllegalArgumentException("the operators file " + file + " cannot be read: " + e.getMessage(), e);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("the operators file " + file + ": " + e.getMessage(), e);
        }
    }

    private static Operator operator(JsonNode entry, Path folder) {
        onlyKnown(entry, OF_AN_OPERATOR, OperatorForm.NAMES);
        var files = new ArrayList<Path>();
        entry.path("secretFiles").forEach(name -> files.add(folder.resolve(name.asText())));
        if (!entry.path("id").isTextual() || files.isEmpty()) {
            throw new IllegalArgumentException("an operator needs an id and at least one of secretFiles");
        }
        var bare = Operator.of(entry.get("id").textValue(), SecretOption.read(files), null)
                .withSecret(SecretOption.readSecret(files.get(0)));
        return OperatorForm.apply(bare, entry);
    }

    /** A name that is mistyped would be a setting that is silently not set. */
    private static void onlyKnown(JsonNode node, Set<String> names, Set<String> more) {
        if (!node.isObject()) {
            throw new IllegalArgumentException("it must be an object with " + names);
        }
        node.fieldNames().forEachRemaining(name -> {
            if (!names.contains(name) && !more.contains(name)) {
                throw new IllegalArgumentException("'" + name + "' is not known");
            }
        });
    }
}
