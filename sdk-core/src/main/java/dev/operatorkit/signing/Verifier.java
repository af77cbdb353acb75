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
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Says whether a request was signed with a secret of the ring, and just now. Safe for use by many threads. */
public final class Verifier {
    /** How far from now a timestamp may be, either way (SIG-10). */
    public static final Duration TOLERANCE = Duration.ofMinutes(5);

    private static final int TIMESTAMP_DIGITS = 13;
    private static final int SIGNATURE_BYTES = 64;
    private static final byte[] LOWER_HEX = lowerHexDigits();
    private static final Set<String> BODYLESS = Set.of("GET", "HEAD", "DELETE");

    private final List<Hmac> hmacs;
    private final Clock clock;
    private final long toleranceMillis;

    /** Verifies with the specification's tolerance of five minutes. */
    public Verifier(SecretKeys keys, Clock clock) {
        this(keys, clock, TOLERANCE);
    }

    /** Verifies with a tolerance of one's own. */
    public Verifier(SecretKeys keys, Clock clock, Duration tolerance) {
        this.hmacs = IntStream.range(0, keys.size())
                .mapToObj(i -> new Hmac(keys.get(i)))
                .toList();
        this.clock = clock;
        this.toleranceMillis = tolerance.toMillis();
    }

    /** Accepted or rejected, never an exception. */
    public Verification verify(ReceivedRequest request) {
        var trouble = checkHeaders(request);
        if (trouble != null) {
            return trouble;
        }
        var timestamp = request.timestamps().get(0);
        var received = parseSignature(request.signatures().get(0));
        var keyIndex = findKey(request, timestamp, received == null ? new byte[SIGNATURE_BYTES] : received);
        if (received == null) {
            return malformedSignature();
        }
        return keyIndex < 0
                ? new Rejected(Reason.MISMATCH, "X-Svc-Signature does not match what was received")
                : new Accepted(keyIndex);
    }

    /**
     * Rejects a request by its two headers alone, before anything of its body was read: presence, form and age (SIG-10,
     * D-39, D-55). Empty when only the whole request can tell. {@link #verify} still has to be asked.
     */
    public Optional<Rejected> rejectByHeaders(List<String> timestamps, List<String> signatures) {
        var trouble = checkHeaders(timestamps, signatures);
        if (trouble == null && parseSignature(signatures.get(0)) == null) {
            trouble = malformedSignature();
        }
        return Optional.ofNullable(trouble);
    }

    private @Nullable Rejected checkHeaders(List<String> timestamps, List<String> signatures) {
        var trouble = checkSingleValue("X-Svc-Timestamp", timestamps);
        if (trouble == null) {
            trouble = checkSingleValue("X-Svc-Signature", signatures);
        }
        return trouble == null ? checkTimestamp(timestamps.get(0)) : trouble;
    }

    private static Rejected malformedSignature() {
        return new Rejected(Reason.MALFORMED, "X-Svc-Signature is not 128 lowercase hex digits");
    }

    /** What can be said before anything is computed; null when there is nothing to say. */
    private @Nullable Rejected checkHeaders(ReceivedRequest request) {
        var trouble = checkHeaders(request.timestamps(), request.signatures());
        if (trouble == null && request.body().length > 0 && BODYLESS.contains(request.method())) {
            trouble = new Rejected(Reason.UNSIGNED_BODY, "a " + request.method() + " must not have a body");
        }
        return trouble;
    }

    private static @Nullable Rejected checkSingleValue(String header, List<String> values) {
        if (values.size() > 1) {
            return new Rejected(Reason.MALFORMED, header + " was sent " + values.size() + " times");
        }
        if (values.isEmpty() || values.get(0).isEmpty()) {
            return new Rejected(Reason.MISSING, header + (values.isEmpty() ? " is missing" : " is empty"));
        }
        if (values.get(0).indexOf(',') >= 0) {
            return new Rejected(Reason.MALFORMED, header + " holds several values");
        }
        return null;
    }

    private @Nullable Rejected checkTimestamp(String timestamp) {
        if (timestamp.length() != TIMESTAMP_DIGITS || !isDigits(timestamp)) {
            return new Rejected(
                    Reason.MALFORMED, "X-Svc-Timestamp is not Unix time in milliseconds: 13 digits and nothing else");
        }
        // Thirteen digits: neither the number nor the difference can overflow.
        var age = clock.millis() - Long.parseLong(timestamp);
        if (Math.abs(age) > toleranceMillis) {
            return new Rejected(
                    Reason.TIMESTAMP_OUT_OF_RANGE,
                    "X-Svc-Timestamp is " + Math.abs(age) + " ms " + (age > 0 ? "old" : "ahead") + ", the limit is "
                            + toleranceMillis + " ms either way");
        }
        return null;
    }

    /** Which key made the signature, or -1, for which every key was tried. */
    private int findKey(ReceivedRequest request, String timestamp, byte[] received) {
        var data = SignedData.of(request.rawQuery(), request.body());
        for (var i = 0; i < hmacs.size(); i++) {
            var expected = hmacs.get(i).compute(request.rawPath(), timestamp, data);
            // The comparison takes its time from its first argument (SIG-11).
            if (MessageDigest.isEqual(received, expected)) {
                return i;
            }
        }
        return -1;
    }

    /** The 64 bytes, or null when it is not 128 lowercase hex digits (D-39). */
    private static byte @Nullable [] parseSignature(String signature) {
        // What is beyond ISO 8859-1 comes as a question mark, which is no digit either.
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

    /** The digit's value, or -1, which no digit beside it makes positive again. */
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
