package dev.operatorkit.signing;

import java.util.HexFormat;

/** Computes the value of {@code X-Svc-Signature} with the first secret of a key set. Thread-safe. */
public final class Signer {
    /** Names the header with the time of the signature: Unix time in milliseconds (SIG-4). */
    public static final String TIMESTAMP_HEADER = "X-Svc-Timestamp";

    /** Names the header with the signature (SIG-1). */
    public static final String SIGNATURE_HEADER = "X-Svc-Signature";

    private final SecretSource keys;

    /** Creates a signer that uses the first secret of {@code keys}. */
    public Signer(SecretSource keys) {
        this.keys = keys;
    }

    /**
     * Returns the signature in lowercase hex (SIG-1).
     *
     * @param rawPath the path as it is sent, still percent-encoded (SIG-2, D-40)
     * @param timestamp exactly the value of the {@code X-Svc-Timestamp} header (SIG-4)
     * @param data the result of {@link SignedData#of}
     */
    public String sign(String rawPath, String timestamp, byte[] data) {
        return HexFormat.of().formatHex(keys.keys().hmacs().get(0).compute(rawPath, timestamp, data));
    }
}
