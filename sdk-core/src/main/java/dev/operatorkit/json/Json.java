package dev.operatorkit.json;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import dev.operatorkit.money.Amount;
import dev.operatorkit.wire.Balance;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** The one JSON configuration (D-38). */
public final class Json {
    private static final DateTimeFormatter MILLIS =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);
    private static final ObjectMapper MAPPER = mapper();

    private Json() {}

    /** Reads one object and nothing after it; MalformedJsonException says what is wrong. */
    public static <T> T read(byte[] bytes, Class<T> type) {
        try {
            // The parser would guess UTF-16 and UTF-32 and let some broken UTF-8 pass.
            var text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            var value = MAPPER.readValue(text.toString(), type);
            if (value == null) {
                throw new MalformedJsonException("the body is null");
            }
            return value;
        } catch (CharacterCodingException e) {
            throw new MalformedJsonException("the body is not UTF-8");
        } catch (JacksonException e) {
            var cause = e.getCause();
            throw new MalformedJsonException(
                    cause instanceof IllegalArgumentException && cause.getMessage() != null
                            ? cause.getMessage()
                            : e.getOriginalMessage());
        }
    }

    /** Writes a record as UTF-8. */
    public static byte[] write(Object value) {
        try {
            return MAPPER.writeValueAsBytes(value);
        } catch (JacksonException e) {
            throw new IllegalArgumentException("cannot be written as JSON: " + value.getClass(), e);
        }
    }

    private static ObjectMapper mapper() {
        var factory = JsonFactory.builder()
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(16)
                        .maxNumberLength(60)
                        .build())
                .build();
        var module = new SimpleModule("operatorkit")
                .addDeserializer(Amount.class, new AmountReader())
                .addSerializer(Instant.class, new InstantWriter())
                .addSerializer(Balance.class, new BalanceWriter());
        return JsonMapper.builder(factory)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .addModule(module)
                .build();
    }

    private static final class AmountReader extends JsonDeserializer<Amount> {
        @Override
        public Amount deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            if (!parser.currentToken().isNumeric()) {
                throw context.weirdStringException(parser.getText(), Amount.class, "an amount must be a number");
            }
            return Amount.parse(parser.getText());
        }
    }

    private static final class InstantWriter extends JsonSerializer<Instant> {
        @Override
        public void serialize(Instant value, JsonGenerator out, SerializerProvider provider) throws IOException {
            out.writeString(MILLIS.format(value));
        }
    }

    private static final class BalanceWriter extends JsonSerializer<Balance> {
        @Override
        public void serialize(Balance value, JsonGenerator out, SerializerProvider provider) throws IOException {
            out.writeStartObject();
            out.writeFieldName("amount");
            out.writeNumber(value.money().toDecimal());
            out.writeStringField("currency", value.money().currency().code());
            out.writeStringField("updatedAt", MILLIS.format(value.updatedAt()));
            out.writeEndObject();
        }
    }
}
