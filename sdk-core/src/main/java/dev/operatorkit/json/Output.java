package dev.operatorkit.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes objects field by field; what is null is left out. */
final class Output {
    /** Writes one value. */
    interface Writing<T> {
        void write(T value, Output out) throws IOException;
    }

    private final JsonGenerator generator;

    Output(JsonGenerator generator) {
        this.generator = generator;
    }

    Output begin() throws IOException {
        generator.writeStartObject();
        return this;
    }

    void end() throws IOException {
        generator.writeEndObject();
    }

    Output text(String name, @Nullable String value) throws IOException {
        if (value != null) {
            generator.writeStringField(name, value);
        }
        return this;
    }

    /** A number in its plain decimal form: digits as text, so that no binary fraction comes between (D-19). */
    Output number(String name, String plainDecimal) throws IOException {
        generator.writeFieldName(name);
        generator.writeNumber(plainDecimal);
        return this;
    }

    Output number(String name, @Nullable Integer value) throws IOException {
        if (value != null) {
            generator.writeNumberField(name, value);
        }
        return this;
    }

    /** A number that stands as null when there is none, since the field is always there (D-60). */
    Output numberOrNull(String name, @Nullable Integer value) throws IOException {
        if (value != null) {
            return number(name, value);
        }
        generator.writeNullField(name);
        return this;
    }

    Output bool(String name, @Nullable Boolean value) throws IOException {
        if (value != null) {
            generator.writeBooleanField(name, value);
        }
        return this;
    }

    Output time(String name, @Nullable Instant value) throws IOException {
        return value == null ? this : text(name, UtcTime.format(value));
    }

    <T> Output object(String name, @Nullable T value, Writing<T> writing) throws IOException {
        if (value != null) {
            generator.writeFieldName(name);
            writing.write(value, this);
        }
        return this;
    }

    <T> Output list(String name, List<T> values, Writing<T> writing) throws IOException {
        generator.writeArrayFieldStart(name);
        for (var value : values) {
            writing.write(value, this);
        }
        generator.writeEndArray();
        return this;
    }

    Output texts(String name, List<String> values) throws IOException {
        return list(name, values, (value, out) -> out.generator.writeString(value));
    }

    /** A value by its components. */
    void bind(ObjectMapper mapper, @Nullable Object value) throws IOException {
        mapper.writeValue(generator, value);
    }

    /** A value as {@link Fields#anything} reads it. */
    Output anything(String name, Object value) throws IOException {
        generator.writePOJOField(name, value);
        return this;
    }
}
