package dev.operatorkit.reference.staff;

/** Reports that nothing has the id or name that was given. */
public final class NotFoundException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    private final Kind kind;

    /** Names the kinds of things that people look for. */
    public enum Kind {
        ACCOUNT,
        CAMPAIGN,
        PERSON,
        REQUEST,
        ROUND
    }

    /** Creates the report about one thing. */
    public NotFoundException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    /** Returns the kind of thing that was not found. */
    public Kind kind() {
        return kind;
    }
}
