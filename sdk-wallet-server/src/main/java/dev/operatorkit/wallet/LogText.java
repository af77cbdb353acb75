package dev.operatorkit.wallet;

/** Text from a stranger, made fit for one line of a log. */
final class LogText {
    private static final int MOST = 200;

    private LogText() {}

    static String of(String text) {
        var line = new StringBuilder();
        for (var i = 0; i < text.length() && i < MOST; i++) {
            var c = text.charAt(i);
            if (c >= ' ' && c <= '~') {
                line.append(c);
            } else {
                line.append(String.format("\\u%04x", (int) c));
            }
        }
        return line.append(text.length() > MOST ? "…" : "").toString();
    }
}
