package dev.operatorkit.http.guard;

/**
 * Holds what the connections of one server share.
 *
 * @param connections the open sockets
 * @param bodies the bodies of requests on their way
 * @param responses the bytes of responses that are being written
 * @param broken where requests are logged that did not arrive
 * @param done called after each request
 */
record ServerBounds(
        Connections connections,
        BodiesInFlight bodies,
        BodiesInFlight responses,
        ThrottledLog broken,
        Runnable done) {}
