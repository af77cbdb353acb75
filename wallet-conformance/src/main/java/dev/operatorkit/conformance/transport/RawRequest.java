package dev.operatorkit.conformance.transport;

/** Provides a request as it is sent. */
public interface RawRequest {
    /** Returns every byte from the request line to the end of the body. */
    byte[] bytes();
}
