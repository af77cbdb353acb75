package dev.operatorkit.reference.staff;

/** Reports that no account, round, person, request or campaign has the given id or name. */
public final class NotFoundException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    /** Creates the report. */
    public NotFoundException(String message) {
        super(message);
    }
}
