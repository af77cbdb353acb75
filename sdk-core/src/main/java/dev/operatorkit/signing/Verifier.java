package dev.operatorkit.signing;

import dev.operatorkit.signing.Verification.Accepted;
import dev.operatorkit.signing.Verification.Reason;
import dev.operatorkit.signing.Verification.Rejected;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Verifies that a request was signed with one of the secrets and that its timestamp is within the tolerance.
 * Thread-safe.
 */
public final class Verifier {
    /** Defines the maximum difference between a timestamp and the current time, in both directions (SIG-10). */
    public static final Duration TOLERANCE = Duration.ofMinutes(5);

    private static final int TIMESTAMP_DIGITS = 13;
    private static final int SIGNATURE_BYTES = 64;
    private static final byte[] LOWER_HEX = lowerHexDigits();
    private static final Set<String> BODYLESS = Set.of("GET", "HEAD", "DELETE");

    private final SecretSource keys;
    private final Clock clock;

    /** Creates a verifier. */
    public Verifier(SecretSource keys, Clock clock) {
        this.keys = keys;
        this.clock = clock;
    }

    /**
     * Verifies a request: {@code verifier.verify(ReceivedRequest.of(method, target, headers, body)) instanceof Accepted}.
     * Never throws.
     */
    public Verification verify(ReceivedRequest request) {
        var rejected = checkHeaders(request);
        if (rejected != null) {
            return rejected;
        }
        var timestamp = request.timestamps().get(0);
        var received = parseSignature(request.signatures().get(0));
        var keyIndex = findKey(request, timestamp, received == null ? new byte[SIGNATURE_BYTES] : received);
        if (received == null) {
            return malformedSignature();
        }
        return keyIndex < 0
                ? new Rejected(Reason.MISMATCH, Signer.SIGNATURE_HEADER + " does not match what was received")
                : new Accepted(keyIndex);
    }

    /**
     * Rejects a request by its two signature headers, before its body is read: checks their presence, form and age
     * (SIG-10, D-39, D-55). Returns empty if the headers give no reason to reject it; {@link #verify}, which needs the
     * whole request, repeats these checks.
     *
     * @param head the request, whose body is not looked at
     */
    public Optional<Rejected> rejectByHeaders(ReceivedRequest head) {
        var rejected = checkTwoHeaders(head);
        if (rejected == null && parseSignature(head.signatures().get(0)) == null) {
            rejected = malformedSignature();
        }
        return Optional.ofNullable(rejected);
    }

    private @Nullable Rejected checkTwoHeaders(ReceivedRequest head) {
        var rejected = checkSingleValue(Signer.TIMESTAMP_HEADER, head.timestamps());
        if (rejected == null) {
            rejected = checkSingleValue(Signer.SIGNATURE_HEADER, head.signatures());
        }
        return rejected == null ? checkTimestamp(head.timestamps().get(0)) : rejected;
    }

    private static Rejected malformedSignature() {
        return new Rejected(Reason.MALFORMED, Signer.SIGNATURE_HEADER + " is not 128 lowercase hex digits");
    }

    /** Checks everything that needs no computation; returns null when there is nothing to reject. */
    private @Nullable Rejected checkHeaders(ReceivedRequest request) {
        var rejected = checkTwoHeaders(request);
        if (rejected == null && request.body().length > 0 && BODYLESS.contains(request.method())) {
            rejected = new Rejected(Reason.UNSIGNED_BODY, "a " + request.method() + " must not have a body");
        }
        return rejected;
    }

    private static @Nullable Rejected checkSingleValue(String header, List<String> values) {
        if (values.size() > 1) {
            return new Rejected(Reason.MALFORMED, header + " was sent " + values.size() + " times");
        }
        if (values.isEmpty() || values.get(0).isEmpty()) {
            return new Rejected(Reason.MISSING, header + (values.isEmpty() ? " is missing" : " is empty"));
        }
        if (values.get(0).indexOf(',') >= 0) {
            return new Rejected(Reason.MALFORMED, header + " has several values");
        }
        return null;
    }

    private @Nullable Rejected checkTimestamp(String timestamp) {
        if (timestamp.length() != TIMESTAMP_DIGITS || !isDigits(timestamp)) {
            return new Rejected(
                    Reason.MALFORMED,
                    Signer.TIMESTAMP_HEADER + " is not Unix time in milliseconds: 13 digits and nothing else");
        }
        // A number of thirteen digits cannot overflow, and neither can the difference.
        var age = clock.millis() - Long.parseLong(timestamp);
        if (Math.abs(age) > TOLERANCE.toMillis()) {
            return new Rejected(
                    Reason.TIMESTAMP_OUT_OF_RANGE,
                    Signer.TIMESTAMP_HEADER + " is " + Math.abs(age) + " ms " + (age > 0 ? "old" : "ahead")
                            + ", the limit is " + TOLERANCE.toMillis() + " ms either way");
        }
        return null;
    }

    /** Returns the index of the key that made the signature, or -1. Tries every key in either case. */
    private int findKey(ReceivedRequest request, String timestamp, byte[] received) {
        var data = SignedData.of(request.rawQuery(), request.body());
        var hmacs = keys.keys().hmacs();
        for (var i = 0; i < hmacs.size(); i++) {
            var expected = hmacs.get(i).compute(request.rawPath(), timestamp, data);
            // The duration of the comparison depends on its first argument (SIG-11).
            if (MessageDigest.isEqual(received, expected)) {
                return i;
            }
        }
        return -1;
    }

    /** Returns the 64 bytes, or null when the text is not 128 lowercase hex digits (D-39). */
    private static byte @Nullable [] parseSignature(String signature) {
        // Characters outside ISO 8859-1 become a question mark, which is not a digit either.
        var digits = signature.getBytes(StandardCharsets.ISO_8859_1);
        if (digits.length != 2 * SIGNATURE_BYTES) {
            return null;
        }
        var bytes = new byte[SIGNATURE_BYTES];
        var wrong = 0;
        for (var i = 0; i < SIGNATURE_BYTES; i++) {
            var both = lowerHex(digits[2 * i]) << 4 | lowerHex(digits[2 * i + 1]);
            wrong |= both;
            bytes[i] = (byte) both;
        }
        return wrong < 0 ? null : bytes;
    }

    private static boolean isDigits(String text) {
        for (var i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }

    /** Returns the value of a digit, or -1, which stays negative when it is combined with another digit. */
    private static int lowerHex(byte digit) {
        return LOWER_HEX[digit & 0xff];
    }

    private static byte[] lowerHexDigits() {
        var values = new byte[256];
        Arrays.fill(values, (byte) -1);
        for (byte value = 0; value < 16; value++) {
            values[Character.forDigit(value, 16)] = value;
        }
        return values;
    }
}
