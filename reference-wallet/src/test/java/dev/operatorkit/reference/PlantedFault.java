package dev.operatorkit.reference;

import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** Lists faults that HTTP servers have had, each as what a proxy in front of a right server would change to show it. */
enum PlantedFault {
    CHUNK_SIZE_WITH_A_SIGN(inRequests("\r\n\\+([0-9a-f]{2,3}\r\n)", "\r\n$1")),
    TWO_BYTES_IN_PLACE_OF_CRLF(inRequests("\\}(xx|  |\n\n)0\r\n", "}\r\n0\r\n")),
    LF_ENDS_A_LINE(inRequests("(?<!\r)\n", "\r\n")),
    METHOD_IN_LOWER_CASE(inRequests("(?m)^(?:post|get) /", method -> method.toUpperCase(Locale.ROOT))),
    FRAGMENT_DROPPED(inRequests("#\\S* HTTP/1", " HTTP/1")),
    BLANK_BEFORE_THE_COLON(inRequests("(?m)^(Content-Length|Transfer-Encoding|Host|X-Odd)[ \t]:", "X-Odd:")),
    SIGNATURE_IN_UPPER_CASE(inRequests("e: [0-9A-F]{128}", signature -> signature.toLowerCase(Locale.ROOT))),
    FIRST_OF_TWO_SIGNATURES(
            inRequests("(?s)(X-Svc-Signature: [0-9a-f]{128}\r\n)(.*?)(?<=\n)X-Svc-Signature: [^\n]*\n", "$1$2")),
    CONTENT_NOT_CHECKED(inResponses("HTTP/1.1 422 [^\r]*", "HTTP/1.1 200 OK")),
    INTERNAL_ERROR(inResponses("HTTP/1.1 401 [^\r]*", "HTTP/1.1 500 Internal Server Error")),
    ERROR_IN_HTML(inResponses("\\{\"message\":\"", "<html><body>")),
    NEXT_REQUEST_SERVED(inResponses("(?s)(HTTP/1.1 400 .*)", "$1HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"));

    /** Holds a change for each direction. */
    private record Change(UnaryOperator<String> ofRequest, UnaryOperator<String> ofResponse) {}

    private final Change change;

    PlantedFault(Change change) {
        this.change = change;
    }

    private static Change inRequests(String pattern, String replacement) {
        return new Change(text -> text.replaceAll(pattern, replacement), UnaryOperator.identity());
    }

    private static Change inRequests(String pattern, UnaryOperator<String> replacement) {
        return new Change(
                text -> Pattern.compile(pattern).matcher(text).replaceAll(found -> replacement.apply(found.group())),
                UnaryOperator.identity());
    }

    private static Change inResponses(String pattern, String replacement) {
        return new Change(UnaryOperator.identity(), text -> text.replaceAll(pattern, replacement));
    }

    /** Changes bytes from the caller. */
    String changeRequest(String bytes) {
        return change.ofRequest().apply(bytes);
    }

    /** Changes bytes from the server. */
    String changeResponse(String bytes) {
        return change.ofResponse().apply(bytes);
    }
}
