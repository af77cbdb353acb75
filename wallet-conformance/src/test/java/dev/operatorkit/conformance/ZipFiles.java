package dev.operatorkit.conformance;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/** Unpacks a bundle, and packs one as the suite or a forger does. */
final class ZipFiles {
    private ZipFiles() {}

    static Map<String, byte[]> files(byte[] bundle) {
        var files = new LinkedHashMap<String, byte[]>();
        try (var zip = new ZipInputStream(new ByteArrayInputStream(bundle))) {
            for (var entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                files.put(entry.getName(), zip.readAllBytes());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return files;
    }

    static byte[] zip(Map<String, byte[]> files) throws IOException {
        var out = new ByteArrayOutputStream();
        try (var zip = new ZipOutputStream(out)) {
            for (var file : files.entrySet()) {
                zip.putNextEntry(entry(file.getKey()));
                zip.write(file.getValue());
            }
        }
        return out.toByteArray();
    }

    static ZipEntry entry(String name) {
        var entry = new ZipEntry(name);
        entry.setTimeLocal(LocalDateTime.of(2026, 1, 1, 0, 0));
        return entry;
    }

    static byte[] joined(byte[] one, byte[] other) {
        var both = Arrays.copyOf(one, one.length + other.length);
        System.arraycopy(other, 0, both, one.length, other.length);
        return both;
    }

    static int directoryOffset(byte[] zip) {
        return ByteBuffer.wrap(zip).order(ByteOrder.LITTLE_ENDIAN).getInt(zip.length - 6);
    }

    /** Returns a zip file whose directory is right when this many bytes are put in front of it. */
    static byte[] shifted(byte[] zip, int by) {
        var copy = ByteBuffer.wrap(zip.clone()).order(ByteOrder.LITTLE_ENDIAN);
        for (var at = directoryOffset(zip); at < zip.length - 22; at += 46 + copy.getShort(at + 28)) {
            copy.putInt(at + 42, copy.getInt(at + 42) + by);
        }
        copy.putInt(zip.length - 6, directoryOffset(zip) + by);
        return copy.array();
    }
}
