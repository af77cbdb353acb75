package dev.operatorkit.http.guard;

/**
 * Holds what the connections of one server share.
 *
 * @param connections the open sockets
 * @param bodies the bodies of requests on their way
 * @param held the heads that did not arrive in one go and the responses that are being written, bounded in bytes
 * @param broken where requests are logged that did not arrive
 * @param done called after each request
 */
record ServerBounds(
        Connections connections, BodiesInFlight bodies, BodiesInFlight held, ThrottledLog broken, Runnable done) {}
