package dev.operatorkit.reference.staff;

import java.util.Locale;

/** Lists the roles of people in the back office, who may all read. */
public enum Role {
    /** Adjusts balances, creates players, sessions and campaigns, and tightens limits. */
    CASHIER,
    /** Approves the adjustments that another person has requested, and loosens limits. */
    APPROVER,
    /** Manages the people and the amounts that need a second person, and reads the trail. */
    ADMINISTRATOR;

    /** Returns the name as pages and commands write it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
