package dev.operatorkit.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.operatorkit.money.Amount;
import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.wire.Limits;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads a document field by field, without building a tree. Every message names the field. JSON's null counts as an
 * absent field.
 */
final class FieldCursor {
    /** Reads the current value. */
    interface FieldReader<T> {
        T read(FieldCursor in) throws IOException;
    }

    private static final Pattern NAME = Pattern.compile("\\w{1,30}");

    private final JsonParser parser;
    private final Consumer<String> unreadable;
    private final boolean skipsInformational;
    private final Map<String, String> repeated = new HashMap<>();
    private boolean brokeInInformational;

    FieldCursor(JsonParser parser) {
        this(parser, field -> {}, false);
    }

    /**
     * Creates a cursor that reports unreadable informational fields, or that skips all of them as if none could be
     * read.
     */
    FieldCursor(JsonParser parser, Consumer<String> unreadable, boolean skipsInformational) {
        this.parser = parser;
        this.unreadable = unreadable;
        this.skipsInformational = skipsInformational;
    }

    /** Enters an object and returns its first field, as {@link #next} does. */
    @Nullable
    String first() throws IOException {
        require(JsonToken.START_OBJECT, "an object");
        return next();
    }

    /** Returns the name of the next field and moves to its value; null at the end of the object. */
    @Nullable
    String next() throws IOException {
        var name = parser.nextFieldName();
        if (name != null) {
            parser.nextToken();
        }
        return name;
    }

    /** Skips the current value. */
    void skip() throws IOException {
        parser.skipChildren();
    }

    @Nullable
    String text() throws IOException {
        if (isNull()) {
            return null;
        }
        require(JsonToken.VALUE_STRING, "a string");
        return parser.getText();
    }

    /** Reads a text; null when the value is anything else. */
    @Nullable
    String textOrNothing() throws IOException {
        if (parser.currentToken() == JsonToken.VALUE_STRING) {
            return parser.getText();
        }
        skip();
        return null;
    }

    /** Reads a text on which nothing depends: accepts any string, and makes it storable (D-18). */
    @Nullable
    String storedText() throws IOException {
        var text = text();
        var stored = text == null ? null : Limits.toStorableText(text);
        if (stored != null && !stored.equals(text)) {
            unreadable.accept(path());
        }
        return stored;
    }

    /** Reads a text as {@link #storedText} does, but ignores a value that is not a string (D-54). */
    @Nullable
    String informationalText() throws IOException {
        return informational(in -> in.required(in.storedText()));
    }

    /** Reads an id on which nothing depends; null if it is invalid (D-36, D-54). */
    @Nullable
    String informationalId() throws IOException {
        return informational(in -> {
            var id = in.required(in.text());
            if (!Limits.isId(id)) {
                throw in.wrong("exceeds its limits");
            }
            return id;
        });
    }

    /** Reads a text in a list, in which null is not allowed. */
    String listedText() throws IOException {
        return required(text());
    }

    /** Reads a text that occurs in many objects of a document, and keeps only one copy of it. */
    String repeatedText() throws IOException {
        var text = listedText();
        return repeated.computeIfAbsent(text, same -> same);
    }

    @Nullable
    Boolean bool() throws IOException {
        if (isNull()) {
            return null;
        }
        if (!parser.currentToken().isBoolean()) {
            throw wrong("must be true or false");
        }
        return parser.getBooleanValue();
    }

    @Nullable
    Integer integer() throws IOException {
        if (isNull()) {
            return null;
        }
        require(JsonToken.VALUE_NUMBER_INT, "a whole number");
        if (parser.getNumberType() != JsonParser.NumberType.INT) {
            throw wrong("is too large");
        }
        return parser.getIntValue();
    }

    @Nullable
    Amount amount() throws IOException {
        if (isNull()) {
            return null;
        }
        if (!parser.currentToken().isNumeric()) {
            throw wrong("must be a number");
        }
        try {
            return Amount.parse(parser.getText());
        } catch (IllegalArgumentException e) {
            throw wrong(e.getMessage());
        }
    }

    @Nullable
    CurrencyCode currency() throws IOException {
        var code = text();
        try {
            return code == null ? null : CurrencyCode.of(code);
        } catch (IllegalArgumentException e) {
            throw wrong("is " + e.getMessage());
        }
    }

    @Nullable
    Instant time() throws IOException {
        var text = text();
        try {
            return text == null ? null : UtcTime.parse(text);
        } catch (IllegalArgumentException e) {
            throw wrong(e.getMessage());
        }
    }

    <T> @Nullable T object(FieldReader<T> reading) throws IOException {
        return isNull() ? null : reading.read(this);
    }

    /** Reads an informational value: returns null when it cannot be read, and continues after it (D-54). */
    <T> @Nullable T informational(FieldReader<T> reading) throws IOException {
        if (isNull()) {
            return null;
        }
        var context = parser.getParsingContext();
        var around = parser.currentToken().isStructStart() ? context.getParent() : context;
        try {
            if (!skipsInformational) {
                try {
                    return reading.read(this);
                } catch (MalformedJsonException | IllegalArgumentException e) {
                    // Drop what was read of it; the rest of it is skipped below.
                }
            }
            while (!parser.getParsingContext().equals(around)) {
                parser.nextToken();
            }
        } catch (StreamConstraintsException e) {
            brokeInInformational = true;
            throw e;
        }
        unreadable.accept(path(around));
        return null;
    }

    /** Returns true if the document exceeded a limit of the parser inside an informational value. */
    boolean brokeInInformational() {
        return brokeInInformational;
    }

    <T> @Nullable List<T> list(FieldReader<T> element) throws IOException {
        if (isNull()) {
            return null;
        }
        require(JsonToken.START_ARRAY, "a list");
        var list = new ArrayList<T>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            list.add(element.read(this));
        }
        return list;
    }

    /** Reads a value of any type (D-1): String, Boolean, BigDecimal, List, Map, or null. */
    @Nullable
    Object anything() throws IOException {
        return switch (parser.currentToken()) {
            case VALUE_NULL -> null;
            case VALUE_TRUE, VALUE_FALSE -> parser.getBooleanValue();
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> required(amount()).value();
            case START_ARRAY -> Collections.unmodifiableList(anyList());
            case START_OBJECT -> anyObject();
            default -> text();
        };
    }

    private List<Object> anyList() throws IOException {
        var list = new ArrayList<Object>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            var element = anything();
            if (element != null) {
                list.add(element);
            }
        }
        return list;
    }

    private Map<String, Object> anyObject() throws IOException {
        var fields = new HashMap<String, Object>();
        for (var name = first(); name != null; name = next()) {
            var value = anything();
            if (value != null) {
                fields.put(name, value);
            }
        }
        return Map.copyOf(fields);
    }

    /** Reads a value and maps it to a record component by component. */
    <T> T bind(ObjectMapper mapper, Class<T> type) throws IOException {
        return required(mapper.readValue(parser, type));
    }

    boolean isList() {
        return parser.currentToken() == JsonToken.START_ARRAY;
    }

    /** Requires an element of a list. */
    <T> T required(@Nullable T value) {
        if (value == null) {
            throw wrong("is missing");
        }
        return value;
    }

    /** Requires a field of the object that was just read. */
    <T> T required(String name, @Nullable T value) {
        if (value == null) {
            throw new MalformedJsonException(at(path(), name) + " is missing");
        }
        return value;
    }

    /**
     * Combines two required fields of the object that was just read into money; the amount must fit the currency
     * (D-19).
     */
    Money money(String amountName, @Nullable Amount amount, String currencyName, @Nullable CurrencyCode currency) {
        try {
            return required(amountName, amount).toMoney(required(currencyName, currency));
        } catch (IllegalArgumentException e) {
            throw new MalformedJsonException(at(path(), amountName) + " " + e.getMessage());
        }
    }

    /** Creates an exception about the current value. */
    MalformedJsonException wrong(@Nullable String what) {
        var path = path();
        return new MalformedJsonException((path.isEmpty() ? "the body" : path) + " " + what);
    }

    /** Returns the path of the current value, such as {@code stake.amount}; empty at the top. */
    String path() {
        return path(parser.getParsingContext());
    }

    static String at(String path, String rest) {
        return path.isEmpty() ? rest : path + "." + rest;
    }

    /**
     * Includes only keys that look like field names: any other key is text of the sender, which may contain a token.
     */
    private static String path(JsonStreamContext context) {
        var pointer = context.pathAsPointer();
        var path = new StringBuilder();
        while (!pointer.matches()) {
            var name = pointer.getMatchingProperty();
            path.append(path.length() == 0 ? "" : ".").append(NAME.matcher(name).matches() ? name : "…");
            pointer = pointer.tail();
        }
        return path.toString();
    }

    private boolean isNull() {
        return parser.currentToken() == JsonToken.VALUE_NULL;
    }

    private void require(JsonToken token, String what) {
        if (parser.currentToken() != token) {
            throw wrong("must be " + what);
        }
    }
}
