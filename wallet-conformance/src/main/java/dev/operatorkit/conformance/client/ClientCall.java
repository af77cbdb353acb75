package dev.operatorkit.conformance.client;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.operatorkit.conformance.transport.Header;
import dev.operatorkit.conformance.wire.Exchange;
import dev.operatorkit.conformance.wire.RecordedMessage;
import dev.operatorkit.conformance.wire.Secret;
import dev.operatorkit.conformance.wire.WalletResponse;
import dev.operatorkit.conformance.wire.WireBytes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Holds a call of the Customer API as received, neither decoded nor parsed (SIG-14), with the response of the service.
 *
 * @param exchange every byte of it
 * @param method the method
 * @param path the path, still percent-encoded
 * @param query the query without {@code ?}, or null
 * @param headers the headers in order, without the white space around their values
 * @param body the bytes of the body, transfer coding undone
 */
public record ClientCall(
        Exchange exchange,
        String method,
        String path,
        @Nullable String query,
        List<Header> headers,
        byte[] body) {
    private static final ObjectMapper JSON = WalletResponse.exactJson().build();
    private static final ObjectMapper STRICT = WalletResponse.exactJson()
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            .build();
    /** Begins a target in absolute form, which clients send to a forward proxy: the path is what follows (SIG-2). */
    private static final Pattern ABSOLUTE = Pattern.compile("(?i)^https?://[^/?]*(?=[/?])");

    private static final char BYTE_ORDER_MARK = '\ufeff';

    /** Classifies a body by whether a receiver can read it as JSON, which in {@code OTHER_ENCODING} is not plain UTF-8. */
    enum Syntax {
        NONE,
        VALID,
        DUPLICATE_KEY,
        OTHER_ENCODING,
        INVALID
    }

    /** Reads a call from the bytes that were received. */
    public static ClientCall of(Exchange exchange) {
        var message = RecordedMessage.of(exchange.sent(), StandardCharsets.ISO_8859_1);
        var start = message.start().split(" ", 3);
        var target = start.length < 2 ? "" : ABSOLUTE.matcher(start[1]).replaceFirst("");
        var question = target.indexOf('?');
        return new ClientCall(
                exchange,
                start[0],
                question < 0 ? target : target.substring(0, question),
                question < 0 ? null : target.substring(question + 1),
                message.strippedHeaders(),
                message.body());
    }

    /** Returns the endpoint that it names, if there is one. */
    public Optional<ApiEndpoint> endpoint() {
        return ApiEndpoint.of(method, path);
    }

    boolean isTo(ApiEndpoint endpoint) {
        return endpoint().filter(endpoint::equals).isPresent();
    }

    /** Returns every value of a header. */
    List<String> values(String name) {
        return headers.stream()
                .filter(header -> header.is(name))
                .map(Header::value)
                .toList();
    }

    /** Returns the first value of a header. */
    Optional<String> header(String name) {
        return values(name).stream().findFirst();
    }

    boolean isConditional() {
        return header("If-None-Match").or(() -> header("If-Modified-Since")).isPresent();
    }

    /** Returns the response, when one was sent whole. */
    Optional<WalletResponse> response() {
        return WalletResponse.recordedIn(exchange);
    }

    /** Returns the status of the response, or 0 without one. */
    int status() {
        return response().map(WalletResponse::status).orElse(0);
    }

    /** Returns true when the service did what the call asks for and said so. */
    boolean isServed() {
        return status() >= 200 && status() < 300;
    }

    /** Returns the third part of the signed text (SIG-5, SIG-6, SIG-7). */
    byte[] data() {
        return body.length > 0 || query == null ? body : query.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Returns true when the signature is the one of this secret over what was sent. */
    public boolean isSignedBy(Secret secret) {
        return header(CallJudges.SIGNATURE)
                .filter(SignatureJudge.sign(this, header(CallJudges.TIMESTAMP).orElse(""), secret)::equals)
                .isPresent();
    }

    /** Returns the last segment of the path, decoded, when the endpoint has a variable. */
    String variable() {
        var raw = endpoint().map(each -> each.variable(path)).orElse("");
        return Parameters.decode(raw, false).orElse(raw);
    }

    /** Returns the first value of a parameter of the query; empty when it is not there. */
    String parameter(String name) {
        return new Parameters(query).get(name);
    }

    Syntax syntax() {
        if (body.length == 0) {
            return Syntax.NONE;
        }
        if (WireBytes.text(body)
                .filter(text -> text.charAt(0) != BYTE_ORDER_MARK)
                .isEmpty()) {
            return Syntax.OTHER_ENCODING;
        }
        if (read(STRICT).isPresent()) {
            return Syntax.VALID;
        }
        return read(JSON).isPresent() ? Syntax.DUPLICATE_KEY : Syntax.INVALID;
    }

    /** Returns the body as JSON; a missing node when it is not JSON. */
    JsonNode json() {
        return body.length == 0 ? MissingNode.getInstance() : read(JSON).orElse(MissingNode.getInstance());
    }

    private Optional<JsonNode> read(ObjectMapper mapper) {
        try {
            return Optional.ofNullable(mapper.readTree(body));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Returns method and path, for people. */
    String describe() {
        return method + " " + path;
    }
}
