package dev.operatorkit.http.guard;

import io.helidon.http.Status;
import java.util.Optional;

/** Describes why the server rejected input that never became a request. */
public final class RejectionMessages {
    private RejectionMessages() {}

    /** Returns the message of a status, with what to do next; empty for a status that does not say what is wrong. */
    public static Optional<String> find(Status status) {
        return switch (status.code()) {
            case 413 -> Optional.of("the body is larger than allowed");
            case 414 -> Optional.of("the request line is too long");
            case 431 -> Optional.of("the headers are too large");
            case 501 ->
                Optional.of("the method or the transfer coding is not supported. Send the method in upper case.");
            case 503 -> Optional.of("too many concurrent requests. Send it again later.");
            case 505 -> Optional.of("this version of HTTP is not served. Use HTTP/1.1.");
            default -> Optional.empty();
        };
    }
}
