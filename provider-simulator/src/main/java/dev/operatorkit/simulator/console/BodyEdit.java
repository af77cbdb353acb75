package dev.operatorkit.simulator.console;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Changes the JSON of a callback as text, so that everything else keeps its bytes. */
final class BodyEdit {
    private static final Pattern AMOUNT =
            Pattern.compile("(\"(?:stake|payout)\"\\s*:\\s*\\{[^{}]*?\"amount\"\\s*:\\s*)([^,}\\s]+)");
    private static final Pattern TRANSACTION =
            Pattern.compile("(\"transactionId\"\\s*:\\s*\")((?:[^\"\\\\]++|\\\\.)*+)(?=\")");
    private static final int UTF_8_MARK = 0xFEFF;

    private BodyEdit() {}

    /** Replaces the amount of a stake or payout. The new text need not be a number: a wallet has to survive that too. */
    static String withAmount(String body, String amount) {
        return AMOUNT.matcher(body).replaceFirst("$1" + Matcher.quoteReplacement(amount));
    }

    static String withTransaction(String body, String id) {
        var escaped = id.replace("\\", "\\\\").replace("\"", "\\\"");
        return TRANSACTION.matcher(body).replaceFirst("$1" + Matcher.quoteReplacement(escaped));
    }

    /** Reverses the order of the outer fields, or returns the body unchanged if it is not an object. */
    static String reversed(String body) {
        var open = body.indexOf('{');
        var close = body.lastIndexOf('}');
        if (PrettyJson.of(body.getBytes(StandardCharsets.UTF_8)).text() == null
                || !body.strip().startsWith("{")) {
            return body;
        }
        var fields = fields(body.substring(open + 1, close));
        Collections.reverse(fields);
        return body.substring(0, open + 1) + String.join(",", fields) + body.substring(close);
    }

    private static List<String> fields(String inner) {
        var fields = new ArrayList<String>();
        var depth = 0;
        var inString = false;
        var from = 0;
        for (var i = 0; i < inner.length(); i++) {
            var c = inner.charAt(i);
            if (inString) {
                i += c == '\\' ? 1 : 0;
                inString = c != '"';
            } else {
                inString = c == '"';
                depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
                if (c == ',' && depth == 0) {
                    fields.add(inner.substring(from, i));
                    from = i + 1;
                }
            }
        }
        fields.add(inner.substring(from));
        return fields;
    }

    /** Returns why a form would change these bytes by itself, or null if it would not. */
    static @Nullable String obstacle(byte[] body) {
        var text = RawMessage.utf8(body);
        if (text == null) {
            return "The body is not UTF-8, so a form cannot carry it.";
        }
        if (text.codePoints()
                .anyMatch(c -> c == UTF_8_MARK || (Character.isISOControl(c) && c != '\n' && c != '\r' && c != '\t'))) {
            return "The body has control characters or a byte order mark, so a form cannot carry it.";
        }
        var withoutPairs = text.replace("\r\n", "");
        if (withoutPairs.indexOf('\r') >= 0 || (text.contains("\r\n") && withoutPairs.indexOf('\n') >= 0)) {
            return "The body mixes kinds of line breaks, which a form would make equal.";
        }
        return null;
    }

    /** Returns the body that a form sent, with the line breaks of the original: browsers send every break as CR LF. */
    static String received(String sent, byte[] original) {
        var text = sent.replace("\r\n", "\n").replace('\r', '\n');
        var before = RawMessage.utf8(original);
        return before != null && before.contains("\r\n") ? text.replace("\n", "\r\n") : text;
    }
}
