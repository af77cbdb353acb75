package dev.operatorkit.reference.staff;

/** Reports that a person lacks the role that an action needs. */
public final class NotPermittedException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    /** Creates the report about a person and the role. */
    public NotPermittedException(String person, Role role) {
        super("The person " + person + " does not have the role " + role.label() + ". Ask an administrator for it.");
    }
}
