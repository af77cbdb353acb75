package dev.operatorkit.conformance.transport;

import java.util.Optional;
import java.util.function.Supplier;

/** Calls one server: over HTTP, or in a simulation. */
public interface Transport extends AutoCloseable {
    /** Returns the certificate verdict of the newest connection (GEN-1). */
    TlsVerdict tlsVerdict();

    /** Connects without sending anything and checks the certificate. Returns the failure, or empty. */
    Optional<String> probe();

    /**
     * Sends a request and returns its result. Never throws for errors of the server.
     *
     * @param signing makes the request, again if it is sent again
     */
    <R extends RawRequest> Transmission<R> send(Supplier<R> signing, Sending sending);

    /** Closes the connections that are kept. */
    @Override
    void close();
}
