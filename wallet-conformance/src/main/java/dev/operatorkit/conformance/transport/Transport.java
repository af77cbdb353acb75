package dev.operatorkit.conformance.transport;

import java.util.function.Supplier;

/** Calls one server: over HTTP, or in a simulation. */
public interface Transport extends AutoCloseable {
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
