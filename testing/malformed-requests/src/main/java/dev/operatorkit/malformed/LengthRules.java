package dev.operatorkit.malformed;

import static dev.operatorkit.malformed.Rule.body;
import static dev.operatorkit.malformed.Rule.head;
import static dev.operatorkit.malformed.Rule.pick;

import dev.operatorkit.malformed.MalformedRequest.End;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;

/** Makes the length of a body malformed, ambiguous or wrong (RFC 9112, 6). */
final class LengthRules {
    private static final Set<Integer> BAD = Set.of(400);
    private static final Set<Integer> BAD_OR_UNKNOWN_CODING = Set.of(400, 501);
    private static final int OK = 200;
    private static final int UNAUTHORIZED = 401;

    private LengthRules() {}

    static final List<Rule> ALL = List.of(
            head("a length that is not a number", BAD, (message, random) -> {
                var length = String.valueOf(message.body().length());
                message.framing("Content-Length: "
                        + pick(
                                random,
                                "+" + length,
                                "-" + length,
                                "-0",
                                "0x" + length,
                                length + "e0",
                                length + ".0",
                                length.charAt(0) + "_" + length,
                                length + ";",
                                "\"" + length + "\"",
                                "",
                                "abc",
                                "1 1",
                                "\u00b2",
                                "\u000b" + length,
                                length + "\u000b",
                                length + "\f",
                                "\u00a0" + length,
                                "\ufeff"));
            }),
            head(
                    "a length beyond 63 bits",
                    BAD,
                    (message, random) -> message.framing("Content-Length: "
                            + pick(
                                    random,
                                    "9223372036854775808",
                                    "18446744073709551621",
                                    "1" + "0".repeat(random.nextInt(19, 400))))),
            head("two lengths", BAD, (message, random) -> {
                var length = message.body().length();
                var other = random.nextInt(3) * length;
                message.framing("Content-Length: " + length, "content-length: " + other);
            }),
            head("a list of lengths", BAD, (message, random) -> {
                var length = message.body().length();
                message.framing("Content-Length: " + length + pick(random, ",", ", ") + random.nextInt(3) * length);
            }),
            head("a length and chunks", BAD, (message, random) -> {
                var length = "Content-Length: "
                        + pick(random, String.valueOf(message.body().length()), "0", "3");
                var coding = "Transfer-Encoding: " + pick(random, "chunked", "Chunked", "identity", "gzip, chunked");
                message.framing(random.nextBoolean() ? new String[] {length, coding} : new String[] {coding, length});
                message.body("0\r\n\r\n");
            }),
            head("an unknown coding", BAD_OR_UNKNOWN_CODING, (message, random) -> {
                message.framing("Transfer-Encoding: "
                        + pick(
                                random,
                                "xchunked",
                                "chunkedx",
                                "\"chunked\"",
                                "chunked;q=1",
                                "gzip, chunked",
                                "gzip",
                                "identity",
                                "chunked, chunked",
                                "chunked, identity",
                                "chunked, gzip",
                                ",chunked",
                                "chunked,",
                                "",
                                ",",
                                "\u000bchunked",
                                "chunked\u000b",
                                "\u00a0chunked",
                                "c\u0125unked",
                                "chunked chunked"));
                message.body("0\r\n\r\n");
            }),
            head("two codings", BAD_OR_UNKNOWN_CODING, (message, random) -> {
                message.framing(
                        "Transfer-Encoding: chunked", "transfer-encoding: " + pick(random, "chunked", "identity", ""));
                message.body("0\r\n\r\n");
            }),
            head("chunks in HTTP/1.0", BAD, (message, random) -> {
                message.line(message.draft().method() + " " + message.target() + " HTTP/1.0");
                message.chunks("0\r\n\r\n");
            }),
            body(
                    "a length that is far too large",
                    Set.of(413),
                    (message, random) -> message.framing("Content-Length: 1" + "0".repeat(random.nextInt(8, 17)))),
            new Rule("a length that is too small", LengthRules::makeTooSmall),
            new Rule("a request as the body of a refused one", LengthRules::makeUnread),
            new Rule("a request as the body that is announced by Expect", LengthRules::makeExpected));

    /** Ends the body before its last bytes, which begin an invalid request line. */
    private static MalformedRequest makeTooSmall(String rule, Target target, RandomGenerator random) {
        var draft = target.write(random);
        var end = random.nextInt(1, draft.body().length);
        var text = draft.text();
        var message = Message.signed(target, draft.withText(text.substring(0, end)));
        var request = Rule.request(rule, message, target.contentStatuses(), End.CLOSED);
        var rest = text.substring(end).getBytes(StandardCharsets.UTF_8);
        var bytes = Arrays.copyOf(request.bytes(), request.bytes().length + rest.length);
        System.arraycopy(rest, 0, bytes, request.bytes().length, rest.length);
        return new MalformedRequest(
                rule, false, bytes, List.of(target.contentStatuses(), BAD_OR_UNKNOWN_CODING), End.CLOSED);
    }

    /** Sends a request that would be served by itself where no route reads it. */
    private static MalformedRequest makeUnread(String rule, Target target, RandomGenerator random) {
        var inner = Message.signed(target, target.write(random)).toBytes();
        var method = pick(random, "GET", "POST", "PUT", "DELETE", "OPTIONS", "FOO");
        var draft =
                new Draft(method, target.read(random).path() + pick(random, "", "/none"), null, "text/plain", inner);
        var allowed = new TreeSet<>(target.routeStatuses());
        allowed.addAll(target.contentStatuses());
        allowReading(target, allowed);
        return Rule.request(rule, Rule.sign(target, draft, random, allowed), allowed, End.OPEN);
    }

    private static MalformedRequest makeExpected(String rule, Target target, RandomGenerator random) {
        var inner = Message.signed(target, target.write(random)).toBytes();
        var draft = new Draft(pick(random, "GET", "POST"), target.read(random).path(), null, "text/plain", inner);
        var message = Message.unsigned(target, draft);
        message.add("Expect: 100-continue");
        var allowed = new TreeSet<>(target.routeStatuses());
        allowed.add(UNAUTHORIZED);
        allowReading(target, allowed);
        return Rule.request(rule, message, allowed, End.CLOSED);
    }

    /** Allows 200 where a server verifies no signature: it need not look at the body of a request that reads. */
    private static void allowReading(Target target, Set<Integer> allowed) {
        if (!target.isSigned()) {
            allowed.add(OK);
        }
    }
}
