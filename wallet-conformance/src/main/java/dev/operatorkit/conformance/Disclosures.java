package dev.operatorkit.conformance;

import dev.operatorkit.conformance.wire.Secret;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Finds what a refusal should not show: a part of the secret (SIG-17), or the inside of the wallet in place of an explanation (GEN-7). */
final class Disclosures {
    private static final Set<Integer> EXPLAINED = Set.of(401, 403, 409, 422, 500);

    /** Finds lines of source files and statements of SQL, as a stack trace or a database error names them. */
    private static final Pattern INTERNALS =
            Pattern.compile("\\.(?:[cm]?[jt]sx?|py|rb|php|go|java|kt|cs)\\W{1,4}(?:line )?\\d+\\b"
                    + "|Traceback \\(most recent call last\\)|\\bSQLSTATE\\b"
                    + "|\\b(?:UPDATE \\w+ SET \\w+ *=|INSERT INTO \\w+ *\\(|SELECT .{1,200} FROM .{1,200} WHERE )");

    private Disclosures() {}

    static List<Failure> of(Secret secret, WalletResponse answer) {
        var found = new ArrayList<Failure>();
        var exchange = answer.exchange();
        if (secret.isPartlyIn(text(exchange.received()))
                && !secret.isIn(text(exchange.received()))
                && !secret.isPartlyIn(text(exchange.sent()))) {
            found.add(new Failure(
                    "SIG-17", "a response without the secret", "the response shows a part of the secret", "", null));
        }
        if (EXPLAINED.contains(answer.status())
                && INTERNALS.matcher(answer.text()).find()) {
            found.add(new Failure(
                    "GEN-7",
                    "an explanation for people in the body of " + answer.status() + ", without SQL or a stack trace",
                    Check.describe(answer),
                    "Log the details, and say in the message what is wrong with the request.",
                    exchange));
        }
        return found;
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }
}
