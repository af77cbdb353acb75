package dev.operatorkit.reference.staff;

import java.util.Locale;

/** Lists the roles of people in the back office, who may all read. */
public enum Role {
    /** Changes balances and players. */
    CASHIER("adjusts balances, creates players, sessions and campaigns, excludes players"),
    /** Decides about the requests of others. */
    APPROVER("approves or rejects adjustments that others have requested; a cashier with this role may also"
            + " shorten and end exclusions"),
    /** Manages people. */
    ADMINISTRATOR("manages people and the amounts that need a second person, reads the trail");

    private final String permission;

    Role(String permission) {
        this.permission = permission;
    }

    /** Returns the name as pages and commands write it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns what the role permits, in words. */
    public String permission() {
        return permission;
    }
}
