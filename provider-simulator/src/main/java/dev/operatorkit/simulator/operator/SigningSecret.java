package dev.operatorkit.simulator.operator;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/** Holds the bytes of the secret that signs, for the tools that do not sign with our signer. It is never printed (SIG-17). */
public final class SigningSecret {
    private final byte[] bytes;

    private SigningSecret(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Returns the secret of these characters, in UTF-8. */
    public static SigningSecret of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the secret of these bytes: a file without its trailing newline. */
    public static SigningSecret of(byte[] bytes) {
        if (bytes.length == 0) {
            throw new IllegalArgumentException("the secret is empty");
        }
        return new SigningSecret(bytes.clone());
    }

    /** Returns the secret itself; hand it to a signer and keep it out of logs. */
    public byte[] bytes() {
        return bytes.clone();
    }

    /** Returns true if the other secret has the same bytes. */
    public boolean isSame(SigningSecret other) {
        return MessageDigest.isEqual(bytes, other.bytes);
    }

    @Override
    public String toString() {
        return "SigningSecret[hidden]";
    }
}
