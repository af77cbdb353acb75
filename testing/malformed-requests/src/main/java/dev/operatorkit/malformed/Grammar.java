package dev.operatorkit.malformed;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** Lists all rules, and makes a request from a seed. */
final class Grammar {
    private static final List<Rule> HTTP = Stream.of(
                    RequestLineRules.ALL, HeaderRules.ALL, LengthRules.ALL, ChunkRules.ALL, CutRules.ALL)
            .flatMap(List::stream)
            .toList();

    private static final List<Rule> ALL = Stream.of(HTTP, SignatureRules.ALL, ContentRules.ALL)
            .flatMap(List::stream)
            .toList();

    private Grammar() {}

    /** Returns the rules for the requests of a server. */
    static List<Rule> rules(Target target) {
        return target.isSigned() ? ALL : HTTP;
    }

    /** Makes the request of this seed, which is always the same but for its time and signature. Successive seeds use successive rules. */
    static MalformedRequest make(Target target, long seed) {
        var rules = rules(target);
        var rule = rules.get((int) Math.floorMod(seed, (long) rules.size()));
        return rule.make(target, new SplittableRandom(seed));
    }
}
