package dev.operatorkit.conformance.report;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.Signature;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Verifies a bundle: its structure, the hash of each file, the signature, and that the reports follow from each other. The
 * hashes show an accident or a careless edit. A signature by a key that you know shows everything else.
 *
 * @param problems one sentence for each thing that is wrong; empty when nothing is
 * @param facts what the bundle says, for people
 * @param fingerprint the SHA-256 of the manifest, which covers every file
 */
public record BundleCheck(List<String> problems, Map<String, String> facts, String fingerprint) {
    private static final long LARGEST = 64L << 20;
    static final long LARGEST_UNPACKED = 128L << 20;
    private static final int SIGNATURE_LENGTH = 64;
    private static final ObjectMapper STRICT = JsonMapper.builder()
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    /** Verifies the bundle in this file; a signature is required when a key is given. */
    public static BundleCheck of(Path file, @Nullable PublicKey key) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IOException(file + " is not a file. Name the bundle.zip of a report.");
        }
        if (Files.size(file) > LARGEST) {
            throw new IOException(file + " is larger than " + (LARGEST >> 20) + " MiB, which no bundle is.");
        }
        var problems = new ArrayList<String>();
        var facts = new TreeMap<String, String>();
        var files = ZipReader.read(Files.readAllBytes(file), LARGEST_UNPACKED, problems);
        var manifest = files.get(Bundle.MANIFEST);
        if (manifest == null) {
            problems.add("There is no " + Bundle.MANIFEST + ".");
            return new BundleCheck(problems, facts, "");
        }
        var listed = parse(Bundle.MANIFEST, manifest, problems);
        if (!listed.path("format").asText().equals(Bundle.FORMAT)) {
            problems.add("The format is \"" + listed.path("format").asText() + "\", and this version verifies "
                    + Bundle.FORMAT + ".");
            return new BundleCheck(problems, facts, Sha256.of(manifest));
        }
        compare(listed, files, problems);
        facts.put("signature", signature(manifest, files.get(Bundle.SIGNATURE), key, problems));
        var results = files.get(ResultsFile.NAME);
        if (results == null) {
            problems.add("There is no " + ResultsFile.NAME + ".");
        } else {
            var root = parse(ResultsFile.NAME, results, problems);
            for (var name : List.of("suite", "wallet", "started", "verdict")) {
                facts.put(name, root.path(name).asText());
                if (!listed.path(name).equals(root.path(name))) {
                    problems.add("The manifest says " + name + " " + listed.path(name) + ", the results say "
                            + root.path(name) + ".");
                }
            }
            facts.put("plan", listed.path("plan").asText());
            plan(listed, root.path("plan"), problems);
            new ResultsCheck(root, files, problems).run();
            html(files, Sha256.of(results), problems);
        }
        return new BundleCheck(List.copyOf(problems), facts, Sha256.of(manifest));
    }

    /** The manifest names the plan for people, the results for programs. */
    private static void plan(JsonNode manifest, JsonNode plan, List<String> problems) {
        var named = plan.path("name").asText() + " " + plan.path("version").asText();
        if (!manifest.path("plan").asText().equals(named)
                || !manifest.path("planSha256").equals(plan.path("sha256"))) {
            problems.add("The manifest says plan " + manifest.path("plan") + " with SHA-256 "
                    + manifest.path("planSha256") + ", the results say " + named + " with SHA-256 "
                    + plan.path("sha256") + ".");
        }
    }

    static JsonNode parse(String name, byte[] content, List<String> problems) {
        try {
            return STRICT.readTree(content);
        } catch (IOException e) {
            problems.add(name + " is not valid JSON: "
                    + String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
            return STRICT.createObjectNode();
        }
    }

    private static void compare(JsonNode manifest, Map<String, byte[]> files, List<String> problems) {
        var rest = new TreeMap<>(files);
        rest.remove(Bundle.MANIFEST);
        rest.remove(Bundle.SIGNATURE);
        for (var entry : manifest.path("files")) {
            var name = entry.path("name").asText();
            var content = rest.remove(name);
            if (content == null) {
                problems.add("The manifest lists " + name + ", and the bundle does not hold it.");
            } else if (content.length != entry.path("bytes").asLong(-1)) {
                problems.add(
                        name + " has " + content.length + " bytes, and the manifest says " + entry.path("bytes") + ".");
            } else if (!Sha256.of(content).equals(entry.path("sha256").asText())) {
                problems.add(name + " was changed: its SHA-256 is not the one in the manifest.");
            }
        }
        rest.keySet().forEach(name -> problems.add(name + " is in the bundle, and the manifest does not list it."));
    }

    private static String signature(
            byte[] manifest, byte @Nullable [] signature, @Nullable PublicKey key, List<String> problems) {
        if (key == null) {
            if (signature != null && !isSignature(signature)) {
                problems.add(Bundle.SIGNATURE + " is not an Ed25519 signature.");
            }
            return signature == null
                    ? "none: anyone could have written this bundle"
                    : "not checked: give the tester's key with --public-key";
        }
        if (signature == null) {
            problems.add("The bundle is not signed, and --public-key was given.");
            return "none";
        }
        try {
            var check = Signature.getInstance("Ed25519");
            check.initVerify(key);
            check.update(manifest);
            if (check.verify(Base64.getDecoder().decode(signature))) {
                return "valid for the given key";
            }
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            // Not a signature at all, which is reported like a wrong one.
        }
        problems.add("The signature was not made with the given key over this manifest.");
        return "wrong";
    }

    private static boolean isSignature(byte[] text) {
        try {
            return Base64.getDecoder().decode(text).length == SIGNATURE_LENGTH;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static void html(Map<String, byte[]> files, String hash, List<String> problems) {
        var html = files.get(HtmlReport.NAME);
        if (html == null) {
            problems.add("There is no " + HtmlReport.NAME + ".");
        } else if (!new String(html, StandardCharsets.UTF_8).contains(hash)) {
            problems.add(HtmlReport.NAME + " was not made from this " + ResultsFile.NAME + ".");
        }
    }
}
