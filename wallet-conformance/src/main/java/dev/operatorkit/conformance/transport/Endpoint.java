package dev.operatorkit.conformance.transport;

/**
 * Holds the host and port of a server.
 *
 * @param tls true if it is called over HTTPS (GEN-1)
 * @param host the name, or an address literal without brackets
 */
public record Endpoint(boolean tls, String host, int port) {
    /** Returns the value of the {@code Host} header. */
    public String authority() {
        var name = host.indexOf(':') >= 0 ? "[" + host + "]" : host;
        return port == (tls ? 443 : 80) ? name : name + ":" + port;
    }

    @Override
    public String toString() {
        return (tls ? "https://" : "http://") + authority();
    }
}
