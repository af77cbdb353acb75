package dev.operatorkit.conformance.report;

import com.fasterxml.jackson.databind.JsonNode;
import dev.operatorkit.conformance.suite.Plan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PublicKey;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Verifies a bundle: its attestation is signed, the SHA-256 of each file is the one in the attestation, and no file was added or
 * removed. Only a given key proves who signed; the one in the bundle proves that nothing was changed since.
 */
public final class BundleCheck {
    private final List<String> problems = new ArrayList<>();
    private final Map<String, String> facts = new LinkedHashMap<>();
    private SortedMap<String, byte[]> files = new TreeMap<>();
    private String keyId = "";

    private BundleCheck() {}

    /** Verifies the bundle in this file with the given key, or with the key in the bundle when it is null. */
    public static BundleCheck of(Path file, @Nullable PublicKey pinned) throws IOException {
        if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
            throw new IOException(file + " is not a file that can be read. Name the bundle.zip of a report.");
        }
        var check = new BundleCheck();
        try {
            check.run(file, pinned);
        } catch (IOException e) {
            check.problems.add("The bundle is not a zip file that can be read: "
                    + Objects.requireNonNullElse(e.getMessage(), e.toString()) + ".");
        } catch (IllegalArgumentException e) {
            check.problems.add(String.valueOf(e.getMessage()));
        }
        return check;
    }

    private void run(Path file, @Nullable PublicKey pinned) throws IOException {
        files = Bundle.read(file);
        var key = pinned == null
                ? SigningKey.publicKey(new String(require(Bundle.PUBLIC_KEY), StandardCharsets.ISO_8859_1))
                : pinned;
        var statement = Attestation.verify(require(Attestation.NAME), key);
        keyId = SigningKey.idOf(key);
        describe(statement.path("predicate"));
        compare(Attestation.subjects(statement));
        if (problems.isEmpty() && !Bundle.hasOnly(files, file)) {
            problems.add(
                    "The zip file is not the one that the suite wrote: it was packed again, or has bytes besides its"
                            + " files.");
        }
    }

    private byte[] require(String name) {
        var content = files.get(name);
        if (content == null) {
            throw new IllegalArgumentException("There is no " + name + " in the bundle.");
        }
        return content;
    }

    private void describe(JsonNode predicate) {
        for (var name : List.of("suite", "wallet", "operator", "started", "verdict")) {
            if (predicate.has(name)) {
                facts.put(name, predicate.path(name).asText());
            }
        }
        predicate
                .path("description")
                .properties()
                .forEach(text -> facts.put(text.getKey(), text.getValue().asText()));
        facts.put("plan", predicate.path("configuration").path(0).path("name").asText());
    }

    private void compare(SortedMap<String, String> subjects) {
        var rest = new TreeMap<>(files);
        rest.remove(Attestation.NAME);
        subjects.forEach((name, digest) -> {
            var content = rest.remove(name);
            if (content == null) {
                problems.add(name + " was removed: the attestation lists it.");
            } else if (!Plan.sha256(content).equals(digest)) {
                problems.add(name + " was changed: its SHA-256 is not the one in the attestation.");
            }
        });
        rest.keySet().forEach(name -> problems.add(name + " was added: the attestation does not list it."));
    }

    /** Returns one sentence for each thing that was changed; empty when nothing was. */
    public List<String> problems() {
        return List.copyOf(problems);
    }

    /** Returns true when nothing was changed. */
    public boolean isVerified() {
        return problems.isEmpty();
    }

    /** Returns what the attestation says about the run, for people. */
    public Map<String, String> facts() {
        return Collections.unmodifiableMap(facts);
    }

    /** Returns the id of the key that signed the attestation; empty when none of those that were tried did. */
    public String keyId() {
        return keyId;
    }
}
