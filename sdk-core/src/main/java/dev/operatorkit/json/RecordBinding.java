package dev.operatorkit.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import dev.operatorkit.money.Amount;
import dev.operatorkit.money.CurrencyCode;
import java.io.IOException;
import java.time.Instant;

/** Maps records component by component, with the wire formats of numbers, currencies and times. */
final class RecordBinding {
    private RecordBinding() {}

    static ObjectMapper mapper(JsonFactory factory) {
        var module = new SimpleModule("operatorkit")
                .addDeserializer(Amount.class, reading(in -> in.required(in.amount())))
                .addDeserializer(CurrencyCode.class, reading(in -> in.required(in.currency())))
                .addDeserializer(Instant.class, reading(in -> in.required(in.time())))
                .addSerializer(Amount.class, writing((amount, out) -> out.writeNumber(amount.toPlainString())))
                .addSerializer(CurrencyCode.class, writing((currency, out) -> out.writeString(currency.code())))
                .addSerializer(Instant.class, writing((time, out) -> out.writeString(UtcTime.format(time))));
        return JsonMapper.builder(factory)
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .disable(DeserializationFeature.WRAP_EXCEPTIONS)
                .addModule(module)
                .build();
    }

    private interface Written<T> {
        void write(T value, JsonGenerator out) throws IOException;
    }

    private static <T> JsonDeserializer<T> reading(FieldCursor.FieldReader<T> reading) {
        return new JsonDeserializer<>() {
            @Override
            public T deserialize(JsonParser parser, DeserializationContext context) throws IOException {
                return reading.read(new FieldCursor(parser));
            }
        };
    }

    private static <T> JsonSerializer<T> writing(Written<T> written) {
        return new JsonSerializer<>() {
            @Override
            public void serialize(T value, JsonGenerator out, SerializerProvider provider) throws IOException {
                written.write(value, out);
            }
        };
    }
}
