package dev.operatorkit.wallet.engine;

import java.util.ArrayList;
import org.slf4j.Logger;

/** Writes what fits on one line of a log: text from a request, or a failure. */
public final class LogText {
    private static final int MAX_LENGTH = 200;

    private static final int MAX_CAUSES = 10;

    private LogText() {}

    /** Logs a failure on one line, and its stack trace at level debug. */
    public static void warn(Logger log, String message, Throwable failure) {
        log.warn("{}: {}", message, of(failure));
        log.debug(message, failure);
    }

    /**
     * Returns the failure and its causes. A database that is down or has no room fails every callback, and with a stack trace for each
     * of them the log would fill the disk, which may be the one that has no room.
     */
    public static String of(Throwable failure) {
        var causes = new ArrayList<String>();
        for (var cause = failure; cause != null && causes.size() < MAX_CAUSES; cause = cause.getCause()) {
            causes.add(of(cause.toString()));
        }
        return String.join("; caused by ", causes);
    }

    /** Escapes and shortens text. */
    public static String of(String text) {
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
