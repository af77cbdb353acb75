package dev.operatorkit.simulator.console;

import dev.operatorkit.signing.Diagnosis;
import dev.operatorkit.signing.ReceivedRequest;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.signing.Signer;
import dev.operatorkit.simulator.transcript.Entry;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The signature of one exchange, explained (SIG-1, SIG-10).
 *
 * @param signed the string that was, or should have been, signed
 * @param sent the signature that travelled, as runs that agree or differ from the right one
 * @param right the signature that this string has under the operator's first secret
 * @param matches whether the two are one
 * @param age how old the timestamp was, and what the five minutes say to that
 * @param ageMillis the same as a number, negative when it was signed ahead
 * @param finding the diagnosis in words
 */
public record SignatureExplanation(
        SignedText signed,
        List<Run> sent,
        String isValid,
        boolean matches,
        @Nullable String age,
        long ageMillis,
        String finding) {
    private static final Duration TOLERANCE = Duration.ofMinutes(5);
    private static final String WALLETS_FAULT =
            "What left is signed rightly, so the wallet judged something else: another secret, a path without"
                    + " its prefix, a body or query that was decoded or written anew, or a clock that is off.";

    /** Some characters of a signature, right or wrong. */
    public record Run(String text, boolean differs) {}

    static SignatureExplanation of(Entry entry, RawMessage request, SecretKeys keys) {
        var timestamp = text(request.header("X-Svc-Timestamp"));
        var signature = text(request.header("X-Svc-Signature"));
        var data = request.body().length > 0
                ? request.body()
                : text(request.query()).getBytes(StandardCharsets.UTF_8);
        var right = new Signer(keys).sign(request.path(), timestamp, data);
        var received = new ReceivedRequest(
                request.method(),
                request.path(),
                request.query(),
                timestamp.isEmpty() ? List.of() : List.of(timestamp),
                signature.isEmpty() ? List.of() : List.of(signature),
                request.body());
        var diagnosis = Diagnosis.of(keys, Clock.fixed(entry.wallAt(), ZoneOffset.UTC), received);
        return new SignatureExplanation(
                SignedText.of(request.path(), timestamp, data),
                runs(signature, right),
                right,
                signature.equals(right),
                age(timestamp, entry.wallAt()),
                ageMillis(timestamp, entry.wallAt()),
                finding(entry, request, signature.equals(right), diagnosis));
    }

    /** The simulator knows what it signed, and so says more than the wallet could. */
    private static String finding(Entry entry, RawMessage request, boolean matches, Diagnosis diagnosis) {
        if (matches) {
            return entry.status() == 401 && diagnosis.hypothesis().equals("none") ? WALLETS_FAULT : diagnosis.finding();
        }
        if (entry.direction() == Entry.Direction.FROM_OPERATOR) {
            return diagnosis.finding();
        }
        var arrived = request.signedBytes(request.header(RawMessage.TIMESTAMP));
        return Arrays.equals(arrived, entry.signed())
                ? "What was signed is what left, to the byte: it was signed with another key (SIG-13)."
                : "It was changed after it was signed (SIG-8): " + change(entry.signed(), arrived);
    }

    private static String change(byte[] signed, byte[] arrived) {
        var at = Arrays.mismatch(signed, arrived);
        return at < signed.length && at < arrived.length
                ? "byte " + (at + 1) + " of the signed string was '" + abbreviate(signed[at]) + "' and arrived as '"
                        + abbreviate(arrived[at]) + "'."
                : "it had " + signed.length + " bytes and arrived with " + arrived.length + ".";
    }

    private static String abbreviate(byte one) {
        return one > ' ' && one <= '~'
                ? String.valueOf((char) one)
                : "0x" + HexFormat.of().toHexDigits(one);
    }

    /** Where the age stands on a scale from seven minutes ahead to seven minutes old, 0 to 100. */
    public double scalePosition() {
        var most = Duration.ofMinutes(7).toMillis();
        return 50 + 50.0 * Math.clamp(ageMillis, -most, most) / most;
    }

    /** Whether the five minutes are kept (SIG-10). */
    public boolean isFresh() {
        return Math.abs(ageMillis) <= TOLERANCE.toMillis();
    }

    private static long ageMillis(String timestamp, Instant at) {
        return timestamp.matches("[0-9]{1,15}") ? at.toEpochMilli() - Long.parseLong(timestamp) : 0;
    }

    private static @Nullable String age(String timestamp, Instant at) {
        if (!timestamp.matches("[0-9]{1,15}")) {
            return null;
        }
        var age = Duration.ofMillis(ageMillis(timestamp, at));
        var words = age.abs().toSeconds() < 1
                ? "signed when it was sent"
                : "signed " + age.abs().toSeconds() + " s " + (age.isNegative() ? "ahead of" : "before")
                        + " its sending";
        return words
                + (age.abs().compareTo(TOLERANCE) > 0 ? ": outside the five minutes" : ": within the five minutes");
    }

    private static List<Run> runs(String sent, String right) {
        var runs = new ArrayList<Run>();
        var from = 0;
        for (var i = 1; i <= sent.length(); i++) {
            if (i == sent.length() || differs(sent, right, i) != differs(sent, right, from)) {
                runs.add(new Run(sent.substring(from, i), differs(sent, right, from)));
                from = i;
            }
        }
        return List.copyOf(runs);
    }

    private static boolean differs(String sent, String right, int i) {
        return i >= right.length() || sent.charAt(i) != right.charAt(i);
    }

    private static String text(@Nullable String value) {
        return value == null ? "" : value;
    }
}
