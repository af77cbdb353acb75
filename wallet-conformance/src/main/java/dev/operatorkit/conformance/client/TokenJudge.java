package dev.operatorkit.conformance.client;

import static dev.operatorkit.conformance.client.ApiEndpoint.LAUNCH;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Judges session tokens: another one for each session, and too much randomness to guess one (LAU-10). */
final class TokenJudge {
    /** Below this many bits, a token can be found by trying. */
    private static final double GUESSABLE = 32;

    /** Above this many bits, guessing is hopeless. */
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
        for (var call : evidence.to(LAUNCH)) {
            var token = call.parameter("token");
            if (!token.isEmpty()
                    && !token.equals(told)
                    && call.parameter("freeToPlay").equals("false")) {
                var address = Literals.address(call.parameter("ipAddress"));
                players.computeIfAbsent(token, any -> new LinkedHashSet<>())
                        .add(address.map(Object::toString).orElse(""));
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
                        "shared-token",
                        "one token for " + players.size() + " players",
                        evidence.to(LAUNCH).getLast()));
    }

    /** Returns the launches whose tokens the client chose. */
    static Stream<ClientCall> launches(Evidence evidence) {
        var chosen = tokens(evidence).keySet();
        return evidence.to(LAUNCH).stream().filter(call -> chosen.contains(call.parameter("token")));
    }

    /** Judges the tokens of a whole run, in which each scenario begins new sessions. */
    static void judgeRun(List<Evidence> scenarios, Findings findings) {
        var all = scenarios.stream()
                .flatMap(each -> tokens(each).keySet().stream())
                .toList();
        var tokens = all.stream().distinct().toList();
        if (tokens.size() < all.size()) {
            findings.fail(
                    "shared-token", "the same token in several sessions, each of another run of the command", null);
        } else if (tokens.size() == 1) {
            findings.unproven("LAU-10", "one session token, which says nothing about the next", "several sessions");
        } else if (tokens.size() > 1) {
            judgeRandomness(tokens, findings);
        }
    }

    private static void judgeRandomness(List<String> tokens, Findings findings) {
        var bits = bits(tokens);
        if (tokens.size() >= MANY
                && tokens.stream().allMatch(token -> TIME.matcher(token).matches())) {
            var actual = tokens.size() + " UUIDs of version 1 or 6, which are a time and a machine";
            findings.fail("guessable-token", actual, null);
        } else if (bits < GUESSABLE) {
            var actual = tokens.size() + " tokens that differ in at most " + Math.round(bits) + " bits";
            findings.fail("guessable-token", actual, null);
        } else {
            findings.observe(
                    "LAU-10",
                    tokens.size() + " tokens, each with at most " + Math.round(bits) + " bits that differ",
                    "at least 64 bits of a secure random generator",
                    bits >= GOOD);
        }
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
