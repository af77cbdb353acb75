package dev.operatorkit.conformance.client;

import dev.operatorkit.conformance.wire.Secret;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Judges the signature of every call, and names the likely mistake when one is wrong (SIG-1 to SIG-9). */
final class SignatureJudge implements Judge {
    private static final Pattern FORM = Pattern.compile("[0-9a-f]{128}");

    @Override
    public void judge(Evidence evidence, Findings findings) {
        var earlier = new HashSet<String>();
        for (var call : evidence.calls()) {
            var signature = call.header(HeaderJudge.SIGNATURE);
            var timestamp = call.header(HeaderJudge.TIMESTAMP);
            if (signature.isEmpty() || timestamp.isEmpty()) {
                continue; // HeaderJudge reports it
            }
            var right = right(call, timestamp.get(), evidence.secret());
            if (!signature.get().equals(right)) {
                var mistake = earlier.contains(signature.get())
                        ? new Mistake("SIG-4", "the signature of an earlier call, sent again with another timestamp")
                        : form(signature.get(), right)
                                .or(() ->
                                        SigningMistakes.find(call, timestamp.get(), signature.get(), evidence.secret()))
                                .orElseGet(() -> unknown(call));
                findings.fail(
                        mistake.rule(),
                        "lowercase hex of HMAC-SHA512 over path, timestamp and data as they are sent",
                        "another signature on " + call.describe() + ": " + mistake.what(),
                        "Compare with bin/simulator explain, or with docs/vectors.",
                        call);
            }
            earlier.add(signature.get());
        }
    }

    /** Names a mistake in signing, and the rule that it breaks. */
    record Mistake(String rule, String what) {}

    static String right(ClientCall call, String timestamp, Secret secret) {
        return secret.hex("HmacSHA512", message(call.path(), timestamp, call.data()));
    }

    /** Returns the signed text over the bytes on the wire, which a path outside ASCII holds as well. */
    static byte[] message(String path, String timestamp, byte[] data) {
        var head = (path + "|" + timestamp + "|").getBytes(StandardCharsets.ISO_8859_1);
        var all = new byte[head.length + data.length];
        System.arraycopy(head, 0, all, 0, head.length);
        System.arraycopy(data, 0, all, head.length, data.length);
        return all;
    }

    private static Optional<Mistake> form(String signature, String right) {
        if (signature.toLowerCase(Locale.ROOT).equals(right)) {
            return Optional.of(new Mistake("SIG-1", "the correct one in upper-case hex"));
        }
        if (!right.isEmpty() && right.startsWith(signature)) {
            return Optional.of(new Mistake("SIG-1", "only its first " + signature.length() + " digits"));
        }
        if (signature.endsWith(right)) {
            return Optional.of(new Mistake("SIG-1", "the correct one after other characters"));
        }
        return FORM.matcher(signature).matches()
                ? Optional.empty()
                : Optional.of(new Mistake("SIG-1", "it is not 128 digits of lowercase hex"));
    }

    /** Blames what was signed; that another secret signed it cannot be ruled out. */
    private static Mistake unknown(ClientCall call) {
        if (call.body().length > 0) {
            return new Mistake("SIG-5", "other bytes were signed than the body that was sent, or with another secret");
        }
        return call.query() != null
                ? new Mistake("SIG-6", "another text was signed than the query that was sent, or with another secret")
                : new Mistake("SIG-1", "the cause is unknown; check the secret first");
    }
}
