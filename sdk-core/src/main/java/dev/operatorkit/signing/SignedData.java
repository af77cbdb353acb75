package dev.operatorkit.signing;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Selects the data to sign: the third part of the signed string, after path and timestamp. */
public final class SignedData {
    private SignedData() {}

    /**
     * Returns the body if there is one (SIG-5), otherwise the raw query without {@code ?} (SIG-6), otherwise an empty
     * array (SIG-7).
     */
    public static byte[] of(@Nullable String rawQuery, byte[] body) {
        if (body.length > 0) {
            return body;
        }
        return rawQuery == null ? new byte[0] : rawQuery.getBytes(StandardCharsets.UTF_8);
    }
}
