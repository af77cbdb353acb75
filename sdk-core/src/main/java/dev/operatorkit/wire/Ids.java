package dev.operatorkit.wire;

/** Bounds of identifiers (D-36). */
final class Ids {
    private static final int LONGEST = 255;

    private Ids() {}

    /** The id itself; IllegalArgumentException naming the field when it is out of bounds. Never trimmed, never normalised. */
    static String require(String field, String id) {
        if (id == null) {
            throw new IllegalArgumentException(field + " is missing");
        }
        var length = id.codePointCount(0, id.length());
        if (length < 1 || length > LONGEST) {
            throw new IllegalArgumentException(field + " must have 1 to " + LONGEST + " characters");
        }
        if (id.codePoints().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException(field + " must not hold control characters");
        }
        return id;
    }
}
