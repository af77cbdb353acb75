package dev.operatorkit.signing;

/** What the verifier found. */
public sealed interface Verification {

    /**
     * The request was signed by a holder of the secret, just now.
     *
     * @param keyIndex which secret of the ring it was: 0 is the one that signs (D-42)
     */
    record Accepted(int keyIndex) implements Verification {}

    /**
     * The request must be answered 401.
     *
     * @param reason the kind of trouble
     * @param detail one line for a log; holds no secret and no signature, neither the received nor the expected one
     */
    record Rejected(Reason reason, String detail) implements Verification {}

    /** Why a request was rejected. */
    enum Reason {
        /** A header is absent or empty. */
        MISSING,
        /** A header is there but cannot be what the specification asks for, or is there twice (D-39, D-55, GEN-4). */
        MALFORMED,
        /** The timestamp is more than the tolerance away from now (SIG-10). */
        TIMESTAMP_OUT_OF_RANGE,
        /** No secret of the ring makes this signature from what was received. */
        MISMATCH,
        /** A GET or DELETE came with a body, which the scheme does not cover (D-53). */
        UNSIGNED_BODY
    }
}
