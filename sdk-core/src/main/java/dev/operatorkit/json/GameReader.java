package dev.operatorkit.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import dev.operatorkit.wire.Game;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads and writes a game, which keeps every field that the specification does not define (D-1). */
final class GameReader extends JsonDeserializer<Game> {
    @Override
    public Game deserialize(JsonParser parser, DeserializationContext context) throws IOException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            throw FieldPath.wrong(parser, "must be an object");
        }
        String slug = null;
        Boolean available = null;
        Boolean freeRound = null;
        List<String> restrictedCountries = List.of();
        var others = new HashMap<String, Object>();
        for (var name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            if (parser.nextToken() == JsonToken.VALUE_NULL) {
                continue;
            }
            switch (name) {
                case "slug" -> slug = WireModule.text(parser);
                case "available" -> available = WireModule.bool(parser);
                case "freeRound" -> freeRound = WireModule.bool(parser);
                case "restrictedCountries" -> restrictedCountries = countries(parser, context);
                default -> others.put(name, anything(parser));
            }
        }
        return new Game(
                required(parser, "slug", slug),
                required(parser, "available", available),
                required(parser, "freeRound", freeRound),
                restrictedCountries,
                others);
    }

    private static <T> T required(JsonParser parser, String name, @Nullable T value) {
        if (value == null) {
            throw new MalformedJsonException(FieldPath.at(FieldPath.of(parser), name + " is missing"));
        }
        return value;
    }

    /** Keeps one copy of each code, since the games of a catalogue name the same countries. */
    private static List<String> countries(JsonParser parser, DeserializationContext context) throws IOException {
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            throw FieldPath.wrong(parser, "must be a list");
        }
        var list = new ArrayList<String>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (parser.currentToken() == JsonToken.VALUE_NULL) {
                throw FieldPath.wrong(parser, "is missing");
            }
            var code = WireModule.text(parser);
            var known = (String) context.getAttribute(code);
            if (known == null) {
                context.setAttribute(code, code);
            }
            list.add(known == null ? code : known);
        }
        return list;
    }

    /** Reads a value of any type: String, Boolean, BigDecimal, List or Map. Leaves out nulls. */
    private static Object anything(JsonParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case VALUE_TRUE, VALUE_FALSE -> parser.getBooleanValue();
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT ->
                WireModule.amount(parser).value();
            case START_ARRAY -> list(parser);
            case START_OBJECT -> object(parser);
            default -> WireModule.text(parser);
        };
    }

    private static List<Object> list(JsonParser parser) throws IOException {
        var list = new ArrayList<Object>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (parser.currentToken() != JsonToken.VALUE_NULL) {
                list.add(anything(parser));
            }
        }
        return Collections.unmodifiableList(list);
    }

    private static Map<String, Object> object(JsonParser parser) throws IOException {
        var fields = new HashMap<String, Object>();
        for (var name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            if (parser.nextToken() != JsonToken.VALUE_NULL) {
                fields.put(name, anything(parser));
            }
        }
        return Map.copyOf(fields);
    }

    static void write(Game game, JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("slug", game.slug());
        out.writeBooleanField("available", game.available());
        out.writeBooleanField("freeRound", game.freeRound());
        out.writePOJOField("restrictedCountries", game.restrictedCountries());
        // Sort the fields, so that the entity tag of these bytes is the same on every JVM.
        for (var field : new TreeMap<>(game.otherFields()).entrySet()) {
            out.writePOJOField(field.getKey(), field.getValue());
        }
        out.writeEndObject();
    }
}
