package dev.operatorkit.conformance.client;

import dev.operatorkit.conformance.wire.Secret;
import dev.operatorkit.conformance.wire.Spellings;
import java.nio.charset.StandardCharsets;

/** Looks for the secret in every byte that the client sent, and in what its command wrote (SIG-17). */
final class SecretJudge implements Judge {
    private static final String HIDDEN = "$SECRET";

    @Override
    public void judge(Evidence evidence, Findings findings) {
        for (var call : evidence.calls()) {
            var sent = new String(call.exchange().sent(), StandardCharsets.UTF_8);
            if (shows(evidence.secret(), sent)) {
                findings.fail(
                        "SIG-17",
                        "the secret nowhere on the wire",
                        call.describe() + " carries it",
                        "The secret only keys the signature. It is neither a token nor a parameter.",
                        call);
            }
        }
        if (shows(evidence.secret(), evidence.output())) {
            findings.fail(
                    "SIG-17",
                    "the secret in no log line and no stack trace",
                    "the command wrote it to its standard output or error",
                    "Keep the secret in a type that prints a fixed word.",
                    null);
        }
    }

    private static boolean shows(Secret secret, String text) {
        var found = new boolean[1];
        secret.read(value -> found[0] =
                text.contains(value) || !Spellings.of(value).mask(text, HIDDEN).equals(text));
        return found[0];
    }
}
