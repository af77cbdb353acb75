package dev.operatorkit.signing;

import dev.operatorkit.signing.Verification.Accepted;
import dev.operatorkit.signing.Verification.Reason;
import dev.operatorkit.signing.Verification.Rejected;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Explains why a signature was rejected, for the developer of the sending side: tries known mistakes and names the one
 * that produces this signature. A diagnosis computes hundreds of signatures or more, so use it only to investigate
 * rejections. Write its text to a log or a console, never into a response: it would help an attacker.
 *
 * @param hypothesis a stable identifier of the likely mistake, such as {@code path-prefix-stripped}; {@code unknown}
 *     if no known mistake explains the signature, {@code none} if the signature is valid
 * @param finding one sentence that says what is wrong and what to do
 * @param signedString the string that should have been signed, with the body truncated and tokens masked; contains no
 *     secret and no signature (SIG-17)
 */
public record Diagnosis(String hypothesis, String finding, String signedString) {
    public Diagnosis {
        Objects.requireNonNull(hypothesis, "hypothesis");
        Objects.requireNonNull(finding, "finding");
        Objects.requireNonNull(signedString, "signedString");
    }

    private static final int MAX_DATA_LENGTH = 200;
    /** Matches the name of a token: each letter may be escaped in JSON or in a URL, or followed by a zero byte as in UTF-16. */
    private static final String TOKEN =
            "token".chars().mapToObj(Diagnosis::spelling).collect(Collectors.joining()) + "(?!\\p{Alnum})";
    // A value that may end elsewhere is masked together with all that follows.
    private static final Pattern TOKEN_IN_QUERY = token("=)[^&]*+");
    private static final Pattern TOKEN_IN_BODY = token("\"\\s*+:\\s*+\")[^\"\\\\]*+(?=\"\\s*+[,}])");

    /**
     * Verifies the request as a {@link Verifier} with these keys and this clock does and, if the request is rejected,
     * looks for the cause.
     */
    public static Diagnosis of(SecretKeys keys, Clock clock, ReceivedRequest received) {
        var verification = new Verifier(keys, clock).verify(received);
        if (verification instanceof Rejected rejected) {
            return diagnose(keys, received, rejected);
        }
        return ((Accepted) verification).keyIndex() == 0
                ? new Diagnosis("none", "the signature is valid", abbreviate(received))
                : new Diagnosis("key-previous", Hypotheses.PREVIOUS_KEY, abbreviate(received));
    }

    private static Diagnosis diagnose(SecretKeys keys, ReceivedRequest received, Rejected rejected) {
        var shown = abbreviate(received);
        if (rejected.reason() == Reason.MISSING || !Evidence.isSingle(received)) {
            return new Diagnosis(
                    "header", rejected.detail() + ": each of the two headers must be sent exactly once", shown);
        }
        if (rejected.reason() == Reason.UNSIGNED_BODY) {
            return new Diagnosis(
                    "body-unsigned", rejected.detail() + ": the signature does not cover it (D-53)", shown);
        }
        var evidence = new Evidence(keys, received);
        if (rejected.reason() == Reason.TIMESTAMP_OUT_OF_RANGE && evidence.isSigned()) {
            return new Diagnosis(
                    "clock",
                    "the signature is valid, but " + rejected.detail()
                            + ": set the clock, and sign immediately before sending",
                    shown);
        }
        for (var hypothesis : Hypotheses.ALL) {
            var advice = hypothesis.trial().apply(evidence);
            if (advice.isPresent()) {
                var besides = rejected.reason() == Reason.TIMESTAMP_OUT_OF_RANGE ? "; also, " + rejected.detail() : "";
                return new Diagnosis(hypothesis.name(), advice.get() + besides, shown);
            }
        }
        // A malformed header is a cause itself; a signature that does not match needs one.
        var finding = rejected.reason() == Reason.MALFORMED
                ? rejected.detail()
                : rejected.detail() + ", and " + Hypotheses.UNKNOWN
                        + (evidence.hasBody() ? Hypotheses.UNKNOWN_BODY : "");
        return new Diagnosis("unknown", finding, shown);
    }

    private static String abbreviate(ReceivedRequest received) {
        var timestamp =
                received.timestamps().isEmpty() ? "" : received.timestamps().get(0);
        var data = new String(SignedData.of(received.rawQuery(), received.body()), StandardCharsets.UTF_8);
        var token = received.body().length > 0 ? TOKEN_IN_BODY : TOKEN_IN_QUERY;
        var masked = token.matcher(data)
                .replaceAll(found ->
                        Matcher.quoteReplacement((found.group(1) == null ? found.group(2) : found.group(1)) + "***"));
        return printable(received.rawPath()) + '|' + printable(timestamp) + '|' + printable(masked);
    }

    private static Pattern token(String value) {
        return Pattern.compile("(" + TOKEN + value + "|(" + TOKEN + ").*", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
    }

    private static String spelling(int letter) {
        var code = Integer.toHexString(letter);
        var capital = Integer.toHexString(Character.toUpperCase(letter));
        return "(?:" + (char) letter + "|(?:\\\\u00|%)(?:" + code + "|" + capital + "))\\x00*+";
    }

    private static String printable(String text) {
        var cut = text.length() <= MAX_DATA_LENGTH
                ? text
                : text.substring(0, MAX_DATA_LENGTH) + "… (" + text.length() + " characters)";
        var line = new StringBuilder();
        cut.codePoints().forEach(c -> {
            if (Character.isISOControl(c) || Character.getType(c) == Character.FORMAT) {
                line.append(String.format("\\u%04x", c));
            } else {
                line.appendCodePoint(c);
            }
        });
        return line.toString();
    }
}
