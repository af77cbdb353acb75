package dev.operatorkit.simulator.launch;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes a country database in the MMDB format, version 2.0, that knows one IPv4 range: a search tree of 24-bit records. */
final class TinyMmdb {
    private static final byte[] MARK = {
        (byte) 0xab, (byte) 0xcd, (byte) 0xef, 'M', 'a', 'x', 'M', 'i', 'n', 'd', '.', 'c', 'o', 'm'
    };
    private static final int STRING = 2;
    private static final int UINT16 = 5;
    private static final int UINT32 = 6;
    private static final int MAP = 7;
    private static final int LIST = 11;
    private static final int SEPARATOR = 16;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    private TinyMmdb() {}

    /** Returns a database that maps each address whose first {@code bits} are those of {@code network} to {@code country}. */
    static byte[] of(int network, int bits, String country) {
        var file = new TinyMmdb();
        for (var node = 0; node < bits; node++) {
            var onward = node == bits - 1 ? bits + SEPARATOR : node + 1;
            var bit = (network >>> (31 - node)) & 1;
            file.record(bit == 0 ? onward : bits);
            file.record(bit == 1 ? onward : bits);
        }
        file.bytes.writeBytes(new byte[SEPARATOR]);
        file.value(Map.of("country", Map.of("iso_code", country)));
        file.bytes.writeBytes(MARK);
        file.value(metadata(bits));
        return file.bytes.toByteArray();
    }

    private static Map<String, Object> metadata(int nodes) {
        var metadata = new LinkedHashMap<String, Object>();
        metadata.put("node_count", (long) nodes);
        metadata.put("record_size", 24);
        metadata.put("ip_version", 4);
        metadata.put("database_type", "Tiny-Country");
        metadata.put("languages", List.of("en"));
        metadata.put("binary_format_major_version", 2);
        metadata.put("binary_format_minor_version", 0);
        metadata.put("build_epoch", 1_700_000_000L);
        metadata.put("description", Map.of("en", "one range"));
        return metadata;
    }

    private void record(int pointer) {
        number(pointer, 3);
    }

    private void value(Object value) {
        switch (value) {
            case String text -> {
                control(STRING, text.length());
                bytes.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
            }
            case Integer number -> {
                control(UINT16, 2);
                number(number, 2);
            }
            case Long number -> {
                control(UINT32, 4);
                number(number, 4);
            }
            case Map<?, ?> map -> {
                control(MAP, map.size());
                map.forEach((name, content) -> {
                    value(name);
                    value(content);
                });
            }
            case List<?> list -> {
                control(LIST, list.size());
                list.forEach(this::value);
            }
            default -> throw new IllegalArgumentException("no such value: " + value);
        }
    }

    private void control(int type, int size) {
        if (type > MAP) {
            bytes.write(size);
            bytes.write(type - MAP);
        } else {
            bytes.write((type << 5) | size);
        }
    }

    private void number(long number, int length) {
        for (var i = length - 1; i >= 0; i--) {
            bytes.write((int) (number >>> (8 * i)));
        }
    }
}
