package dev.operatorkit.signing;

import java.util.Objects;

/** Represents the result of a verification. */
public sealed interface Verification {

    /**
     * Reports a valid signature with a timestamp within the tolerance.
     *
     * @param keyIndex the index of the secret that matched; 0 is the secret that signs (D-42)
     */
    record Accepted(int keyIndex) implements Verification {}

    /**
     * Reports a rejected request, to which the response must be 401.
     *
     * @param reason the reason for the rejection
     * @param detail one line for a log; contains no secret and no signature, neither the received nor the expected one
     */
    record Rejected(Reason reason, String detail) implements Verification {
        public Rejected {
            Objects.requireNonNull(reason, "reason");
            Objects.requireNonNull(detail, "detail");
        }
    }

    /** Lists the reasons for a rejection. */
    enum Reason {
        /** {@code X-Svc-Timestamp} or {@code X-Svc-Signature} is missing or empty. */
        MISSING,
        /**
         * {@code X-Svc-Timestamp} or {@code X-Svc-Signature} was sent more than once or does not have the specified
         * form (D-39, D-55, GEN-4).
         */
        MALFORMED,
        /**
         * The timestamp differs from the current time by more than the tolerance, in the past or in the future
         * (SIG-10).
         */
        TIMESTAMP_OUT_OF_RANGE,
        /** None of the secrets produces this signature for the received request. */
        MISMATCH,
        /** A GET or DELETE has a body, which the signature does not cover (D-53). */
        UNSIGNED_BODY
    }
}
