package dev.operatorkit.conformance.cases;

import dev.operatorkit.conformance.suite.CaseContext;
import dev.operatorkit.conformance.wire.Secret;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Lists secrets that anybody can guess: those of documentation and of defaults, and what a request itself shows (SIG-1). */
final class WellKnownSecrets {
    private static final List<String> PUBLISHED = List.of(
            "an-example-secret-not-for-use",
            "vector-secret-0123456789abcdef",
            "vector-secret-before-the-rotation",
            "a-secret-for-tests",
            "<SECRET_KEY>",
            "SECRET_KEY",
            "changeme",
            "change-me",
            "secret",
            "secret-key",
            "your-secret-key",
            "test",
            "test-secret",
            "password",
            "default",
            "admin",
            "operator",
            "key",
            "0",
            "null",
            "undefined");

    private WellKnownSecrets() {}

    /** Returns the secrets by their names in findings, without the one that the wallet has. */
    static Map<String, Secret> listAllExcept(Secret own, CaseContext t) {
        var texts = new LinkedHashMap<String, String>();
        PUBLISHED.forEach(text -> texts.put("the secret \"" + text + "\"", text));
        texts.put("the session token as the secret", t.player().token());
        texts.put("accountId as the secret", t.player().accountId());
        texts.put("gameId as the secret", t.game());
        texts.put("the path of debits as the secret", t.prefix() + "/debit");
        var secrets = new LinkedHashMap<String, Secret>();
        texts.forEach((name, text) -> {
            if (!text.isEmpty() && !isSame(Secret.of(text), own)) {
                secrets.put(name, Secret.of(text));
            }
        });
        return secrets;
    }

    private static boolean isSame(Secret one, Secret other) {
        return one.sign("", "", new byte[0]).equals(other.sign("", "", new byte[0]));
    }
}
