package dev.operatorkit.conformance.suite;

import dev.operatorkit.conformance.wire.Secret;
import dev.operatorkit.conformance.wire.SignedRequest;
import dev.operatorkit.conformance.wire.WalletResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Finds what a refusal should not show: the secret (SIG-17), the valid signature (SIG-13), or the inside of the wallet (GEN-7). */
final class Disclosures {
    private static final Set<Integer> EXPLAINED = Set.of(401, 403, 409, 422, 500);

    /** Finds lines of source files and statements of SQL, as a stack trace or a database error names them. */
    private static final Pattern INTERNALS =
            Pattern.compile("\\.(?:[cm]?[jt]sx?|py|rb|php|go|java|kt|cs)\\W{1,4}(?:line )?\\d+\\b"
                    + "|Traceback \\(most recent call last\\)|\\bSQLSTATE\\b"
                    + "|\\b(?:UPDATE \\w+ SET \\w+ *=|INSERT INTO \\w+ *\\(|SELECT .{1,200} FROM .{1,200} WHERE )");

    private Disclosures() {}

    /** Returns what a response shows that it should not; the result of a valid callback is no refusal. */
    static List<Failure> of(Secret secret, WalletResponse answer) {
        var found = new ArrayList<Failure>();
        var exchange = answer.exchange();
        if (answer.status() == 200 && exchange.request().genuine()) {
            return found;
        }
        // An echo may show what the tester sent.
        var received = new String(exchange.received(), StandardCharsets.ISO_8859_1);
        var sent = new String(exchange.sent(), StandardCharsets.ISO_8859_1);
        var whole = secret.isIn(received) && !secret.isIn(sent);
        var part = secret.isPartlyIn(received) && !secret.isIn(received) && !secret.isPartlyIn(sent);
        if (whole || part) {
            var seen = "the response shows " + (whole ? "the secret" : "a part of the secret");
            found.add(new Failure("SIG-17", "a response without the secret", seen, "", null));
        }
        if (EXPLAINED.contains(answer.status())
                && INTERNALS.matcher(answer.text()).find()) {
            var expected =
                    "an explanation for people in the body of " + answer.status() + ", without SQL or a stack trace";
            var hint = "Log the details, and say in the message what is wrong with the request.";
            found.add(new Failure("GEN-7", expected, Check.describe(answer), hint, exchange));
        }
        if (showsSignature(secret, exchange.request(), received, sent)) {
            var expected = "a refusal that does not show the valid signature";
            var hint = "A reader of the response can forge the callback. Say only that the signature does not match.";
            found.add(new Failure("SIG-13", expected, Check.describe(answer), hint, exchange));
        }
        return found;
    }

    private static boolean showsSignature(Secret secret, SignedRequest request, String received, String sent) {
        var query = request.query();
        var data = request.body().length > 0 || query == null ? request.body() : query.getBytes(StandardCharsets.UTF_8);
        var mac = secret.mac("HmacSHA512", Secret.message(request.path(), request.timestamp(), data));
        var hex = HexFormat.of().formatHex(mac);
        var base64 = Base64.getEncoder().encodeToString(mac);
        return (lower(received).contains(hex) && !lower(sent).contains(hex))
                || (received.contains(base64) && !lower(sent).contains(lower(base64)));
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
