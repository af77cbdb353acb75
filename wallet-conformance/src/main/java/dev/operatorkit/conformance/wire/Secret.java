package dev.operatorkit.conformance.wire;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Holds the operator's secret. It signs as the specification says (SIG-1), and in every wrong way that a case needs, so it uses
 * only the JDK and accepts secrets of any length. It is never printed (SIG-17).
 */
public final class Secret {
    private static final String ALGORITHM = "HmacSHA512";

    private static final int PART = 8;
    private static final Pattern WORDS = Pattern.compile("[\\p{L} ]+");

    private final byte[] key;

    private Secret(byte[] key) {
        this.key = key;
    }

    /** Creates a secret of these characters, in UTF-8. */
    public static Secret of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Creates a secret of these bytes, which need not be text. */
    public static Secret of(byte[] bytes) {
        if (bytes.length == 0) {
            throw new IllegalArgumentException("the secret is empty");
        }
        return new Secret(bytes.clone());
    }

    /** Reads a secret from its file, without the newline at the end. */
    public static Secret in(Path file) throws IOException {
        return of(withoutNewline(Files.readAllBytes(file)));
    }

    /** Returns a copy without the line feed at the end, if there is one, and the carriage return before it. */
    public static byte[] withoutNewline(byte[] bytes) {
        var end = bytes.length;
        if (end > 0 && bytes[end - 1] == '\n') {
            end -= end > 1 && bytes[end - 2] == '\r' ? 2 : 1;
        }
        return Arrays.copyOf(bytes, end);
    }

    /** Returns the secret itself. Hand it to a signer and keep it out of logs. */
    public byte[] bytes() {
        return key.clone();
    }

    /** Returns true if the other secret has the same bytes. */
    public boolean isSame(Secret other) {
        return MessageDigest.isEqual(key, other.key);
    }

    /** Returns the valid signature (SIG-1). */
    public String sign(String path, String timestamp, byte[] data) {
        return hex(ALGORITHM, message(path, timestamp, data));
    }

    /** Returns an HMAC of any algorithm over any bytes, in lowercase hex. */
    public String hex(String algorithm, byte[] message) {
        return HexFormat.of().formatHex(mac(algorithm, message));
    }

    /** Returns the bytes of an HMAC of any algorithm. */
    public byte[] mac(String algorithm, byte[] message) {
        try {
            var mac = Mac.getInstance(algorithm);
            mac.init(new SecretKeySpec(key, algorithm));
            return mac.doFinal(message);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("This JVM does not offer " + algorithm, e);
        }
    }

    /** Returns the SHA-512 of the key and a message without HMAC, in lowercase hex: a way of signing that must be refused. */
    public String plainHash(byte[] message, boolean keyFirst) {
        try {
            var digest = MessageDigest.getInstance("SHA-512");
            digest.update(keyFirst ? key : message);
            return HexFormat.of().formatHex(digest.digest(keyFirst ? message : key));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("This JVM does not offer SHA-512", e);
        }
    }

    /** Returns true when {@code text} contains the secret. */
    public boolean isIn(String text) {
        return text.contains(text());
    }

    /** Returns the secret as a message shows it: its characters, or in hex if its bytes are not text. */
    private String text() {
        return WireBytes.text(key).orElseGet(() -> HexFormat.of().formatHex(key));
    }

    /** Returns true when {@code text} contains the beginning or the end of the secret, unless that is an ordinary word. */
    public boolean isPartlyIn(String text) {
        var whole = text();
        return whole.length() >= 2 * PART
                && Stream.of(whole.substring(0, PART), whole.substring(whole.length() - PART))
                        .anyMatch(part -> !WORDS.matcher(part).matches() && text.contains(part));
    }

    /** Shows the secret to what hides it in reports. */
    public void read(Consumer<String> reader) {
        reader.accept(text());
    }

    /** Returns the signed string: {@code path + "|" + timestamp + "|" + data}. */
    public static byte[] message(String path, String timestamp, byte[] data) {
        var head = (path + "|" + timestamp + "|").getBytes(StandardCharsets.UTF_8);
        var all = new byte[head.length + data.length];
        System.arraycopy(head, 0, all, 0, head.length);
        System.arraycopy(data, 0, all, head.length, data.length);
        return all;
    }

    @Override
    public String toString() {
        return "Secret[hidden]";
    }
}
