package dev.operatorkit.http.guard;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * Makes requests malformed by one rule of {@code malformed-requests.txt}.
 *
 * @param statuses the statuses that are allowed, for each of the responses in order
 * @param name a few words
 * @param part the part of the request that is malformed
 * @param forms what stands there; one of them is used
 */
record MalformedRequest(List<Set<Integer>> statuses, String name, Part part, List<String> forms) {
    private static final int ALL_HEADERS = 17 * 1024;
    private static final int MORE_THAN_A_LINE = 33 * 1024;

    /** Lists the parts of a request. */
    enum Part {
        BEFORE,
        LINE,
        TARGET,
        FIRST,
        HOST,
        HEADER,
        FRAMING,
        END,
        CHUNKS,
        CUT
    }

    /** Reads the table. */
    static List<MalformedRequest> all() throws IOException {
        try (var in = MalformedRequest.class.getResourceAsStream("malformed-requests.txt")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(MalformedRequest::parse)
                    .toList();
        }
    }

    private static MalformedRequest parse(String line) {
        var columns = line.split(" \\| ", 4);
        var statuses = Arrays.stream(columns[0].split("\\+", -1))
                .map(each -> Arrays.stream(each.split(",", -1))
                        .map(Integer::valueOf)
                        .collect(Collectors.toUnmodifiableSet()))
                .toList();
        var forms = Arrays.stream(columns[3].split(" \\|\\| ", -1))
                .map(String::translateEscapes)
                .toList();
        return new MalformedRequest(statuses, columns[1], Part.valueOf(columns[2].toUpperCase(Locale.ROOT)), forms);
    }

    /** Returns true if nothing follows the request: the sender ends its output. */
    boolean isCut() {
        return part == Part.CUT;
    }

    /** Makes a request of a form, with random contents. */
    String make(String form, RandomGenerator random) {
        var body = "{\"number\":" + random.nextInt(1000, 1_000_000) + ",\"text\":\"any\"}";
        var isPost = part == Part.FRAMING || part == Part.CHUNKS || isCut() || random.nextBoolean();
        var method = isPost ? "POST" : "GET";
        var target = isPost ? "/read" : "/read?any=" + random.nextInt(100);
        var text = fill(form, random, method, target, body);
        if (isCut()) {
            var whole = "POST /read HTTP/1.1\r\nHost: h\r\n" + text;
            return whole.substring(0, random.nextInt(1, whole.length()));
        }
        var line = switch (part) {
            case LINE -> text;
            case TARGET -> method + " " + text + " HTTP/1.1";
            default -> method + " " + target + " HTTP/1.1";
        };
        var host = part != Part.HOST ? "Host: h\r\n" : form.equals("-") ? "" : text + "\r\n";
        var framing = switch (part) {
            case FRAMING -> text + "\r\n";
            case CHUNKS -> "Transfer-Encoding: chunked\r\n";
            default -> isPost ? "Content-Length: " + body.length() + "\r\n" : "";
        };
        return (part == Part.BEFORE ? text : "")
                + line + "\r\n"
                + (part == Part.FIRST ? text + "\r\n" : "")
                + host
                + (part == Part.HEADER ? text + "\r\n" : "")
                + framing
                + (part == Part.END ? text : "\r\n")
                + (part == Part.CHUNKS ? text : isPost ? body : "");
    }

    private static String fill(String form, RandomGenerator random, String method, String target, String body) {
        var size = Integer.toHexString(body.length());
        var text = form.replace("CHUNK", size + "\r\n" + body + "\r\n")
                .replace("LAST", "0\r\n\r\n")
                .replace("SIZE", size)
                .replace("BODY", body)
                .replace("LENGTH", String.valueOf(body.length()))
                .replace("TARGET", target)
                .replace("METHOD", method);
        text = replace(text, "33K", () -> "a".repeat(MORE_THAN_A_LINE));
        text = replace(text, "17K", () -> "a".repeat(ALL_HEADERS));
        text = replace(text, "MANY", () -> "X:b\r\n".repeat(ALL_HEADERS / 4) + "X: c");
        text = replace(text, "ZEROS", () -> "0".repeat(random.nextInt(100, 400)));
        text = replace(text, "CONTROL", () -> String.valueOf((char) random.nextInt(0, 9)));
        return replace(text, "NOISE", () -> noise(random));
    }

    private static String replace(String text, String word, Supplier<String> value) {
        return text.contains(word) ? text.replace(word, value.get()) : text;
    }

    private static String noise(RandomGenerator random) {
        var noise = new StringBuilder();
        for (var i = random.nextInt(1, 200); i > 0; i--) {
            noise.append((char) random.nextInt(256));
        }
        return noise.toString();
    }
}
