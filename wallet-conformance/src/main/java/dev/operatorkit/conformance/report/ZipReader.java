package dev.operatorkit.conformance.report;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** Reads a zip file that must hold nothing but its entries: no comments, no name twice, no bytes before, between or after. */
final class ZipReader {
    private static final int END_LENGTH = 22;
    private static final int CENTRAL_LENGTH = 46;
    private static final int LOCAL = 0x04034b50;
    private static final int CENTRAL = 0x02014b50;
    private static final int END = 0x06054b50;

    private ZipReader() {}

    /** Returns the files by name; what is wrong with the zip itself is added to the problems. */
    static Map<String, byte[]> read(byte[] zip, long largest, List<String> problems) {
        var files = new LinkedHashMap<String, byte[]>();
        var left = largest;
        try (var in = new ZipInputStream(new ByteArrayInputStream(zip))) {
            for (var entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                var content = in.readNBytes((int) Math.min(Integer.MAX_VALUE - 8, left + 1));
                left -= content.length;
                if (left < 0) {
                    throw new IOException("it unpacks to more than " + (largest >> 20) + " MiB");
                }
                if (files.put(entry.getName(), content) != null) {
                    problems.add("The bundle holds " + entry.getName() + " twice.");
                }
                if (hasMore(entry)) {
                    problems.add(entry.getName() + " has extra fields or is a folder, which no bundle has.");
                }
            }
        } catch (IOException e) {
            problems.add("The bundle cannot be read as a zip file: " + e.getMessage() + ".");
        }
        if (!directory(zip).equals(List.copyOf(files.keySet()))) {
            problems.add("The directory at the end of the zip file does not list the files that are in it.");
        }
        return files;
    }

    private static boolean hasMore(ZipEntry entry) {
        return entry.isDirectory()
                || entry.getExtra() != null
                || !entry.getTimeLocal().equals(Bundle.DATE);
    }

    /** Returns the names in the central directory; an empty list when it does not end the file or does not follow the entries. */
    private static List<String> directory(byte[] zip) {
        var end = zip.length - END_LENGTH;
        if (end < 0 || number(zip, end, 4) != END || number(zip, end + 20, 2) != 0 || number(zip, 0, 4) != LOCAL) {
            return List.of();
        }
        var count = (int) number(zip, end + 10, 2);
        var at = number(zip, end + 16, 4);
        var names = new ArrayList<String>();
        for (var i = 0; i < count; i++) {
            if (at < 0 || at + CENTRAL_LENGTH > end || number(zip, (int) at, 4) != CENTRAL) {
                return List.of();
            }
            var length = (int) number(zip, (int) at + 28, 2);
            var more = number(zip, (int) at + 30, 2) + number(zip, (int) at + 32, 2);
            if (more != 0 || at + CENTRAL_LENGTH + length > end) {
                return List.of();
            }
            names.add(new String(zip, (int) at + CENTRAL_LENGTH, length, StandardCharsets.UTF_8));
            at += CENTRAL_LENGTH + length;
        }
        return at == end ? names : List.of();
    }

    private static long number(byte[] bytes, int at, int length) {
        var value = 0L;
        for (var i = length - 1; i >= 0; i--) {
            value = (value << 8) | (bytes[at + i] & 0xff);
        }
        return value;
    }
}
