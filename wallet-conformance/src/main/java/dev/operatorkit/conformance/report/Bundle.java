package dev.operatorkit.conformance.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/** Writes and reads {@code bundle.zip}: the reports, every exchange, the environment, the public key and the attestation. */
final class Bundle {
    static final String NAME = "bundle.zip";
    static final String ENVIRONMENT = "environment.json";
    static final String PUBLIC_KEY = "public-key.pem";

    private static final int MAX_BYTES = 128 << 20;
    private static final int MAX_FILES = 5_000;
    private static final Pattern FILE = Pattern.compile("(exchanges/)?[A-Za-z0-9][A-Za-z0-9._-]*");

    /** A date in a zip holds no zone; a fixed one keeps the bundle of one run equal wherever it is written. */
    private static final LocalDateTime DATE = LocalDateTime.of(2026, 1, 1, 0, 0);

    private Bundle() {}

    /** Describes the machine that the suite runs on. */
    static JsonNode environment() {
        var root = ReportJson.object();
        root.put("suite", ResultsFile.SUITE);
        root.put("java", Runtime.version().toString());
        root.put("javaVendor", System.getProperty("java.vendor", ""));
        root.put("system", System.getProperty("os.name", "") + " " + System.getProperty("os.version", ""));
        root.put("architecture", System.getProperty("os.arch", ""));
        return root;
    }

    /** Returns a bundle of these files with an attestation that this key signs. */
    static byte[] of(JsonNode results, SortedMap<String, byte[]> files, SigningKey key) throws IOException {
        var all = new TreeMap<>(files);
        all.put(PUBLIC_KEY, key.publicPem());
        all.put(Attestation.NAME, Attestation.of(results, Collections.unmodifiableSortedMap(new TreeMap<>(all)), key));
        return zip(all);
    }

    /** Returns the only zip file with these files: stored, since compressed bytes differ between versions of Java. */
    static byte[] zip(SortedMap<String, byte[]> files) throws IOException {
        var out = new ByteArrayOutputStream();
        try (var zip = new ZipOutputStream(out)) {
            for (var file : files.entrySet()) {
                var entry = new ZipEntry(file.getKey());
                entry.setTimeLocal(DATE);
                entry.setMethod(ZipEntry.STORED);
                entry.setSize(file.getValue().length);
                var sum = new CRC32();
                sum.update(file.getValue());
                entry.setCrc(sum.getValue());
                zip.putNextEntry(entry);
                zip.write(file.getValue());
                zip.closeEntry();
            }
        }
        return out.toByteArray();
    }

    /**
     * Returns whether a zip file has exactly these files and not a byte more. Programs find the files of a zip file in different ways, so
     * one with two directories, two names of a file or bytes that no directory lists shows different files to different readers.
     */
    static boolean hasOnly(SortedMap<String, byte[]> files, Path bundle) throws IOException {
        var expected = zip(files);
        return Files.size(bundle) == expected.length && Arrays.equals(Files.readAllBytes(bundle), expected);
    }

    /** Reads the files that the directory of the zip file lists; refuses one that the suite would not have written. */
    static SortedMap<String, byte[]> read(Path bundle) throws IOException {
        var files = new TreeMap<String, byte[]>();
        var left = MAX_BYTES;
        try (var zip = new ZipFile(bundle.toFile())) {
            if (zip.size() > MAX_FILES) {
                throw new IllegalArgumentException("The bundle has more than " + MAX_FILES + " files.");
            }
            for (var entry : Collections.list(zip.entries())) {
                var name = entry.getName();
                if (!FILE.matcher(name).matches() || files.containsKey(name)) {
                    throw new IllegalArgumentException("The bundle has a file with the name \"" + name + "\""
                            + (files.containsKey(name) ? " twice." : ", which the suite does not write."));
                }
                try (var in = zip.getInputStream(entry)) {
                    var content = in.readNBytes(left + 1);
                    left -= content.length;
                    if (left < 0) {
                        throw new IllegalArgumentException(
                                "The bundle unpacks to more than " + (MAX_BYTES >> 20) + " MiB.");
                    }
                    files.put(name, content);
                }
            }
        }
        return files;
    }
}
