package dev.operatorkit.conformance.report;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Reads a zip file that must be laid out as {@link Bundle} writes it. Programs disagree about anything else: some read from the
 * front, others follow the directory at the end, and a file could show each of them other content. So every byte has to belong to
 * an entry, its place in the directory or the end record, and both descriptions of an entry have to be the same.
 */
final class ZipReader {
    private static final int LOCAL = 0x04034b50;
    private static final int DESCRIPTOR = 0x08074b50;
    private static final int CENTRAL = 0x02014b50;
    private static final int END = 0x06054b50;
    private static final int LOCAL_LENGTH = 30;
    private static final int DESCRIPTOR_LENGTH = 16;
    private static final int CENTRAL_LENGTH = 46;
    private static final int END_LENGTH = 22;
    private static final int VERSION = 20;
    private static final int UTF_8_AND_DESCRIPTOR = 0x808;
    private static final int DEFLATED = 8;

    private final ByteBuffer zip;
    private final long largest;
    private long unpacked;

    private ZipReader(byte[] zip, long largest) {
        this.zip = ByteBuffer.wrap(zip).order(ByteOrder.LITTLE_ENDIAN);
        this.largest = largest;
    }

    /** Signals a malformed zip file. Its message says what is wrong. */
    private static final class Malformed extends Exception {
        private static final long serialVersionUID = 1L;

        Malformed(String what) {
            super(what);
        }
    }

    /** Holds the description of an entry in the directory. */
    private record Entry(String name, int date, int crc, int packed, int size, int offset) {}

    /** Returns the files by name; what is wrong with the zip itself is added to the problems, and the reading ends there. */
    static Map<String, byte[]> read(byte[] zip, long largest, List<String> problems) {
        var files = new LinkedHashMap<String, byte[]>();
        try {
            new ZipReader(zip, largest).read(files);
        } catch (Malformed e) {
            problems.add("The zip file is not one that the suite wrote: " + e.getMessage() + ".");
        } catch (IndexOutOfBoundsException e) {
            problems.add("The zip file is not one that the suite wrote: it is cut off.");
        }
        return files;
    }

    private void read(Map<String, byte[]> files) throws Malformed {
        var position = 0;
        var directory = directory();
        for (var entry : directory) {
            require(entry.offset() == position, entry.name() + " is not where the entry before it ends");
            var content = content(entry);
            position += LOCAL_LENGTH + entry.name().length() + entry.packed() + DESCRIPTOR_LENGTH;
            require(files.put(entry.name(), content) == null, "it holds " + entry.name() + " twice");
        }
        require(position == directoryOffset(), "there are bytes before its directory that belong to no entry");
    }

    private int directoryOffset() {
        return zip.getInt(zip.capacity() - END_LENGTH + 16);
    }

    private List<Entry> directory() throws Malformed {
        var end = zip.capacity() - END_LENGTH;
        require(end >= 0 && zip.getInt(end) == END, "it does not end with its directory");
        var count = zip.getShort(end + 10);
        require(
                zip.getInt(end + 4) == 0 && zip.getShort(end + 8) == count && zip.getShort(end + 20) == 0,
                "it has several parts or a comment");
        var at = directoryOffset();
        require(at >= 0 && at + (long) zip.getInt(end + 12) == end, "its directory is not where it says");
        var entries = new ArrayList<Entry>();
        for (var i = 0; i < count; i++) {
            require(zip.getInt(at) == CENTRAL, "its directory lists fewer entries than it says");
            var length = zip.getShort(at + 28);
            var name = text(at + CENTRAL_LENGTH, length);
            require(
                    zip.getShort(at + 4) == VERSION && isPlain(at + 6),
                    "the directory describes " + name + " in an unusual way");
            require(
                    zip.getShort(at + 30) == 0 && zip.getShort(at + 32) == 0 && zip.getShort(at + 34) == 0,
                    name + " has extra fields or a comment");
            require(
                    zip.getShort(at + 36) == 0 && zip.getInt(at + 38) == 0,
                    name + " has attributes, as links and folders have");
            entries.add(new Entry(
                    name,
                    zip.getInt(at + 12),
                    zip.getInt(at + 16),
                    zip.getInt(at + 20),
                    zip.getInt(at + 24),
                    zip.getInt(at + 42)));
            at += CENTRAL_LENGTH + length;
        }
        require(at == end, "there are bytes after its directory");
        return entries;
    }

    /** Returns whether version, flags and method are those that {@link java.util.zip.ZipOutputStream} writes. */
    private boolean isPlain(int at) {
        return zip.getShort(at) == VERSION
                && zip.getShort(at + 2) == UTF_8_AND_DESCRIPTOR
                && zip.getShort(at + 4) == DEFLATED;
    }

    private byte[] content(Entry entry) throws Malformed {
        var at = entry.offset();
        var name = entry.name();
        var data = at + LOCAL_LENGTH + name.length();
        require(
                zip.getInt(at) == LOCAL
                        && isPlain(at + 4)
                        && zip.getInt(at + 10) == entry.date()
                        && zip.getInt(at + 14) == 0
                        && zip.getInt(at + 18) == 0
                        && zip.getInt(at + 22) == 0
                        && zip.getShort(at + 26) == name.length()
                        && zip.getShort(at + 28) == 0
                        && text(at + LOCAL_LENGTH, name.length()).equals(name),
                name + " is described in two ways");
        require(entry.date() == Bundle.DOS_DATE, name + " has another date than the entries of a bundle");
        require(entry.packed() >= 0 && entry.size() >= 0, name + " is too large");
        unpacked += entry.size();
        require(unpacked <= largest, "it unpacks to more than " + (largest >> 20) + " MiB");
        var content = inflate(data, entry);
        var crc = new CRC32();
        crc.update(content);
        require((int) crc.getValue() == entry.crc(), name + " has another checksum than the directory says");
        var descriptor = data + entry.packed();
        require(
                zip.getInt(descriptor) == DESCRIPTOR
                        && zip.getInt(descriptor + 4) == entry.crc()
                        && zip.getInt(descriptor + 8) == entry.packed()
                        && zip.getInt(descriptor + 12) == entry.size(),
                name + " is described in two ways");
        return content;
    }

    /** Unpacks exactly what the directory announces, so that a small file cannot fill the memory. */
    private byte[] inflate(int data, Entry entry) throws Malformed {
        var content = new byte[entry.size()];
        var inflater = new Inflater(true);
        try {
            inflater.setInput(zip.slice(data, entry.packed()));
            var length = 0;
            while (length < content.length && !inflater.finished()) {
                var more = inflater.inflate(content, length, content.length - length);
                require(more > 0 || inflater.finished(), entry.name() + " is shorter than the directory says");
                length += more;
            }
            require(
                    length == content.length && inflater.inflate(new byte[1]) == 0 && inflater.finished(),
                    entry.name() + " has another length than the directory says");
            require(inflater.getRemaining() == 0, entry.name() + " is followed by bytes that belong to no entry");
            return content;
        } catch (DataFormatException e) {
            throw new Malformed(entry.name() + " cannot be unpacked");
        } finally {
            inflater.end();
        }
    }

    private String text(int at, int length) throws Malformed {
        require(length >= 0 && at >= 0 && at + (long) length <= zip.capacity(), "it is cut off");
        return new String(zip.array(), at, length, StandardCharsets.US_ASCII);
    }

    private static void require(boolean holds, String otherwise) throws Malformed {
        if (!holds) {
            throw new Malformed(otherwise);
        }
    }
}
