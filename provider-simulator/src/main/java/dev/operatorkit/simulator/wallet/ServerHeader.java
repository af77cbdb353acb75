package dev.operatorkit.simulator.wallet;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** Reads what a wallet says about itself. */
public final class ServerHeader {
    private static final Pattern SERVER = Pattern.compile("(?im)^server: *([\\x21-\\x7e ]{1,80}?)\\s*$");
    private static final int HEAD = 4096;

    private ServerHeader() {}

    /** Returns the value of the {@code Server} header of a response, or an empty text. */
    public static String of(byte[] received) {
        var head = new String(received, 0, Math.min(received.length, HEAD), StandardCharsets.ISO_8859_1);
        var end = head.indexOf("\r\n\r\n");
        var server = SERVER.matcher(end < 0 ? head : head.substring(0, end));
        return server.find() ? server.group(1) : "";
    }
}
