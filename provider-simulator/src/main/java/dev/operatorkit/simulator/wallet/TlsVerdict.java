package dev.operatorkit.simulator.wallet;

/** What was found out about the transport security of a wallet (GEN-1). */
public enum TlsVerdict {
    /** A valid certificate. */
    VALID("the certificate is valid"),
    /** Plain HTTP: good enough on one's own machine alone. */
    PLAIN_HTTP("plain HTTP; the specification asks for HTTPS"),
    /** Signed by itself. */
    SELF_SIGNED("the certificate is self-signed"),
    /** Past its last day. */
    EXPIRED("the certificate has expired"),
    /** Before its first day. */
    NOT_YET_VALID("the certificate is not valid yet"),
    /** Issued for another name. */
    WRONG_HOST("the certificate belongs to another host"),
    /** Issued by an authority that is not trusted here; see {@code --ca-cert}. */
    UNKNOWN_AUTHORITY("the certificate comes from an authority that is not trusted here"),
    /** No certificate was judged: the other side speaks no TLS, or another version of it. */
    NO_HANDSHAKE("no TLS handshake came about"),
    /** The wallet could not be reached. */
    UNREACHABLE("the wallet could not be reached");

    private final String words;

    TlsVerdict(String words) {
        this.words = words;
    }

    /** The verdict in words. */
    public String describe() {
        return words;
    }
}
