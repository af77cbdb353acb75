package dev.operatorkit.conformance.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.operatorkit.conformance.SuiteResult;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.time.LocalDateTime;
import java.util.Base64;
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

    /** A date in a zip holds no zone; a fixed one keeps the bundle of one run equal wherever it is written. */
    static final LocalDateTime DATE = LocalDateTime.of(2026, 1, 1, 0, 0);

    /** The same date as a zip file writes it. */
    static final int DOS_DATE =
            ((DATE.getYear() - 1980) << 25) | (DATE.getMonthValue() << 21) | (DATE.getDayOfMonth() << 16);

    private static final ObjectMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private Bundle() {}

    static byte[] of(SuiteResult outcome, TokenMask mask, SortedMap<String, byte[]> reports, @Nullable PrivateKey key)
            throws IOException {
        var files = new TreeMap<>(reports);
        for (var result : outcome.results()) {
            files.put(ExchangeFile.name(result.testCase().id()), ExchangeFile.content(result, mask));
        }
        files.put(ENVIRONMENT, environment());
        var manifest = manifest(outcome, files);
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

    private static byte[] environment() throws IOException {
        var root = JSON.createObjectNode();
        root.put("suite", SuiteVersion.SUITE);
        root.put("java", Runtime.version().toString());
        root.put("javaVendor", System.getProperty("java.vendor", ""));
        root.put("system", System.getProperty("os.name", "") + " " + System.getProperty("os.version", ""));
        root.put("architecture", System.getProperty("os.arch", ""));
        return JSON.writeValueAsBytes(root);
    }

    private static byte[] manifest(SuiteResult outcome, SortedMap<String, byte[]> files) throws IOException {
        var root = JSON.createObjectNode();
        root.put("format", FORMAT);
        root.put("suite", SuiteVersion.SUITE);
        root.put("wallet", outcome.wallet());
        root.put("started", outcome.started().toString());
        root.put("plan", outcome.plan().toString());
        root.put("planSha256", outcome.plan().hash());
        root.put("verdict", outcome.certificate().verdict().name());
        var list = root.putArray("files");
        files.forEach((name, content) -> {
            var file = list.addObject();
            file.put("name", name);
            file.put("bytes", content.length);
            file.put("sha256", Sha256.of(content));
        });
        return JSON.writeValueAsBytes(root);
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
