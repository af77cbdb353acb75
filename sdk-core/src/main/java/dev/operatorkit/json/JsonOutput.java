package dev.operatorkit.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes objects field by field and omits nulls. */
final class JsonOutput {
    /** Writes one value. */
    interface FieldWriter<T> {
        void write(T value, JsonOutput out) throws IOException;
    }

    private final JsonGenerator generator;

    JsonOutput(JsonGenerator generator) {
        this.generator = generator;
    }

    JsonOutput begin() throws IOException {
        generator.writeStartObject();
        return this;
    }

    void end() throws IOException {
        generator.writeEndObject();
    }

    JsonOutput text(String name, @Nullable String value) throws IOException {
        if (value != null) {
            generator.writeStringField(name, value);
        }
        return this;
    }

    /** Writes a number in plain decimal notation, so that no binary fraction is involved (D-19). */
    JsonOutput number(String name, String plainDecimal) throws IOException {
        generator.writeFieldName(name);
        generator.writeNumber(plainDecimal);
        return this;
    }

    JsonOutput number(String name, @Nullable Integer value) throws IOException {
        if (value != null) {
            generator.writeNumberField(name, value);
        }
        return this;
    }

    /** Writes a number, or null, since the field is always present (D-60). */
    JsonOutput numberOrNull(String name, @Nullable Integer value) throws IOException {
        if (value != null) {
            return number(name, value);
        }
        generator.writeNullField(name);
        return this;
    }

    JsonOutput bool(String name, @Nullable Boolean value) throws IOException {
        if (value != null) {
            generator.writeBooleanField(name, value);
        }
        return this;
    }

    JsonOutput time(String name, @Nullable Instant value) throws IOException {
        return value == null ? this : text(name, UtcTime.format(value));
    }

    <T> JsonOutput object(String name, @Nullable T value, FieldWriter<T> writing) throws IOException {
        if (value != null) {
            generator.writeFieldName(name);
            writing.write(value, this);
        }
        return this;
    }

    <T> JsonOutput list(String name, List<T> values, FieldWriter<T> writing) throws IOException {
        generator.writeArrayFieldStart(name);
        for (var value : values) {
            writing.write(value, this);
        }
        generator.writeEndArray();
        return this;
    }

    JsonOutput texts(String name, List<String> values) throws IOException {
        return list(name, values, (value, out) -> out.generator.writeString(value));
    }

    /** Writes a record component by component. */
    void bind(ObjectMapper mapper, @Nullable Object value) throws IOException {
        mapper.writeValue(generator, value);
    }

    /** Writes a value that {@link FieldCursor#anything} can read. */
    JsonOutput anything(String name, Object value) throws IOException {
        generator.writePOJOField(name, value);
        return this;
    }
}
