package dev.operatorkit.malformed;

import java.util.List;
import java.util.Set;

/**
 * Holds a malformed request and what the server may do with it.
 *
 * @param rule the name of the rule that it was made by
 * @param isHead true if its response has no body
 * @param bytes the bytes of the request
 * @param statuses the statuses that are allowed, for each of the responses in order
 * @param end what follows the request
 */
record MalformedRequest(String rule, boolean isHead, byte[] bytes, List<Set<Integer>> statuses, End end) {
    /** Defines what follows a request, and what the server must do with that. */
    enum End {
        /** A request that writes follows. The server closes the connection without reading it. */
        CLOSED,
        /** A request that reads follows. The server serves it, or closes the connection before it. */
        OPEN,
        /** Nothing follows: the sender ends its output. The server may also close the connection without a response. */
        CUT
    }
}
