package dev.operatorkit.http.guard;

/**
 * Holds what the connections of one server share.
 *
 * @param connections the open sockets
 * @param bodies the bodies of requests on their way
 * @param held the heads that arrived in several parts and the responses that are being written, limited in bytes
 * @param broken the log of requests that did not arrive completely
 * @param failed the log of requests and responses that failed unexpectedly
 * @param done called after each request
 */
record ServerBounds(
        Connections connections,
        BytesInFlight bodies,
        BytesInFlight held,
        ThrottledLog broken,
        ThrottledLog failed,
        Runnable done) {}
