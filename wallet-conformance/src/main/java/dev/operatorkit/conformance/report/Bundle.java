package dev.operatorkit.conformance.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.time.LocalDateTime;
import java.util.Base64;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Writes {@code bundle.zip}: the reports, every exchange, the environment, a manifest with the SHA-256 of each file, and the
 * manifest's Ed25519 signature when a key is given. {@link BundleCheck} verifies it.
 */
final class Bundle {
    static final String NAME = "bundle.zip";
    static final String FORMAT = "operatorkit-conformance-bundle/1";
    static final String MANIFEST = "manifest.json";
    static final String SIGNATURE = "manifest.sig";
    static final String ENVIRONMENT = "environment.json";
    private static final List<String> ENVIRONMENT_KEYS = List.of("java", "javaVendor", "system", "architecture");

    /** A date in a zip holds no zone; a fixed one keeps the bundle of one run equal wherever it is written. */
    static final LocalDateTime DATE = LocalDateTime.of(2026, 1, 1, 0, 0);

    /** Holds that date as a zip file writes it. */
    static final int DOS_DATE =
            ((DATE.getYear() - 1980) << 25) | (DATE.getMonthValue() << 21) | (DATE.getDayOfMonth() << 16);

    private Bundle() {}

    static byte[] of(RunReport report, SortedMap<String, byte[]> reports, @Nullable PrivateKey key) throws IOException {
        var files = new TreeMap<>(reports);
        files.put(ENVIRONMENT, environment(report.suite()));
        var manifest = manifest(report, files);
        var out = new ByteArrayOutputStream();
        try (var zip = new ZipOutputStream(out)) {
            add(zip, MANIFEST, manifest);
            if (key != null) {
                add(zip, SIGNATURE, signature(manifest, key));
            }
            for (var file : files.entrySet()) {
                add(zip, file.getKey(), file.getValue());
            }
        }
        return out.toByteArray();
    }

    private static void add(ZipOutputStream zip, String name, byte[] content) throws IOException {
        var entry = new ZipEntry(name);
        entry.setTimeLocal(DATE);
        zip.putNextEntry(entry);
        zip.write(content);
        zip.closeEntry();
    }

    private static byte[] environment(String suite) throws IOException {
        return environment(
                suite,
                List.of(
                        Runtime.version().toString(),
                        System.getProperty("java.vendor", ""),
                        System.getProperty("os.name", "") + " " + System.getProperty("os.version", ""),
                        System.getProperty("os.arch", "")));
    }

    private static byte[] environment(String suite, List<String> values) throws IOException {
        var root = ReportJson.object();
        root.put("suite", suite);
        for (var i = 0; i < values.size(); i++) {
            root.put(ENVIRONMENT_KEYS.get(i), values.get(i));
        }
        return ReportJson.write(root);
    }

    /** Writes a recorded environment again, which does not follow from the run. */
    static byte[] environmentAgain(RunReport report, JsonNode recorded) throws IOException {
        return environment(
                report.suite(),
                ENVIRONMENT_KEYS.stream()
                        .map(key -> recorded.path(key).asText(""))
                        .toList());
    }

    /** Returns the manifest of these files. */
    static byte[] manifest(RunReport report, SortedMap<String, byte[]> files) throws IOException {
        var run = report.run();
        var root = ReportJson.object();
        root.put("format", FORMAT);
        root.put("suite", report.suite());
        root.put(Subject.of(run.plan()).key(), run.wallet());
        root.put("started", run.started().toString());
        root.put("plan", run.plan().toString());
        root.put("planSha256", run.plan().hash());
        root.put("verdict", run.certificate().verdict().name());
        var list = root.putArray("files");
        files.forEach((name, content) -> {
            var file = list.addObject();
            file.put("name", name);
            file.put("bytes", content.length);
            file.put("sha256", Sha256.of(content));
        });
        return ReportJson.write(root);
    }

    private static byte[] signature(byte[] manifest, PrivateKey key) {
        try {
            var signature = Signature.getInstance("Ed25519");
            signature.initSign(key);
            signature.update(manifest);
            return Base64.getEncoder().encode(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("the key cannot sign: " + e.getMessage(), e);
        }
    }
}
