package dev.operatorkit.simulator.wallet;

import java.util.regex.Pattern;

/** Says which bytes of a request a wallet may have changed before it verifies their signature, which is made over those sent. */
public final class ChangedBytes {
    /** Says in one sentence what a wallet has to do with a path. */
    public static final String PATH_ADVICE =
            "Verify the path as it was sent, before anything decodes its percent-encoding (SIG-3, D-40).";

    private static final Pattern ENCODED = Pattern.compile("%[0-9A-Fa-f]{2}");

    private ChangedBytes() {}

    /** Returns whether a path has percent-encoded characters, so that it differs from the decoded one. */
    public static boolean isEncoded(String path) {
        return ENCODED.matcher(path).find();
    }
}
