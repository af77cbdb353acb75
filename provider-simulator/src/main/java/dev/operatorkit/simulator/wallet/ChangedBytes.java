package dev.operatorkit.simulator.wallet;

import dev.operatorkit.conformance.run.Readiness;
import dev.operatorkit.conformance.run.SignatureProbe;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** Says which bytes of a request a wallet may have changed before it verifies their signature, which is made over those sent. */
public final class ChangedBytes {
    private static final Pattern ENCODED = Pattern.compile("%[0-9A-Fa-f]{2}");

    private ChangedBytes() {}

    /** Returns what to check in a wallet that rejects a valid signature over these bytes: the likely mistake first. */
    public static String advice(byte[] signed) {
        var parts = new String(signed, StandardCharsets.UTF_8).split("\\|", 3);
        var others = SignatureProbe.OTHER_CAUSES + " The overview tries them.";
        if (parts[parts.length - 1].startsWith("{")) {
            return "If the wallet accepts reads, such as /player, only the body can differ. "
                    + SignatureProbe.BODY_ADVICE + " If it rejects reads too, check: " + others;
        }
        return isEncoded(parts[0])
                ? "This path has percent-encoded characters, which many wallets decode too early. "
                        + Readiness.PATH_ADVICE + " If it does, check: " + others
                : "Check: " + others;
    }

    /** Returns whether a path has percent-encoded characters, so that it differs from the decoded one. */
    private static boolean isEncoded(String path) {
        return ENCODED.matcher(path).find();
    }
}
