package dev.operatorkit.conformance.transport;

/** Defines the verdicts on the transport security of a wallet (GEN-1). */
public enum TlsVerdict {
    /** Reports a valid certificate. */
    VALID("the certificate is valid"),
    /** Reports plain HTTP, which is acceptable only on the same machine. */
    PLAIN_HTTP("plain HTTP; the specification requires HTTPS"),
    /** Reports a self-signed certificate. */
    SELF_SIGNED("the certificate is self-signed"),
    /** Reports an expired certificate. */
    EXPIRED("the certificate has expired"),
    /** Reports a certificate that is not valid yet. */
    NOT_YET_VALID("the certificate is not valid yet"),
    /** Reports a certificate for another name. */
    WRONG_HOST("the certificate belongs to another host"),
    /** Reports a certificate of an untrusted authority; see {@code --ca-cert}. */
    UNKNOWN_AUTHORITY("the certificate's authority is not trusted; trust it with --ca-cert"),
    /** Reports a failed handshake: the server speaks no TLS, or another version. */
    NO_HANDSHAKE("the TLS handshake failed"),
    /** Reports that the wallet could not be reached. */
    UNREACHABLE("the wallet could not be reached");

    private final String words;

    TlsVerdict(String words) {
        this.words = words;
    }

    /** Returns a description. */
    public String describe() {
        return words;
    }
}
