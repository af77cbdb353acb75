package dev.operatorkit.reference;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.wallet.testkit.SignedCallback;
import java.time.Clock;

/** Writes signed callbacks as raw text, so that they can be malformed. */
public final class CallbackText {
    private static final SecretKeys KEYS = SecretKeys.of(WalletUnderTest.SECRET);

    private CallbackText() {}

    /** Returns the signature headers with line ends. */
    public static String signature(SignedCallback callback) {
        var signed = callback.sign("/wallet", KEYS, Clock.systemUTC()).signedRequest();
        return "X-Svc-Timestamp: " + signed.timestamps().get(0) + "\r\nX-Svc-Signature: "
                + signed.signatures().get(0) + "\r\n";
    }

    /** Returns the request line and the headers that every request has, with line ends. */
    public static String head(SignedCallback callback) {
        var signed = callback.sign("/wallet", KEYS, Clock.systemUTC()).signedRequest();
        var query = signed.rawQuery() == null ? "" : "?" + signed.rawQuery();
        return signed.method() + " " + signed.rawPath() + query
                + " HTTP/1.1\r\nHost: wallet\r\nContent-Type: application/json\r\n";
    }

    /** Returns a well-formed request with keep-alive. */
    public static String request(SignedCallback callback) {
        return head(callback) + signature(callback) + "Content-Length: " + callback.body().length + "\r\n\r\n"
                + body(callback);
    }

    /** Returns the body, one character for each byte. */
    public static String body(SignedCallback callback) {
        return new String(callback.body(), ISO_8859_1);
    }
}
