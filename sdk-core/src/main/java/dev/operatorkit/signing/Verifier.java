package dev.operatorkit.signing;

import dev.operatorkit.signing.Verification.Accepted;
import dev.operatorkit.signing.Verification.Reason;
import dev.operatorkit.signing.Verification.Rejected;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;

/** Says whether a request was signed with a secret of the ring, and just now. Safe for use by many threads. */
public final class Verifier {
    /** How far from now a timestamp may be, either way (SIG-10). */
    public static final Duration TOLERANCE = Duration.ofMinutes(5);

    private static final int SIGNATURE_LENGTH = 128;

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
        if (request.timestamps().isEmpty() || request.timestamps().get(0).isEmpty()) {
            return new Rejected(Reason.MISSING, "X-Svc-Timestamp is missing");
        }
        if (request.signatures().isEmpty() || request.signatures().get(0).isEmpty()) {
            return new Rejected(Reason.MISSING, "X-Svc-Signature is missing");
        }
        if (request.timestamps().size() > 1 || request.signatures().size() > 1) {
            return new Rejected(Reason.MALFORMED, "a signing header was sent twice");
        }
        var timestamp = request.timestamps().get(0);
        if (timestamp.length() != 13 || !timestamp.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return new Rejected(Reason.MALFORMED, "X-Svc-Timestamp is not Unix milliseconds in 13 digits");
        }
        var signature = request.signatures().get(0);
        if (signature.length() != SIGNATURE_LENGTH || !signature.chars().allMatch(Verifier::isLowerHex)) {
            return new Rejected(Reason.MALFORMED, "X-Svc-Signature is not 128 lowercase hex digits");
        }
        var age = clock.millis() - Long.parseLong(timestamp);
        if (Math.abs(age) > toleranceMillis) {
            return new Rejected(
                    Reason.STALE, "X-Svc-Timestamp is " + Math.abs(age) + " ms " + (age > 0 ? "old" : "ahead"));
        }
        if (request.body().length > 0 && bodyless(request.method())) {
            return new Rejected(Reason.UNSIGNED_BODY, "a " + request.method() + " must not have a body");
        }
        var data = SignedData.of(request.rawQuery(), request.body());
        var received = HexFormat.of().parseHex(signature);
        for (var i = 0; i < hmacs.size(); i++) {
            if (MessageDigest.isEqual(received, hmacs.get(i).of(request.rawPath(), timestamp, data))) {
                return new Accepted(i);
            }
        }
        return new Rejected(Reason.MISMATCH, "X-Svc-Signature does not match what was received");
    }

    private static boolean bodyless(String method) {
        return method.equals("GET") || method.equals("DELETE");
    }

    private static boolean isLowerHex(int c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
    }
}
