package dev.operatorkit.conformance.wallets;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads request bodies for the {@link ConfigurableWallet}. */
public final class RequestBody {
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private RequestBody() {}

    /** Parses a body; returns null when it is no JSON object. */
    static @Nullable JsonNode parse(byte[] body) {
        try {
            var json = JSON.readTree(text(body));
            return json.isObject() ? json : null;
        } catch (JsonProcessingException e) {
            return null;
        }
    }

    /** Parses the object in a text; returns a missing node when there is none. */
    public static JsonNode json(String text) {
        var json = parse(utf8(text.substring(Math.max(0, text.indexOf('{')))));
        return json == null ? MissingNode.getInstance() : json;
    }

    public static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    public static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
