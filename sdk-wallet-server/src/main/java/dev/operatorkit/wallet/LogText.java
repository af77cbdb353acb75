package dev.operatorkit.wallet;

/** Escapes and shortens text from a request, so that it fits on one line of a log. */
final class LogText {
    private static final int MAX_LENGTH = 200;

    private LogText() {}

    static String of(String text) {
        var line = new StringBuilder();
        for (var i = 0; i < text.length() && i < MAX_LENGTH; i++) {
            var c = text.charAt(i);
            if (c >= ' ' && c <= '~') {
                line.append(c);
            } else {
                line.append(String.format("\\u%04x", (int) c));
            }
        }
        return line.append(text.length() > MAX_LENGTH ? "…" : "").toString();
    }
}
