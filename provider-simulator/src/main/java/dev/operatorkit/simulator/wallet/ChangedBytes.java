package dev.operatorkit.simulator.wallet;

import java.util.regex.Pattern;

/** Says which bytes of a request a wallet may have changed before it verifies their signature, which is made over those sent. */
public final class ChangedBytes {
    /** Says in one sentence what a wallet has to do with a path. */
    public static final String PATH_ADVICE =
            "Verify the path as it was sent, before anything decodes its percent-encoding (SIG-3, D-40).";

    /** Says what a wallet has to do with a body. */
    public static final String BODY_ADVICE = "Verify the bytes of the body as they arrived, before a framework parses"
        + " them: one that is parsed and written again has other spaces, numbers (1.0 for 1.00) or escapes (SIG-8).";

    private static final Pattern ENCODED = Pattern.compile("%[0-9A-Fa-f]{2}");

    private ChangedBytes() {}

    /** Returns whether a path has percent-encoded characters, so that it differs from the decoded one. */
    public static boolean isEncoded(String path) {
        return ENCODED.matcher(path).find();
    }
}
