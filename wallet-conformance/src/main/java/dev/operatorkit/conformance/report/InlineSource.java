package dev.operatorkit.conformance.report;

import dev.operatorkit.conformance.suite.Plan;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;

/** Names a script or a style within a page by its hash, as a Content-Security-Policy allows it and no other. */
public final class InlineSource {
    private InlineSource() {}

    /** Returns the source of exactly this text between the tags. */
    public static String of(String text) {
        var digest = HexFormat.of().parseHex(Plan.sha256(text.getBytes(StandardCharsets.UTF_8)));
        return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
    }
}
