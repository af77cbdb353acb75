package dev.operatorkit.malformed;

import static dev.operatorkit.malformed.Rule.head;
import static dev.operatorkit.malformed.Rule.pick;

import java.util.List;
import java.util.Set;

/** Makes the header lines of a request malformed, and the header {@code Host} (RFC 9112, 3.2 and 5). */
final class HeaderRules {
    private static final Set<Integer> BAD = Set.of(400);
    private static final Set<Integer> TOO_LARGE = Set.of(431);
    private static final int MORE_THAN_ALL = 17 * 1024;

    private HeaderRules() {}

    static final List<Rule> ALL = List.of(
            head(
                    "a blank before the colon",
                    BAD,
                    (message, random) ->
                            message.add(pick(random, "X-Odd", "Content-Length", "Transfer-Encoding", "Host")
                                    + pick(random, " ", "\t", "\u000b") + ": 0")),
            head(
                    "a blank before the first header",
                    BAD,
                    (message, random) -> message.addFirst(pick(random, " ", "\t") + "X-Odd: a")),
            head(
                    "a folded header",
                    BAD,
                    (message, random) -> message.add("X-Odd: a\r\n" + pick(random, " ", "\t", " \t ")
                            + pick(random, "b", "Content-Length: 0", ""))),
            head(
                    "a folded signature",
                    BAD,
                    (message, random) ->
                            message.add("X-Svc-Signature:\r\n" + pick(random, " ", "\t") + message.signature())),
            head(
                    "a header without a colon",
                    BAD,
                    (message, random) -> message.add(pick(random, "X-Odd", "a", "\"\"", "="))),
            head("a header without a name", BAD, (message, random) -> message.add(pick(random, ": a", ":", "::"))),
            head(
                    "a name that is not a token",
                    BAD,
                    (message, random) -> message.add(RequestLineRules.insert(
                                    "X-Odd",
                                    0,
                                    pick(random, " ", "(", ")", "\u00fc", "\0", "\u007f", "\"", "{", "/"),
                                    random)
                            + ": a")),
            head(
                    "a control character in a value",
                    BAD,
                    (message, random) -> message.add("X-Odd: a" + pick(random, 0, 31, '\t', '\n', '\r') + "b")),
            head("a delete character in a value", BAD, (message, random) -> message.add("X-Odd: a\u007fb")),
            head(
                    "a CR or LF in a value",
                    BAD,
                    (message, random) -> message.add(
                            "X-Odd: a" + pick(random, "\r", "\n", "\n\r", "\r\r") + pick(random, "b", "X: y", ""))),
            head(
                    "another end of the head",
                    BAD,
                    (message, random) -> message.endOfHead(pick(random, "\n", "\r\r", "\n\n", "\n\r\n", "\r\r\n"))),
            head(
                    "a header that is too long",
                    TOO_LARGE,
                    (message, random) -> message.add(
                            pick(random, "X-Odd: ", "Cookie: ", "X-Svc-Signature: ") + "a".repeat(MORE_THAN_ALL))),
            head(
                    "a name that is too long",
                    TOO_LARGE,
                    (message, random) -> message.add("X".repeat(MORE_THAN_ALL) + ": a")),
            head("too many headers", TOO_LARGE, (message, random) -> {
                for (var i = 0; i < MORE_THAN_ALL / 4; i++) {
                    message.add(pick(random, 'a', 'z') + ":b");
                }
            }),
            head("no host", BAD, (message, random) -> message.remove("Host")),
            head("an empty host", BAD, (message, random) -> message.set("Host", pick(random, "", " ", "\t"))),
            head(
                    "two hosts",
                    BAD,
                    (message, random) -> message.add("host: " + pick(random, "evil.example", "127.0.0.1"))),
            head(
                    "an invalid host",
                    BAD,
                    (message, random) -> message.set(
                            "Host",
                            pick(
                                    random, "a, b", "a b", "a/b", "a@b", "a#b", "[::1", "%zz", "a%", "\u00e9", "a:-1",
                                    "a:x", "a:80b", "a\\b", "<a>", "a:1:2", "[::1]x"))));
}
