package dev.operatorkit.signing;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The third part of what is signed. */
public final class SignedData {
    private SignedData() {}

    /** The body when there is one (SIG-5), else the raw query without {@code ?} (SIG-6), else nothing (SIG-7). */
    public static byte[] of(@Nullable String rawQuery, byte[] body) {
        if (body.length > 0) {
            return body;
        }
        return rawQuery == null ? new byte[0] : rawQuery.getBytes(StandardCharsets.UTF_8);
    }
}
