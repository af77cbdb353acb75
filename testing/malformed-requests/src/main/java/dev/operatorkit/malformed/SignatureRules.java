package dev.operatorkit.malformed;

import static dev.operatorkit.malformed.Rule.pick;
import static dev.operatorkit.malformed.Rule.signature;
import static dev.operatorkit.malformed.Rule.signedOther;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.random.RandomGenerator;

/** Makes signatures and timestamps malformed, or signs other parts than are sent (SIG-1 to SIG-10, D-39, D-55). */
final class SignatureRules {
    private static final int MILLIS_OF_WINDOW = 300_000;
    private static final Set<Integer> UNAUTHORIZED_OR_BAD = Set.of(400, 401);

    private SignatureRules() {}

    static final List<Rule> ALL = List.of(
            signature("a signature with another digit", (message, random) -> {
                var signature = message.signature();
                var at = random.nextInt(signature.length());
                message.signature(signature.substring(0, at)
                        + (signature.charAt(at) == '0' ? '1' : '0')
                        + signature.substring(at + 1));
            }),
            signature(
                    "a signature in upper case",
                    (message, random) -> message.signature(message.signature().toUpperCase(Locale.ROOT))),
            signature(
                    "a signature of another length",
                    (message, random) -> message.signature(pick(
                            random,
                            message.signature().substring(random.nextInt(1, 128)),
                            message.signature() + "0",
                            "",
                            "0"))),
            signature(
                    "a signature in another form",
                    (message, random) -> message.signature(pick(random, "0x", "sha512=", "\"", "=")
                            + message.signature()
                            + pick(random, "", "\"", ",", ";a=b"))),
            signature(
                    "a signature with a character that is not a digit",
                    UNAUTHORIZED_OR_BAD,
                    (message, random) -> message.signature(RequestLineRules.insert(
                                            message.signature().substring(1),
                                            0,
                                            pick(random, " ", "\t", "g", "\u00e9", "\u00b2", ".", "%30"),
                                            random)
                                    .stripTrailing()
                            + message.signature().charAt(0))),
            signature("no signature", (message, random) -> message.remove("X-Svc-Signature")),
            signature("no timestamp", (message, random) -> message.remove("X-Svc-Timestamp")),
            signature(
                    "two signatures",
                    (message, random) ->
                            message.add("X-Svc-Signature: " + pick(random, message.signature(), "0".repeat(128)))),
            signature(
                    "two timestamps",
                    (message, random) -> message.add("x-svc-timestamp: " + pick(random, message.timestamp(), "0"))),
            signature(
                    "a list of signatures",
                    (message, random) ->
                            message.signature(message.signature() + pick(random, ",", ", ") + message.signature())),
            signature("a signature under another name", (message, random) -> {
                var name = pick(random, "X_Svc_Signature", "XSvc-Signature", "Authorization", "X-Svc-Signature-");
                message.replace(header -> header.replace("X-Svc-Signature:", name + ":"));
            }),
            signature(
                    "a timestamp that is not a number",
                    UNAUTHORIZED_OR_BAD,
                    (message, random) -> message.timestamp(pick(random, "+", "-", " ", "0", "")
                            + message.timestamp()
                            + pick(random, ".0", "e0", "L", " 1", "\u00b2", "x"))),
            signature(
                    "a timestamp with a sign or another unit",
                    (message, random) -> message.timestamp(pick(random, "+", "-", "0", "00") + message.timestamp())),
            signature(
                    "a timestamp that is out of range",
                    (message, random) -> message.timestamp(pick(
                            random,
                            "0",
                            "-1",
                            "9223372036854775807",
                            "9223372036854775808",
                            "99999999999999999999999",
                            "",
                            "2026-01-01T00:00:00Z",
                            "1e12"))),
            signature("a timestamp beyond the window", (message, random) -> {
                var away = (MILLIS_OF_WINDOW + random.nextInt(60_000, 10_000_000)) * (random.nextBoolean() ? 1L : -1L);
                message.timestamp(String.valueOf(Long.parseLong(message.timestamp()) + away));
            }),
            signedOther(
                    "signed over another path",
                    (draft, random) -> draft.withPath(pick(
                            random,
                            draft.path() + "/",
                            "/",
                            "",
                            draft.path().substring(1),
                            draft.path().toUpperCase(Locale.ROOT)))),
            signedOther("signed over another body or query", SignatureRules::changeData));

    private static Draft changeData(Draft draft, RandomGenerator random) {
        if (draft.body().length == 0) {
            return draft.withQuery(draft.query() + pick(random, "&", "&a=b", "=", "%20"));
        }
        return draft.withText(draft.text() + pick(random, " ", "\n", "\0", "}"));
    }
}
