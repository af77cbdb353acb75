package dev.operatorkit.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Names the field that a parser is at, as in {@code stake.amount}. */
final class FieldPath {
    private static final Pattern NAME = Pattern.compile("\\w{1,30}");

    private FieldPath() {}

    /** Returns the path of the current value; empty at the top. */
    static String of(JsonParser parser) {
        return of(parser.getParsingContext());
    }

    /** Returns the path of the record that was just read; databind builds it when its last component was read. */
    static String ofRecord(JsonParser parser) {
        var context = parser.getParsingContext();
        return of(parser.currentToken() == JsonToken.FIELD_NAME ? context.getParent() : context);
    }

    /**
     * Includes only keys that look like field names: any other key is text of the sender, which may contain a token.
     */
    static String of(JsonStreamContext context) {
        var pointer = context.pathAsPointer();
        var path = new StringBuilder();
        while (!pointer.matches()) {
            var name = pointer.getMatchingProperty();
            path.append(path.length() == 0 ? "" : ".").append(NAME.matcher(name).matches() ? name : "…");
            pointer = pointer.tail();
        }
        return path.toString();
    }

    static String orBody(JsonParser parser) {
        var path = of(parser);
        return path.isEmpty() ? "the body" : path;
    }

    static String at(String path, @Nullable String rest) {
        return path.isEmpty() ? String.valueOf(rest) : path + "." + rest;
    }

    /** Creates an exception about the current value. */
    static MalformedJsonException wrong(JsonParser parser, @Nullable String what) {
        return new MalformedJsonException(orBody(parser) + " " + what);
    }
}
