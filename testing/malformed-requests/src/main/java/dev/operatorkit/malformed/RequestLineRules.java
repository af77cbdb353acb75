package dev.operatorkit.malformed;

import static dev.operatorkit.malformed.Rule.head;
import static dev.operatorkit.malformed.Rule.pick;
import static dev.operatorkit.malformed.Rule.route;

import dev.operatorkit.malformed.MalformedRequest.End;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;

/** Makes the first line of a request malformed: method, target, version, and what separates and ends them (RFC 9112, 3). */
final class RequestLineRules {
    private static final Set<Integer> BAD = Set.of(400);
    private static final Set<Integer> UNKNOWN_METHOD = Set.of(501);
    private static final Set<Integer> UNKNOWN_VERSION = Set.of(505);
    private static final int MORE_THAN_A_LINE = 33 * 1024;

    private RequestLineRules() {}

    static final List<Rule> ALL = List.of(
            head("a method in lower case", UNKNOWN_METHOD, (message, random) -> {
                var draft = message.draft();
                message.line(draft.method().toLowerCase(Locale.ROOT) + " " + message.target() + " HTTP/1.1");
            }),
            head("a method in mixed case", UNKNOWN_METHOD, (message, random) -> {
                var method = message.draft().method();
                message.line(method.charAt(0) + method.substring(1).toLowerCase(Locale.ROOT) + " " + message.target()
                        + " HTTP/1.1");
            }),
            head("a method that is not a token", BAD, (message, random) -> {
                var method = new StringBuilder(message.draft().method());
                method.insert(
                        random.nextInt(method.length() + 1),
                        pick(random, "(", ")", "\"", "@", "{", "\0", "\u00d6", ","));
                message.line(method + " " + message.target() + " HTTP/1.1");
            }),
            head("no method", BAD, (message, random) -> message.line(" " + message.target() + " HTTP/1.1")),
            head(
                    "a method without an end",
                    Set.of(414),
                    (message, random) -> message.line("A".repeat(MORE_THAN_A_LINE))),
            head("another separator", BAD, RequestLineRules::separate),
            head(
                    "a fourth part",
                    BAD,
                    (message, random) -> message.line(message.draft().method() + " " + message.target() + " HTTP/1.1"
                            + pick(random, " ", " HTTP/1.1", " x"))),
            head(
                    "a missing part",
                    BAD,
                    (message, random) -> message.line(pick(
                            random,
                            "",
                            "GET",
                            message.draft().method() + " " + message.target(),
                            message.target() + " HTTP/1.1"))),
            head(
                    "a control character in the target",
                    BAD,
                    (message, random) -> message.target(
                            insert(message.target(), 1, String.valueOf(pick(random, 0, 31, '\n', '\r')), random))),
            head(
                    "a fragment in the target",
                    BAD,
                    (message, random) -> message.target(message.target() + pick(random, "#", "#x", "#/x?a=b"))),
            head(
                    "a target of another host",
                    BAD,
                    (message, random) -> message.target(pick(
                                    random,
                                    "http://evil.example",
                                    "https://evil.example:443",
                                    "http://a@evil.example",
                                    "http://")
                            + message.target())),
            head(
                    "a target of another scheme",
                    BAD,
                    (message, random) -> message.target(pick(random, "ftp://h", "file://", "foo://h", "h:80", "x", "")
                            + message.target().substring(1))),
            head(
                    "a target without an end",
                    Set.of(414),
                    (message, random) -> message.target(message.target() + "a".repeat(MORE_THAN_A_LINE))),
            head(
                    "another version",
                    UNKNOWN_VERSION,
                    (message, random) -> message.line(message.draft().method() + " " + message.target() + " HTTP/"
                            + pick(random, "0.9", "1.2", "1.9", "2.0", "3.0", "9.9", "0.0"))),
            head(
                    "an invalid version",
                    BAD,
                    (message, random) -> message.line(message.draft().method() + " " + message.target() + " "
                            + pick(
                                    random,
                                    "http/1.1",
                                    "Http/1.1",
                                    "HTTPS/1.1",
                                    "HTP/1.1",
                                    "HTTP/1",
                                    "HTTP/1.",
                                    "HTTP/1.10",
                                    "HTTP/1.00",
                                    "HTTP/01.1",
                                    "HTTP/1,1",
                                    "HTTP/-1.1",
                                    "HTTP/+1.1",
                                    "HTTP/1.1;",
                                    "1.1"))),
            head(
                    "the preface of HTTP/2",
                    UNKNOWN_VERSION,
                    (message, random) -> message.prefix("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")),
            head(
                    "another end of the line",
                    BAD,
                    (message, random) -> message.line(message.draft().method() + " " + message.target() + " HTTP/1.1"
                            + pick(random, "\nX: a", "\rX: a", "\r", "\n\r", "\n"))),
            head(
                    "an empty line before",
                    BAD,
                    (message, random) -> message.prefix("\r\n".repeat(random.nextInt(1, 100)))),
            head(
                    "another protocol",
                    BAD,
                    (message, random) -> message.prefix(pick(
                            random,
                            "SSH-2.0-OpenSSH_9.2\r\n",
                            "EHLO evil.example\r\n",
                            "PROXY TCP4 127.0.0.9 127.0.0.1 1 2\r\n",
                            "HTTP/1.1 200 OK\r\n",
                            "\u0016\u0003\u0001\u0002\0\u0001\0\u0001\r\n",
                            "*1\r\n$4\r\nPING\r\n"))),
            head(
                    "random bytes",
                    BAD,
                    (message, random) -> message.prefix(noise(random, random.nextInt(1, 200)) + "\r\n")),
            route(
                    "an unknown method",
                    (draft, random) -> draft.withMethod(pick(
                            random,
                            "FOO",
                            "PATCH",
                            "PUT",
                            "TRACE",
                            "OPTIONS",
                            "PROPFIND",
                            "DELETE",
                            "M-SEARCH",
                            "A!B"))),
            new Rule("HEAD", RequestLineRules::makeHead),
            new Rule("a query with an invalid character", RequestLineRules::makeQuery),
            route(
                    "a path that no route has",
                    (draft, random) -> draft.withPath(draft.path()
                            + pick(random, "/", "x", "//", "/.", ";a=1", "%00", "%0d%0a", "/..", "%2f", "%20"))),
            route("a path with another spelling", (draft, random) -> draft.withPath(spell(draft.path(), random))),
            route(
                    "a path with an invalid character",
                    (draft, random) -> draft.withPath(insert(
                            draft.path(),
                            1,
                            pick(
                                    random, "%", "%2", "%zz", "%u0064", "|", "<", "\"", "\\", "^", "{", "\u00e9",
                                    "\u0080", "%c0%af", "%ff"),
                            random))));

    private static void separate(Message message, RandomGenerator random) {
        var first = pick(random, " ", "  ", "\t", "\u000b", "\f", "\u00a0", "");
        var second = first.equals(" ") ? pick(random, "  ", "\t", "\u000b", "\f", "\u00a0", "") : " ";
        message.line(message.draft().method() + first + message.target() + second + "HTTP/1.1");
    }

    /** Asks for the headers only, which is valid where GET is. */
    private static MalformedRequest makeHead(String rule, Target target, RandomGenerator random) {
        var allowed = new TreeSet<>(target.routeStatuses());
        allowed.add(200);
        var draft = target.read(random).withMethod("HEAD");
        return Rule.request(rule, Rule.sign(target, draft, random, allowed), allowed, End.OPEN);
    }

    /** Puts something into the query, which may be a parameter that no route reads. */
    private static MalformedRequest makeQuery(String rule, Target target, RandomGenerator random) {
        var allowed = new TreeSet<>(target.routeStatuses());
        allowed.addAll(target.contentStatuses());
        allowed.addAll(Set.of(200, 403));
        var draft = target.read(random);
        var odd = pick(
                random,
                "%",
                "%2",
                "%zz",
                "%u0064",
                "%00",
                "%ff",
                "%c0%af",
                "%0d%0aX: y",
                "|",
                "<",
                "\"",
                "{",
                "[",
                "\u00e9",
                "&&&",
                "=",
                "?",
                "&=x&",
                "/../",
                "\u007f");
        var changed = draft.withQuery(insert(String.valueOf(draft.query()), 0, odd.replace(" ", "%20"), random));
        return Rule.request(rule, Rule.sign(target, changed, random, allowed), allowed, End.OPEN);
    }

    private static String spell(String path, RandomGenerator random) {
        return switch (random.nextInt(7)) {
            case 0 -> path.toUpperCase(Locale.ROOT);
            case 1 -> "/" + path;
            case 2 -> "/." + path;
            case 3 -> "/x/.." + path;
            case 4 -> "/..;" + path;
            case 5 -> path.replaceFirst("/([a-z])", "/%%%02x".formatted((int) path.charAt(1)));
            default -> "/%2e%2e" + path;
        };
    }

    /** Inserts text at a random place, but not before {@code from}. */
    static String insert(String into, int from, String text, RandomGenerator random) {
        var at = random.nextInt(from, into.length() + 1);
        return into.substring(0, at) + text + into.substring(at);
    }

    /** Returns bytes that are not a method. */
    private static String noise(RandomGenerator random, int length) {
        var noise = new StringBuilder("\u0000");
        for (var i = 0; i < length; i++) {
            noise.append(pick(random, 0, 255));
        }
        return noise.toString();
    }
}
