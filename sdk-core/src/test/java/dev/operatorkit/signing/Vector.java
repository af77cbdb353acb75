package dev.operatorkit.signing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/** Holds one file of {@code docs/vectors}, generated with openssl. */
record Vector(String name, List<String> lines) {
    private static final Path FOLDER = Path.of("..", "docs", "vectors");

    static Stream<Vector> accepted() {
        return in("accepted");
    }

    static Stream<Vector> rejected() {
        return in("rejected");
    }

    private static Stream<Vector> in(String folder) {
        try (var files = Files.list(FOLDER.resolve(folder))) {
            return files.sorted().map(Vector::read).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Vector read(Path file) {
        try {
            return new Vector(file.getFileName().toString(), Files.readAllLines(file, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<String> all(String field) {
        var start = field + ": ";
        return lines.stream()
                .filter(line -> line.startsWith(start))
                .map(line -> line.substring(start.length()))
                .toList();
    }

    String one(String field) {
        return all(field).get(0);
    }

    SecretKeys keys() {
        return all("key-hex").stream()
                .map(hex -> SecretKeys.of(HexFormat.of().parseHex(hex)))
                .reduce(SecretKeys::withPrevious)
                .orElseThrow();
    }

    Clock clock() {
        return Clock.fixed(Instant.ofEpochMilli(Long.parseLong(one("now"))), ZoneOffset.UTC);
    }

    byte[] body() {
        try {
            return all("body").isEmpty() ? new byte[0] : Files.readAllBytes(FOLDER.resolve(one("body")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    ReceivedRequest request() {
        var query = all("query").isEmpty() ? null : one("query");
        return received(
                one("method") + " " + one("path") + (query == null ? "" : "?" + query),
                all("timestamp"),
                all("signature"),
                body());
    }

    /** Returns a request with this request line, without its version. */
    static ReceivedRequest received(String line, List<String> timestamps, List<String> signatures, byte[] body) {
        var parts = line.split(" ", 2);
        return ReceivedRequest.of(
                parts[0], parts[1], name -> name.equals(Signer.TIMESTAMP_HEADER) ? timestamps : signatures, body);
    }

    @Override
    public String toString() {
        return name;
    }
}
