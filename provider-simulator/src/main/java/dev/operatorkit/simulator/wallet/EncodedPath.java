package dev.operatorkit.simulator.wallet;

import java.util.regex.Pattern;

/** Recognises paths that a wallet may decode before it verifies their signature, which is made over the path as sent (SIG-3, D-40). */
public final class EncodedPath {
    /** Says in one sentence what a wallet has to do. */
    public static final String ADVICE =
            "Verify the path as it was sent, before anything decodes its percent-encoding (SIG-3, D-40).";

    private static final Pattern ENCODED = Pattern.compile("%[0-9A-Fa-f]{2}");

    private EncodedPath() {}

    /** Returns whether a path has percent-encoded characters, so that it differs from the decoded one. */
    public static boolean matches(String path) {
        return ENCODED.matcher(path).find();
    }
}
