package dev.operatorkit.simulator.transcript;

import dev.operatorkit.conformance.wire.WireBytes;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Makes the text by which an exchange is found, in lower case: its transaction id, its verdict, the target of its request and both
 * bodies. Headers are left out, since they are the same everywhere.
 */
final class SearchedText {
    private static final int MAX_LENGTH = 256 * 1024;

    private SearchedText() {}

    static String of(Entry entry) {
        var request = entry.request();
        var response = entry.response();
        var text = String.join(
                "\n",
                entry.transaction() == null ? "" : entry.transaction(),
                entry.verdict(),
                new String(request, StandardCharsets.UTF_8).split("\\R", 2)[0],
                body(request),
                body(response));
        return lower(text.length() <= MAX_LENGTH ? text : text.substring(0, MAX_LENGTH));
    }

    static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }

    private static String body(byte[] message) {
        var start = WireBytes.bodyStart(message);
        return new String(message, start, message.length - start, StandardCharsets.UTF_8);
    }
}
