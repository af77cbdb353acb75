package dev.operatorkit.simulator.wallet;

import dev.operatorkit.signing.SignedData;
import dev.operatorkit.simulator.CallbackKind;
import org.jspecify.annotations.Nullable;

/**
 * Holds one callback before it is signed. Its bytes are the same for every attempt (D-33).
 *
 * @param path the raw path below the operator's prefix
 * @param query the raw query without {@code ?}, or null
 * @param body the bytes of the body, empty for the two reads
 */
public record Callback(
        CallbackKind kind, String path, @Nullable String query, byte[] body) {
    private static final int MAX_BODY_BYTES = 64 * 1024;
    private static final byte[] NOTHING = {};

    public static Callback get(CallbackKind kind, String path, @Nullable String query) {
        return new Callback(kind, path, query, NOTHING);
    }

    /** Returns a movement with its stored body. */
    public static Callback post(CallbackKind kind, byte[] body) {
        return new Callback(kind, movementPath(kind), null, body);
    }

    private static String movementPath(CallbackKind kind) {
        return switch (kind) {
            case DEBIT -> "/debit";
            case CREDIT -> "/credit";
            case ROLLBACK -> "/rollback";
            case PLAYER, LOOKUP -> throw new IllegalArgumentException(kind + " is a read and has no body.");
        };
    }

    /** Returns true if wallets have this path with this method (WAL-1, WAL-3, WAL-12). They may lack one that a person has edited. */
    boolean hasSpecifiedTarget() {
        return switch (kind) {
            case DEBIT, CREDIT, ROLLBACK -> path.equals(movementPath(kind)) && body.length > 0;
            case PLAYER -> path.equals("/player") && body.length == 0;
            case LOOKUP -> path.startsWith("/players/") && body.length == 0;
        };
    }

    /** Returns true if a wallet may refuse the body for its length, as it may one that a person has edited (D-36). */
    boolean isTooLong() {
        return body.length > MAX_BODY_BYTES;
    }

    String method() {
        return body.length > 0 ? "POST" : "GET";
    }

    /** Returns the third part of the signed string: body, else query, else nothing (SIG-5 to SIG-7). */
    byte[] data() {
        return SignedData.of(query, body);
    }
}
