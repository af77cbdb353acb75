package dev.operatorkit.signing;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Holds what a {@link Hypothesis} examines: the request, the bytes of the signature in any form, and
 * the keys to try.
 */
final class Evidence {
    /** Limits the bytes that one diagnosis hashes, for a body of any size. */
    private static final long BUDGET = 48L << 20;

    final String method;
    final String path;
    final @Nullable String query;
    final String timestamp;
    final byte[] body;
    final byte[] data;
    final String signatureText;

    private final List<SecretKeySpec> keys;
    private final List<Hmac> hmacs;
    private final byte[] signature;
    private long left = BUDGET;

    Evidence(SecretKeys keySet, ReceivedRequest received) {
        keys = keySet.specs();
        hmacs = keySet.hmacs();
        method = received.method();
        path = received.rawPath();
        query = received.rawQuery();
        timestamp = received.timestamps().get(0);
        body = received.body();
        data = SignedData.of(query, body);
        signatureText = received.signatures().get(0);
        signature = decode(signatureText);
    }

    static boolean isSingle(ReceivedRequest received) {
        return received.timestamps().size() == 1 && received.signatures().size() == 1;
    }

    boolean hasBody() {
        return body.length > 0;
    }

    String bodyText() {
        return new String(body, StandardCharsets.UTF_8);
    }

    /** Returns the string that should have been signed. */
    byte[] expectedMessage() {
        return message(path, timestamp, data);
    }

    /** Returns how many more messages of this size may be hashed. */
    long limitToBudget(int size) {
        return left / (size + 256L) / keys.size();
    }

    /** Returns true if the signature is valid, in any form. */
    boolean isSigned() {
        return isSigned(expectedMessage());
    }

    /** Returns true if this message was signed with one of the keys. */
    boolean isSigned(byte[] message) {
        return hmacs.stream().anyMatch(hmac -> takeFromBudget(message.length) && matches(hmac.compute(message)));
    }

    /** Returns true if the expected string was signed with this algorithm and one of the keys. */
    boolean isSignedBy(String algorithm) {
        return keys().anyMatch(key -> isHmac(algorithm, key, expectedMessage()));
    }

    Stream<byte[]> keys() {
        return keys.stream().map(SecretKeySpec::getEncoded);
    }

    boolean isHmac(String algorithm, byte[] key, byte[] message) {
        if (!takeFromBudget(message.length) || key.length == 0) {
            return false;
        }
        try {
            var mac = Mac.getInstance(algorithm);
            mac.init(new SecretKeySpec(key, algorithm));
            return matches(mac.doFinal(message));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no " + algorithm, e);
        }
    }

    boolean isHash(String algorithm, byte[] message) {
        return takeFromBudget(message.length) && matches(hash(algorithm, message));
    }

    /** Returns true if an expected signature matches the form; the expected signature never leaves this class. */
    boolean isForm(SignatureForm form) {
        return hmacs.stream()
                .map(hmac -> hmac.compute(path, timestamp, data))
                .filter(expected -> !HexFormat.of().formatHex(expected).equals(signatureText))
                .anyMatch(expected -> form.matches(expected, signatureText));
    }

    /** Checks whether the text is a form of the signature. */
    interface SignatureForm {
        boolean matches(byte[] expected, String text);
    }

    static byte[] hash(String algorithm, byte[] message) {
        try {
            return MessageDigest.getInstance(algorithm).digest(message);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no " + algorithm, e);
        }
    }

    static byte[] message(String path, String timestamp, byte[] data) {
        return join(bytes(path + '|' + timestamp + '|'), data);
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static byte[] join(byte[]... parts) {
        var joined = new ByteArrayOutputStream();
        for (var part : parts) {
            joined.writeBytes(part);
        }
        return joined.toByteArray();
    }

    private boolean matches(byte[] computed) {
        return MessageDigest.isEqual(signature, computed);
    }

    private boolean takeFromBudget(int size) {
        left -= size + 256L;
        return left > 0;
    }

    /** Decodes the text from hex or Base64; returns an empty array if it is neither. */
    private static byte[] decode(String text) {
        var bare = text.strip().replaceFirst("^(?i)(0x|(hmac-?)?sha-?512=)", "");
        try {
            return HexFormat.of().parseHex(bare.toLowerCase(Locale.ROOT));
        } catch (IllegalArgumentException notHex) {
            return decodeBase64(bare);
        }
    }

    private static byte[] decodeBase64(String text) {
        try {
            return Base64.getDecoder().decode(text.replace('-', '+').replace('_', '/'));
        } catch (IllegalArgumentException notBase64) {
            return new byte[0];
        }
    }
}
