package dev.operatorkit.conformance.client;

import dev.operatorkit.conformance.wire.Exchange;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Judges session tokens: another one for each session, and too much randomness to guess one (LAU-10). */
final class TokenJudge {
    /** Below this many bits, a token can be found by trying. */
    private static final double GUESSABLE = 32;

    /** Above this many bits, guessing is hopeless for anybody. */
    private static final double GOOD = 64;

    /** From this many tokens on, a form that all share is not an accident. */
    private static final int MANY = 3;

    private static final Pattern TIME =
            Pattern.compile("(?i)[0-9a-f]{8}-[0-9a-f]{4}-[16][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");

    private TokenJudge() {}

    /** Returns the tokens that the client chose, by the addresses of the players that used them. */
    static Map<String, Set<String>> tokens(Evidence evidence) {
        var told = evidence.task().text("token").orElse("");
        Map<String, Set<String>> players = new HashMap<>();
        for (var call : evidence.to(ApiEndpoint.LAUNCH)) {
            var query = new Parameters(call.query());
            var token = query.get("token");
            if (!token.isEmpty()
                    && !token.equals(told)
                    && query.get("freeToPlay").equals("false")) {
                players.computeIfAbsent(token, any -> new LinkedHashSet<>())
                        .add(Literals.address(query.get("ipAddress"))
                                .map(Object::toString)
                                .orElse(""));
            }
        }
        return players;
    }

    /** Judges the tokens of one scenario: no two players share one. */
    static void judge(Evidence evidence, Findings findings) {
        tokens(evidence).values().stream()
                .filter(players -> players.size() > 1)
                .findFirst()
                .ifPresent(players -> findings.fail(
                        "LAU-10",
                        "a token of its own for each session",
                        "one token for " + players.size() + " players",
                        "Make a new random token when a session begins.",
                        evidence.to(ApiEndpoint.LAUNCH).getLast()));
    }

    /** Returns the launches whose tokens the client chose. */
    static List<Exchange> exchanges(List<Evidence> scenarios) {
        return scenarios.stream()
                .flatMap(each -> {
                    var chosen = tokens(each).keySet();
                    return each.to(ApiEndpoint.LAUNCH).stream()
                            .filter(call -> chosen.contains(new Parameters(call.query()).get("token")));
                })
                .map(ClientCall::exchange)
                .toList();
    }

    /** Judges the tokens of a whole run, in which each scenario begins new sessions. */
    static void judgeRun(List<Evidence> scenarios, Findings findings) {
        Map<String, Integer> uses = new HashMap<>();
        scenarios.forEach(each -> tokens(each).keySet().forEach(token -> uses.merge(token, 1, Integer::sum)));
        if (uses.values().stream().anyMatch(count -> count > 1)) {
            findings.fail(
                    "LAU-10",
                    "another token for each session",
                    "the same token in several sessions, each of another run of the command",
                    "Make a new random token when a session begins, and not from the player.",
                    null);
            return;
        }
        if (uses.size() == 1) {
            findings.unproven("LAU-10", "one session token, which says nothing about the next", "several sessions");
        }
        if (uses.size() < 2) {
            return;
        }
        var tokens = List.copyOf(uses.keySet());
        if (tokens.size() >= MANY
                && tokens.stream().allMatch(token -> TIME.matcher(token).matches())) {
            findings.fail(
                    "LAU-10",
                    "tokens that nobody can guess",
                    tokens.size() + " UUIDs of version 1 or 6, which are a time and a machine",
                    "Use version 4, or at least 16 bytes of a secure random generator.",
                    null);
            return;
        }
        var bits = bits(tokens);
        if (bits < GUESSABLE) {
            findings.fail(
                    "LAU-10",
                    "tokens that nobody can guess",
                    uses.size() + " tokens that differ in at most " + Math.round(bits) + " bits",
                    "Make a token of at least 16 bytes of a secure random generator.",
                    null);
            return;
        }
        findings.observe(
                "LAU-10",
                uses.size() + " tokens, each with at most " + Math.round(bits) + " bits that differ",
                "at least 64 bits of a secure random generator",
                bits >= GOOD);
    }

    /** Returns the most bits that can differ between these tokens: positions that all share carry none. */
    private static double bits(List<String> tokens) {
        var shortest = tokens.stream().mapToInt(String::length).min().orElse(0);
        var first = tokens.getFirst();
        var head = 0;
        while (head < shortest && isShared(tokens, first.charAt(head), head)) {
            head++;
        }
        var start = head;
        var longest = tokens.stream().mapToInt(String::length).max().orElse(0);
        var letters = tokens.stream()
                .flatMapToInt(token -> token.substring(start).chars())
                .boxed()
                .collect(Collectors.toSet());
        return (longest - start) * (Math.log(alphabet(letters)) / Math.log(2));
    }

    private static boolean isShared(List<String> tokens, char letter, int at) {
        return tokens.stream().allMatch(token -> token.charAt(at) == letter);
    }

    private static int alphabet(Set<Integer> letters) {
        if (letters.stream().allMatch(c -> Character.digit(c, 10) >= 0)) {
            return 10;
        }
        if (letters.stream().allMatch(c -> Character.digit(c, 16) >= 0 || c == '-')) {
            return 16;
        }
        return Math.max(2, Math.min(64, Math.max(letters.size(), 36)));
    }
}
