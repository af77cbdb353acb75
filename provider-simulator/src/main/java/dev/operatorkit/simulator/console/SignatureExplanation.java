package dev.operatorkit.simulator.console;

import dev.operatorkit.conformance.wire.WireBytes;
import dev.operatorkit.signing.Diagnosis;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.signing.Signer;
import dev.operatorkit.signing.Verification.Rejected;
import dev.operatorkit.signing.Verifier;
import dev.operatorkit.simulator.operator.Operators;
import dev.operatorkit.simulator.transcript.Entry;
import dev.operatorkit.simulator.transcript.Entry.Direction;
import dev.operatorkit.simulator.wallet.ChangedBytes;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Explains the signature of one exchange (SIG-1, SIG-10).
 *
 * @param signed the string to sign, as received
 * @param received the received signature
 * @param expected the signature of this string with the operator's first secret
 * @param age the age of the timestamp, and whether it is within five minutes
 * @param finding the diagnosis
 * @param isRejected true if the wallet rejected a signature that is valid, so that a check of the wallet may tell why
 */
record SignatureExplanation(
        SignedText signed,
        String received,
        String expected,
        @Nullable String age,
        String finding,
        boolean isRejected) {
    private static final int UNAUTHORIZED = 401;
    private static final String CHECK_YOUR_WALLET =
            "The signature we sent is valid. Your wallet verified something different. ";

    boolean matches() {
        return received.equals(expected);
    }

    static SignatureExplanation of(Entry entry, RawMessage request, SecretKeys keys) {
        var timestamp = request.text(RawMessage.TIMESTAMP);
        var signature = request.text(RawMessage.SIGNATURE);
        var expected = new Signer(keys).sign(request.path(), timestamp, request.data());
        var diagnosis = Diagnosis.of(keys, clock(entry), request.received());
        var isRejected = signature.equals(expected)
                && entry.status() == UNAUTHORIZED
                && diagnosis.hypothesis().equals("none");
        return new SignatureExplanation(
                new SignedText(request.path(), timestamp, request.data()),
                signature,
                expected,
                age(timestamp, entry.wallAt()),
                isRejected
                        ? CHECK_YOUR_WALLET + ChangedBytes.advice(entry.signed())
                        : finding(entry, request, signature.equals(expected), diagnosis),
                isRejected);
    }

    /** Stops the clock at the moment of an exchange. */
    private static Clock clock(Entry entry) {
        return Clock.fixed(entry.wallAt(), ZoneOffset.UTC);
    }

    /**
     * Returns the numbers of the callbacks that the wallet had to reject with 401 and did: those whose signature was not valid (SIG-13),
     * or whose timestamp was more than five minutes off (SIG-10). Their verdict is that of an error response, so pages mark them.
     */
    static Set<Long> requiredRejections(List<Entry> entries, Operators operators) {
        return entries.stream()
                .filter(entry -> entry.direction() == Direction.TO_WALLET && entry.status() == UNAUTHORIZED)
                .filter(entry -> operators
                        .find(entry.operator())
                        .map(operator -> new Verifier(operator.keys(), clock(entry)))
                        .map(verifier ->
                                verifier.verify(RawMessage.of(entry.request()).received()))
                        .filter(Rejected.class::isInstance)
                        .isPresent())
                .map(Entry::id)
                .collect(Collectors.toSet());
    }

    /** Compares the request with the signed bytes, which the simulator knows and the wallet does not. */
    private static String finding(Entry entry, RawMessage request, boolean matches, Diagnosis diagnosis) {
        // Only the beginning of an unauthenticated call is kept.
        if (entry.direction() == Direction.FROM_OPERATOR && request.missingBytes() > 0) {
            return "Only the first " + request.body().length
                    + " bytes of the body were kept, so the signature cannot be"
                    + " checked here. Send the call again with a shorter body.";
        }
        if (matches || entry.direction() == Direction.FROM_OPERATOR) {
            return sentence(diagnosis.finding());
        }
        var arrived = request.signedBytes(request.header(RawMessage.TIMESTAMP));
        return Arrays.equals(arrived, entry.signed())
                ? "The signed string was sent unchanged, so the signature was made with another secret or altered"
                        + " (SIG-13)."
                : "The request was changed after it was signed (SIG-8): it had " + entry.signed().length
                        + " bytes and arrived with " + arrived.length + ".";
    }

    private static String sentence(String finding) {
        return finding.endsWith(".") ? finding : finding + ".";
    }

    private static @Nullable String age(String timestamp, Instant at) {
        if (!timestamp.matches("[0-9]{1,15}")) {
            return null;
        }
        var age = Duration.ofMillis(at.toEpochMilli() - Long.parseLong(timestamp));
        var text = age.abs().toSeconds() < 1
                ? "equal to the time of sending"
                : age.abs().toSeconds() + " s " + (age.isNegative() ? "after" : "before") + " the time of sending";
        return text
                + (age.abs().compareTo(Verifier.TOLERANCE) > 0
                        ? ", outside the five-minute limit"
                        : ", within the five-minute limit");
    }

    /**
     * Holds the signed string part by part, as a page shows it (SIG-1).
     *
     * @param path the raw path
     * @param timestamp the timestamp header as sent
     * @param data the body, query or nothing
     */
    record SignedText(String path, String timestamp, byte[] data) {
        private static final int MAX_SHOWN = 4096;

        /** Returns the whole string, to copy, or null if it is not UTF-8. */
        @Nullable
        String exact() {
            return WireBytes.text(data)
                    .map(text -> path + "|" + timestamp + "|" + text)
                    .orElse(null);
        }

        /** Returns the data as far as it is shown. */
        String text() {
            return new String(data, 0, shown(), StandardCharsets.UTF_8);
        }

        int shown() {
            return Math.min(data.length, MAX_SHOWN);
        }
    }
}
