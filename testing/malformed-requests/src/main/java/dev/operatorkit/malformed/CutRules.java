package dev.operatorkit.malformed;

import dev.operatorkit.malformed.MalformedRequest.End;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/** Ends a request before its last byte. */
final class CutRules {
    private CutRules() {}

    static final List<Rule> ALL = List.of(
            new Rule(
                    "a request that ends too soon",
                    (rule, target, random) -> cut(rule, target, Message.signed(target, target.write(random)), random)),
            new Rule("chunks that end too soon", (rule, target, random) -> {
                var message = Message.signed(target, target.write(random));
                var body = message.body();
                message.chunks(Integer.toHexString(body.length()) + "\r\n" + body + "\r\n0\r\n\r\n");
                return cut(rule, target, message, random);
            }));

    private static MalformedRequest cut(String rule, Target target, Message message, RandomGenerator random) {
        var bytes = message.toBytes();
        var part = Arrays.copyOf(bytes, random.nextInt(1, bytes.length));
        return new MalformedRequest(
                rule, false, part, List.of(target.isSigned() ? Set.of(400) : target.routeStatuses()), End.CUT);
    }
}
