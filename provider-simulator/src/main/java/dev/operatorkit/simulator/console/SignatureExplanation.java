package dev.operatorkit.simulator.console;

import dev.operatorkit.signing.Diagnosis;
import dev.operatorkit.signing.ReceivedRequest;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.signing.Signer;
import dev.operatorkit.simulator.transcript.Entry;
import dev.operatorkit.simulator.wallet.EncodedPath;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Explains the signature of one exchange (SIG-1, SIG-10).
 *
 * @param signed the string to sign, as received, with the byte that was changed after it was signed
 * @param sent the received signature, as runs that match or differ from the expected one
 * @param expected the signature of this string with the operator's first secret
 * @param age the age of the timestamp, and whether it is within five minutes
 * @param finding the diagnosis
 */
record SignatureExplanation(
        SignedText signed,
        List<Run> sent,
        String expected,
        @Nullable String age,
        String finding) {
    private static final Duration TOLERANCE = Duration.ofMinutes(5);
    private static final String CHECK_YOUR_WALLET =
            "The signature we sent is valid. Your wallet verified something different. ";
    private static final String ENCODED_PATH =
            "This path has percent-encoded characters, which many wallets decode too early. " + EncodedPath.ADVICE
                    + " If it does, check: ";
    private static final String DEFAULT_MISTAKES =
            "(1) the secret, (2) the full path with prefix, (3) the raw body or query, (4) the clock.";

    /** Holds a run of characters that match or differ from the expected signature. */
    record Run(String text, boolean differs) {}

    /** Returns whether both signatures are equal. */
    boolean matches() {
        return received().equals(expected);
    }

    /** Returns the received signature. */
    String received() {
        return sent.stream().map(Run::text).collect(Collectors.joining());
    }

    static SignatureExplanation of(Entry entry, RawMessage request, SecretKeys keys) {
        var timestamp = text(request.header("X-Svc-Timestamp"));
        var signature = text(request.header("X-Svc-Signature"));
        var data = request.body().length > 0
                ? request.body()
                : text(request.query()).getBytes(StandardCharsets.UTF_8);
        var expected = new Signer(keys).sign(request.path(), timestamp, data);
        var received = new ReceivedRequest(
                request.method(),
                request.path(),
                request.query(),
                timestamp.isEmpty() ? List.of() : List.of(timestamp),
                signature.isEmpty() ? List.of() : List.of(signature),
                request.body());
        var isChanged = entry.direction() == Entry.Direction.TO_WALLET && !signature.equals(expected);
        var diagnosis = Diagnosis.of(keys, Clock.fixed(entry.wallAt(), ZoneOffset.UTC), received);
        return new SignatureExplanation(
                SignedText.of(
                        request.path(),
                        timestamp,
                        data,
                        isChanged ? Arrays.mismatch(entry.signed(), request.signedBytes(timestamp)) : -1),
                runs(signature, expected),
                expected,
                age(timestamp, entry.wallAt()),
                finding(entry, request, signature.equals(expected), diagnosis));
    }

    /** Compares the request with the signed bytes, which the simulator knows and the wallet does not. */
    private static String finding(Entry entry, RawMessage request, boolean matches, Diagnosis diagnosis) {
        if (isCut(entry, request)) {
            return "Only the first " + request.body().length
                    + " bytes of the body were kept, so the signature cannot be"
                    + " checked here. Send the call again with a shorter body.";
        }
        if (matches) {
            return entry.status() == 401 && diagnosis.hypothesis().equals("none")
                    ? CHECK_YOUR_WALLET
                            + (EncodedPath.matches(request.path()) ? ENCODED_PATH : "Check: ")
                            + DEFAULT_MISTAKES
                    : sentence(diagnosis.finding());
        }
        if (entry.direction() == Entry.Direction.FROM_OPERATOR) {
            return sentence(diagnosis.finding());
        }
        var arrived = request.signedBytes(request.header(RawMessage.TIMESTAMP));
        return Arrays.equals(arrived, entry.signed())
                ? "The signed string was sent unchanged, so the signature was made with another secret or altered"
                        + " (SIG-13)."
                : "The request was changed after it was signed (SIG-8): " + change(entry.signed(), arrived);
    }

    private static String sentence(String finding) {
        return finding.endsWith(".") ? finding : finding + ".";
    }

    /** Returns whether the body is incomplete: only the beginning of an unauthenticated call is kept. */
    private static boolean isCut(Entry entry, RawMessage request) {
        var length = text(request.header("Content-Length"));
        return entry.direction() == Entry.Direction.FROM_OPERATOR
                && length.matches("[0-9]{1,9}")
                && Integer.parseInt(length) > request.body().length
                && request.body().length > 0;
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

    private static long ageMillis(String timestamp, Instant at) {
        return timestamp.matches("[0-9]{1,15}") ? at.toEpochMilli() - Long.parseLong(timestamp) : 0;
    }

    private static @Nullable String age(String timestamp, Instant at) {
        if (!timestamp.matches("[0-9]{1,15}")) {
            return null;
        }
        var age = Duration.ofMillis(ageMillis(timestamp, at));
        var text = age.abs().toSeconds() < 1
                ? "equal to the time of sending"
                : age.abs().toSeconds() + " s " + (age.isNegative() ? "after" : "before") + " the time of sending";
        return text
                + (age.abs().compareTo(TOLERANCE) > 0
                        ? ", outside the five-minute limit"
                        : ", within the five-minute limit");
    }

    private static List<Run> runs(String sent, String expected) {
        var runs = new ArrayList<Run>();
        var from = 0;
        for (var i = 1; i <= sent.length(); i++) {
            if (i == sent.length() || differs(sent, expected, i) != differs(sent, expected, from)) {
                runs.add(new Run(sent.substring(from, i), differs(sent, expected, from)));
                from = i;
            }
        }
        return List.copyOf(runs);
    }

    private static boolean differs(String sent, String expected, int i) {
        return i >= expected.length() || sent.charAt(i) != expected.charAt(i);
    }

    private static String text(@Nullable String value) {
        return value == null ? "" : value;
    }
}
