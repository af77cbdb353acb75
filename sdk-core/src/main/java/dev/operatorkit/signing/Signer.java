package dev.operatorkit.signing;

import java.util.HexFormat;

/** Makes the value of {@code X-Svc-Signature} with the first secret of the ring. Safe for use by many threads. */
public final class Signer {
    private final Hmac hmac;

    /** Signs with the first of {@code keys}. */
    public Signer(SecretKeys keys) {
        hmac = new Hmac(keys.get(0));
    }

    /**
     * The signature, in lowercase hex (SIG-1).
     *
     * @param rawPath the path as on the wire, percent-encoding kept (SIG-2, D-40)
     * @param timestamp the very string that {@code X-Svc-Timestamp} carries (SIG-4)
     * @param data see {@link SignedData}
     */
    public String sign(String rawPath, String timestamp, byte[] data) {
        return HexFormat.of().formatHex(hmac.compute(rawPath, timestamp, data));
    }
}
