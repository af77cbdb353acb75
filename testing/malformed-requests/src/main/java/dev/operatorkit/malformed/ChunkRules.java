package dev.operatorkit.malformed;

import static dev.operatorkit.malformed.Rule.body;
import static dev.operatorkit.malformed.Rule.pick;

import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/** Makes chunks malformed: their sizes, their ends, extensions and trailers (RFC 9112, 7.1). */
final class ChunkRules {
    private static final Set<Integer> BAD = Set.of(400);
    private static final Set<Integer> BAD_OR_TOO_LARGE = Set.of(400, 413);
    private static final String END = "0\r\n\r\n";

    private ChunkRules() {}

    static final List<Rule> ALL = List.of(
            body(
                    "a chunk size that is not a number",
                    BAD,
                    (message, random) ->
                            message.chunks(size(message, random) + "\r\n" + message.body() + "\r\n" + END)),
            body(
                    "a last chunk size that is not a number",
                    BAD,
                    (message, random) -> message.chunks(chunk(message.body())
                            + pick(random, "+0", "-0", "0x0", " 0", "0 ", "0_0", "", "\t0", "0;", "0\u000b", "o")
                            + "\r\n\r\n")),
            body(
                    "a chunk size that wraps around",
                    BAD_OR_TOO_LARGE,
                    (message, random) -> message.chunks(pick(
                                    random,
                                    "80000000",
                                    "100000000",
                                    "ffffffff00000001",
                                    "10000000000000000",
                                    "1" + "0".repeat(40))
                            + "\r\n" + message.body() + "\r\n" + END)),
            body(
                    "a chunk size without an end",
                    BAD,
                    (message, random) -> message.chunks(pick(random, "0", "1", "f")
                                    .repeat(random.nextInt(300, 3000)) + "\r\n" + message.body() + "\r\n" + END)),
            body(
                    "another end of a size",
                    BAD,
                    (message, random) -> message.chunks(Integer.toHexString(
                                    message.body().length()) + pick(random, "\n", "\r", "\r\r\n", "\n\r", "\r \n")
                            + message.body() + "\r\n" + END)),
            body(
                    "another end of a chunk",
                    BAD,
                    (message, random) -> message.chunks(Integer.toHexString(
                                    message.body().length()) + "\r\n" + message.body()
                            + pick(random, "xx", "\n\n", "\r\r", "\n\r", "  ", "", "\n", "\r", "\r\n\r\n", "0\r\n")
                            + END)),
            body(
                    "a chunk longer than its size",
                    BAD,
                    (message, random) ->
                            message.chunks(Integer.toHexString(message.body().length() - random.nextInt(1, 4)) + "\r\n"
                                    + message.body() + "\r\n" + END)),
            body(
                    "a chunk shorter than its size",
                    BAD,
                    (message, random) ->
                            message.chunks(Integer.toHexString(message.body().length() + random.nextInt(1, 3)) + "\r\n"
                                    + message.body() + "\r\n" + END)),
            body(
                    "a chunk extension",
                    BAD,
                    (message, random) ->
                            message.chunks(Integer.toHexString(message.body().length())
                                    + pick(
                                            random,
                                            ";a",
                                            ";a=b",
                                            ";a=\"b\"",
                                            " ;a",
                                            ";",
                                            ";;",
                                            ";a=\"",
                                            ";a=\0",
                                            ";" + "a".repeat(2000))
                                    + "\r\n" + message.body() + "\r\n" + END)),
            body(
                    "a trailer",
                    BAD,
                    (message, random) -> message.chunks(chunk(message.body()) + "0\r\n"
                            + pick(
                                    random,
                                    "X-Odd: a",
                                    "Content-Length: 0",
                                    "X-Svc-Signature: " + message.signature(),
                                    "odd",
                                    " ",
                                    "a")
                            + "\r\n\r\n")),
            body(
                    "another end of the last chunk",
                    BAD,
                    (message, random) -> message.chunks(
                            chunk(message.body()) + "0" + pick(random, "\n\n", "\r\r", "\r\nxx", "\r\n\n", "\r\n"))),
            body("chunks in place of nothing", BAD, (message, random) -> message.chunks(message.body())));

    private static String chunk(String body) {
        return Integer.toHexString(body.length()) + "\r\n" + body + "\r\n";
    }

    private static String size(Message message, RandomGenerator random) {
        var size = Integer.toHexString(message.body().length());
        return pick(
                random,
                "+" + size,
                "-" + size,
                "0x" + size,
                "0X" + size,
                size + "h",
                size + "_0",
                " " + size,
                "\t" + size,
                size + " ",
                size + "\t",
                "\u000b" + size,
                size + ".",
                size + ",",
                "g",
                "",
                "\u00b2",
                "\"" + size + "\"");
    }
}
