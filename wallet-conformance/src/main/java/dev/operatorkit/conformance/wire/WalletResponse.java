package dev.operatorkit.conformance.wire;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.operatorkit.conformance.transport.WireResult.Answered;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Holds the response of the wallet. Reading it never throws: an absent field is a missing node. */
public final class WalletResponse {
    private static final ObjectMapper JSON = exactJson().build();

    private final Answered answered;
    private final Exchange exchange;
    private final JsonNode json;

    WalletResponse(Answered answered, Exchange exchange) {
        this.answered = answered;
        this.exchange = exchange;
        this.json = parse(answered.body());
    }

    /** Reads the response of a recorded exchange; empty when none arrived whole, or when it cannot be read. */
    public static Optional<WalletResponse> recordedIn(Exchange exchange) {
        if (!exchange.note().isEmpty() && !exchange.note().equals(WireClient.SENT_AGAIN)) {
            return Optional.empty();
        }
        var message = RecordedMessage.of(exchange.received(), StandardCharsets.ISO_8859_1);
        while (message.isWhole() && message.start().matches("HTTP/1\\.\\d 1\\d\\d( .*)?")) {
            message = RecordedMessage.of(message.rest(), StandardCharsets.ISO_8859_1);
        }
        if (!message.isWhole() || !message.start().matches("HTTP/1\\.\\d [2-9]\\d\\d( .*)?")) {
            return Optional.empty();
        }
        var status = Integer.parseInt(message.start().substring(9, 12));
        var answered = new Answered(status, message.strippedHeaders(), message.body(), exchange.received());
        return Optional.of(new WalletResponse(answered, exchange));
    }

    /** Creates readers of JSON that keep every digit of a number, and read nothing that has more behind it. */
    public static JsonMapper.Builder exactJson() {
        return JsonMapper.builder()
                .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES);
    }

    private static JsonNode parse(byte[] body) {
        try {
            return body.length == 0 ? MissingNode.getInstance() : JSON.readTree(body);
        } catch (JacksonException e) {
            return MissingNode.getInstance();
        } catch (IOException e) {
            throw new IllegalStateException("an array cannot fail to be read", e);
        }
    }

    /** Returns the HTTP status. */
    public int status() {
        return answered.status();
    }

    /** Returns the body as JSON; a missing node when it is not JSON. */
    public JsonNode json() {
        return json;
    }

    /** Returns the body as text. */
    public String text() {
        return new String(answered.body(), StandardCharsets.UTF_8);
    }

    /** Returns the raw body, without its chunk framing. */
    public byte[] body() {
        return answered.body();
    }

    /** Returns the length of the body in bytes. */
    public int length() {
        return answered.body().length;
    }

    /** Returns the first header of that name. */
    public Optional<String> header(String name) {
        return answered.values(name).stream().findFirst();
    }

    /** Returns the exchange that this response belongs to. */
    public Exchange exchange() {
        return exchange;
    }

    /** Returns {@code balance.amount}, also when it is written as a string, so that one mistake does not hide the others. */
    public @Nullable BigDecimal balance() {
        var amount = json.path("balance").path("amount");
        try {
            var value = amount.isNumber()
                    ? amount.decimalValue()
                    : amount.isTextual() ? new BigDecimal(amount.asText()) : null;
            return value == null || value.precision() > 100 || Math.abs(value.scale()) > 100 ? null : value;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /** Returns {@code operatorTransactionId} as text, empty when there is none. */
    public String operatorTransactionId() {
        return json.path("operatorTransactionId").asText("");
    }

    /** Returns true for a transaction result with status 200. */
    public boolean isResult() {
        return status() == 200 && json.has("operatorTransactionId");
    }
}
