package dev.operatorkit.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import com.fasterxml.jackson.databind.DatabindException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.exc.InvalidNullException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.AnnotatedParameter;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.operatorkit.wire.CallbackIds;
import dev.operatorkit.wire.Debit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes every record of {@code dev.operatorkit.wire} with the one JSON configuration (D-38): strict about
 * the form of a document, and tolerant of unknown fields. Every error is a {@link MalformedJsonException}, which names
 * the field and never quotes a value. Other records are mapped component by component.
 */
public final class Json {
    private static final int DEEPEST = 16;
    private static final int MAX_TOKENS = 4_000_000; // unknown fields are kept, and 30 MB of [] would fill the heap
    // Of numbers and names too: in an unknown field they refuse nothing (D-54). Amounts and whole numbers are limited
    // where they are read.
    private static final int MAX_STRING_LENGTH = 65_536;

    private static final JsonMapper WIRE = wire(JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            // Field names come from the network and must not fill the JVM's table of strings.
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            // A pool for each thread is empty on virtual threads, which live for one request.
            .recyclerPool(JsonRecyclerPools.sharedConcurrentDequePool())
            .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(DEEPEST)
                    .maxTokenCount(MAX_TOKENS)
                    .maxNumberLength(MAX_STRING_LENGTH)
                    .maxStringLength(MAX_STRING_LENGTH)
                    .maxNameLength(MAX_STRING_LENGTH)
                    .build())
            .build());

    /** Parses what is skipped. The size of the body limits it, so no other limit is needed. */
    private static final JsonMapper UNLIMITED = wire(JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(Integer.MAX_VALUE)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .build());

    /** Binds a program's own records, with databind's coercions. */
    private static final JsonMapper OWN = JsonMapper.builder(WIRE.getFactory().copy())
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(DeserializationFeature.WRAP_EXCEPTIONS)
            .addModule(WireModule.formats())
            .build();

    private static final String WIRE_PACKAGE = Debit.class.getPackageName();
    private static final Pattern MISSING_PRIMITIVE = Pattern.compile("Missing required creator property '(\\w+)'");

    private Json() {}

    /**
     * Reads one record; nothing may follow it.
     *
     * @throws MalformedJsonException if the bytes are not such a record
     */
    public static <T> T read(byte[] bytes, Class<T> type) {
        return read(bytes, type, field -> {});
    }

    /**
     * Reads one record; nothing may follow it. Passes to {@code unreadable} the name of each informational field that
     * could not be read and was skipped, such as {@code freeRoundData.value} (D-54).
     *
     * @throws MalformedJsonException if the bytes are not such a record
     */
    public static <T> T read(byte[] bytes, Class<T> type, Consumer<String> unreadable) {
        var reader = mapper(type).readerFor(type).withAttribute(Informational.UNREADABLE, unreadable);
        try {
            return parse(bytes, reader, Json::value);
        } catch (Informational.LimitExceededException e) {
            // An informational field that exceeds the parser's limits must not reject a payout either: read the rest
            // without it.
            var tolerant = UNLIMITED
                    .readerFor(type)
                    .withAttribute(Informational.UNREADABLE, unreadable)
                    .withAttribute(Informational.SKIPPED, true);
            return parse(bytes, tolerant, Json::value);
        }
    }

    /**
     * Reads the ids of a debit, credit or rollback; its other fields may contain anything (D-21). The body must still be
     * one JSON object without duplicate names (D-38), and its transactionId must be within its limits (D-36).
     *
     * @throws MalformedJsonException if the body is not such an object
     */
    public static CallbackIds readIds(byte[] bytes) {
        return parse(bytes, UNLIMITED.readerFor(CallbackIds.class), Json::value);
    }

    /** Reads the record inside {@code {"data": …}} (GEN-6). */
    public static <T> T readData(byte[] bytes, Class<T> type) {
        return parse(
                bytes,
                mapper(type).readerFor(type),
                (parser, reader) -> field(parser, "data", () -> value(parser, reader)));
    }

    /** Reads the list inside {@code {"data": […]}} or {@code {"data": {"list": […]}}} (D-2). */
    public static <T> List<T> readDataList(byte[] bytes, Class<T> type) {
        var reader = mapper(type).readerForListOf(type);
        return parse(
                bytes,
                reader,
                (parser, lists) -> field(
                        parser,
                        "data",
                        () -> parser.currentToken() == JsonToken.START_ARRAY
                                ? Json.<T>elements(parser, lists)
                                : field(parser, "list", () -> Json.<T>elements(parser, lists))));
    }

    /** Writes a record as UTF-8 and omits null components. */
    public static <T> byte[] write(T value) {
        return generate(mapper(value.getClass()), value);
    }

    /** Writes a record inside {@code {"data": …}} (GEN-6). */
    public static <T> byte[] writeData(T value) {
        return generate(mapper(value.getClass()), Map.of("data", value));
    }

    /** Writes records inside {@code {"data": […]}} (D-2). */
    public static <T> byte[] writeDataList(List<T> values) {
        return generate(values.isEmpty() ? WIRE : mapper(values.get(0).getClass()), Map.of("data", values));
    }

    private static JsonMapper wire(JsonFactory factory) {
        return JsonMapper.builder(factory)
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .disable(DeserializationFeature.WRAP_EXCEPTIONS)
                .defaultPropertyInclusion(
                        JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.NON_NULL))
                .withConfigOverride(
                        List.class, lists -> lists.setSetterInfo(JsonSetter.Value.forContentNulls(Nulls.FAIL)))
                .withConfigOverride(
                        OptionalInt.class,
                        numbers -> numbers.setIncludeAsProperty(
                                JsonInclude.Value.construct(JsonInclude.Include.NON_EMPTY, null)))
                .annotationIntrospector(new PrimitivesAreRequired())
                .addModule(WireModule.wire())
                .build();
    }

    /** Marks primitive components, but for flags, as required, since they have no value for an absent field. Records check the others. */
    private static final class PrimitivesAreRequired extends JacksonAnnotationIntrospector {
        private static final long serialVersionUID = 1L;

        @Override
        public @Nullable Boolean hasRequiredMarker(AnnotatedMember member) {
            var type = member.getRawType();
            var isRequired = member instanceof AnnotatedParameter && type.isPrimitive() && type != boolean.class;
            return isRequired ? Boolean.TRUE : null;
        }
    }

    private static JsonMapper mapper(Class<?> type) {
        return type.getPackageName().equals(WIRE_PACKAGE) ? WIRE : OWN;
    }

    /** Reads the current value, which must not be null. */
    @SuppressWarnings("TypeParameterUnusedInFormals") // the reader determines the type, as in ObjectReader
    private static <T> T value(JsonParser parser, ObjectReader reader) throws IOException {
        T value = reader.readValue(parser);
        if (value == null) {
            throw FieldPath.wrong(parser, "must be an object");
        }
        return value;
    }

    /** Reads a list without nulls. The setting for the lists of records does not apply to one that is read alone. */
    private static <T> List<T> elements(JsonParser parser, ObjectReader lists) throws IOException {
        List<T> list = value(parser, lists);
        var missing = list.indexOf(null);
        if (missing >= 0) {
            throw new MalformedJsonException(FieldPath.at(FieldPath.of(parser), missing + " is missing"));
        }
        return list;
    }

    /** Reads one field of an object and skips the others. */
    private static <T> T field(JsonParser parser, String name, Value<T> reading) throws IOException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            throw FieldPath.wrong(parser, "must be an object");
        }
        T read = null;
        for (var next = parser.nextFieldName(); next != null; next = parser.nextFieldName()) {
            if (parser.nextToken() != JsonToken.VALUE_NULL && next.equals(name)) {
                read = reading.read();
            } else {
                parser.skipChildren();
            }
        }
        if (read == null) {
            throw new MalformedJsonException(FieldPath.at(FieldPath.of(parser), name + " is missing"));
        }
        return read;
    }

    private static <T> T parse(byte[] bytes, ObjectReader reader, Parsing<T> parsing) {
        WellFormedText.require(bytes);
        try (var parser = reader.createParser(bytes)) {
            return parse(parser, reader, parsing);
        } catch (IOException e) {
            // Only opening and closing can throw here, and neither fails for bytes in memory.
            throw new UncheckedIOException(e);
        }
    }

    private static <T> T parse(JsonParser parser, ObjectReader reader, Parsing<T> parsing) throws IOException {
        try {
            if (parser.nextToken() == null) {
                throw new MalformedJsonException("the body is empty");
            }
            var value = parsing.parse(parser, reader);
            if (parser.nextToken() != null) {
                throw new MalformedJsonException("the body continues after the end of the object");
            }
            return value;
        } catch (JacksonException e) {
            // The parser's message may quote the document, and with it a token.
            throw new MalformedJsonException(describeProblem(parser, e));
        } catch (IllegalArgumentException e) {
            throw new MalformedJsonException(FieldPath.at(FieldPath.ofRecord(parser), e.getMessage()));
        }
    }

    private static String describeProblem(JsonParser parser, JacksonException e) {
        var where = FieldPath.orBody(parser);
        var message = e.getOriginalMessage();
        if (e instanceof StreamConstraintsException) {
            return where + ": " + message.replaceAll(", from .*", ")");
        }
        if (e instanceof JsonEOFException) {
            return where + " ends too early";
        }
        if (message.startsWith("Duplicate")) {
            return where + " appears twice";
        }
        if (e instanceof DatabindException) {
            return describeBinding(parser, where, e);
        }
        var location = e.getLocation();
        return where + " is not JSON" + (location == null ? "" : " at byte " + location.getByteOffset());
    }

    private static String describeBinding(JsonParser parser, String where, JacksonException e) {
        // What is thrown inside a list is wrapped.
        if (e.getCause() instanceof MalformedJsonException malformed) {
            return String.valueOf(malformed.getMessage());
        }
        if (e.getCause() instanceof JacksonException cause) {
            return describeProblem(parser, cause);
        }
        if (e.getCause() instanceof IllegalArgumentException refusal) {
            return FieldPath.at(FieldPath.ofRecord(parser), refusal.getMessage());
        }
        if (e instanceof InvalidNullException) {
            return where + " is missing";
        }
        var missing = MISSING_PRIMITIVE.matcher(e.getOriginalMessage());
        if (missing.find()) {
            return FieldPath.at(FieldPath.of(parser), missing.group(1) + " is missing");
        }
        var wanted = e instanceof MismatchedInputException mismatch ? mismatch.getTargetType() : null;
        if (wanted != null && wanted.isRecord()) {
            return where + " must be an object";
        }
        return where
                + (wanted != null && List.class.isAssignableFrom(wanted) ? " must be a list" : " has the wrong type");
    }

    private static byte[] generate(JsonMapper mapper, Object value) {
        try {
            return mapper.writeValueAsBytes(value);
        } catch (JacksonException e) {
            throw new UncheckedIOException("a " + value.getClass().getName() + " cannot be written as JSON", e);
        }
    }

    private interface Parsing<T> {
        T parse(JsonParser parser, ObjectReader reader) throws IOException;
    }

    private interface Value<T> {
        T read() throws IOException;
    }
}
