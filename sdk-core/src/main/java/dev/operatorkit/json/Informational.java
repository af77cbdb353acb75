package dev.operatorkit.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.deser.ContextualDeserializer;
import dev.operatorkit.wire.FreeRoundData;
import dev.operatorkit.wire.Limits;
import dev.operatorkit.wire.WireAmount;
import java.io.IOException;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads an informational field: returns null when it cannot be read, reports its name, and continues after it (D-54).
 */
abstract class Informational<T> extends JsonDeserializer<T> {
    /** Names the attribute with the {@code Consumer<String>} to which unreadable fields are reported. */
    static final String UNREADABLE = "unreadable";

    /** Names the attribute that is set when no informational field is to be read. */
    static final String SKIPPED = "skipped";

    /** Signals that the document exceeded a limit of the parser inside an informational field. */
    static final class LimitExceededException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        LimitExceededException(StreamConstraintsException cause) {
            super(cause);
        }
    }

    abstract T read(JsonParser parser, DeserializationContext context) throws IOException;

    @Override
    public @Nullable T deserialize(JsonParser parser, DeserializationContext context) throws IOException {
        var here = parser.getParsingContext();
        var around = parser.currentToken().isStructStart() ? here.getParent() : here;
        try {
            if (context.getAttribute(SKIPPED) == null) {
                try {
                    return read(parser, context);
                } catch (JsonMappingException | MalformedJsonException | IllegalArgumentException e) {
                    // Drop what was read of it; the rest of it is skipped below.
                }
            }
            while (!parser.getParsingContext().equals(around)) {
                parser.nextToken();
            }
        } catch (StreamConstraintsException e) {
            throw new LimitExceededException(e);
        }
        report(context, around);
        return null;
    }

    @SuppressWarnings("unchecked") // Json sets no other attribute under this name
    private static void report(DeserializationContext context, JsonStreamContext field) {
        ((Consumer<String>) context.getAttribute(UNREADABLE)).accept(FieldPath.of(field));
    }

    /** Reads a text that is stored and decides nothing: every string is stored, if need be in another form (D-18). */
    static final class StoredText extends JsonDeserializer<String> {
        @Override
        public String deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            var text = WireModule.text(parser);
            var stored = Limits.toStorableText(text);
            if (!stored.equals(text)) {
                report(context, parser.getParsingContext());
            }
            return stored;
        }
    }

    /** Reads a text as {@link StoredText} does where even another type refuses nothing (D-54). */
    static final class Text extends Informational<String> {
        private static final StoredText STORED = new StoredText();

        @Override
        String read(JsonParser parser, DeserializationContext context) throws IOException {
            return STORED.deserialize(parser, context);
        }
    }

    /** Reads an identifier that decides nothing: null when it is out of bounds (D-36, D-54). */
    static final class Id extends Informational<String> {
        @Override
        String read(JsonParser parser, DeserializationContext context) throws IOException {
            var id = WireModule.text(parser);
            if (!Limits.isId(id)) {
                throw FieldPath.wrong(parser, "is out of bounds");
            }
            return id;
        }
    }

    /** Reads a record as databind binds it. */
    abstract static class Bound<T> extends Informational<T> implements ContextualDeserializer {
        private final Class<T> type;
        private final @Nullable JsonDeserializer<?> binding;

        Bound(Class<T> type, @Nullable JsonDeserializer<?> binding) {
            this.type = type;
            this.binding = binding;
        }

        abstract Bound<T> with(JsonDeserializer<?> binding);

        @Override
        public JsonDeserializer<?> createContextual(DeserializationContext context, BeanProperty property)
                throws JsonMappingException {
            return with(context.findContextualValueDeserializer(context.constructType(type), property));
        }

        @Override
        T read(JsonParser parser, DeserializationContext context) throws IOException {
            return type.cast(Objects.requireNonNull(binding, "not contextual").deserialize(parser, context));
        }
    }

    /** Reads the details of a free round. */
    static final class FreeRound extends Bound<FreeRoundData> {
        FreeRound() {
            this(null);
        }

        private FreeRound(@Nullable JsonDeserializer<?> binding) {
            super(FreeRoundData.class, binding);
        }

        @Override
        FreeRound with(JsonDeserializer<?> binding) {
            return new FreeRound(binding);
        }
    }

    /** Reads the nominal value of a free round. */
    static final class Value extends Bound<WireAmount> {
        Value() {
            this(null);
        }

        private Value(@Nullable JsonDeserializer<?> binding) {
            super(WireAmount.class, binding);
        }

        @Override
        Value with(JsonDeserializer<?> binding) {
            return new Value(binding);
        }
    }
}
