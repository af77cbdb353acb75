package dev.operatorkit.reference.staff;

import java.util.Set;
import java.util.regex.Pattern;

/**
 * Describes a person who uses the back office.
 *
 * @param name the name, which never changes and is never given to another person
 * @param roles the roles; none for a person who only looks
 * @param enabled false for a person who may no longer log in
 * @param mustChangePassword true until the person has replaced a password that another person knows
 * @param version the number of changes, which identifies what an administrator saw
 */
public record Person(String name, Set<Role> roles, boolean enabled, boolean mustChangePassword, long version) {
    // No other letters, so that no name looks like another, sorts or folds differently, or breaks a line of the trail.
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9._@-]{1,39}");
    private static final Set<String> RESERVED = Set.of("system", "unknown", "nobody");

    /** Validates the name. */
    public Person {
        if (!NAME.matcher(name).matches() || RESERVED.contains(name)) {
            throw new IllegalArgumentException("A person cannot be called " + name
                    + ". Use 2 to 40 of a-z, 0-9, '.', '_', '@' and '-', beginning with a letter.");
        }
        roles = Set.copyOf(roles);
    }

    /** Returns true when the person has the role. */
    public boolean has(Role role) {
        return roles.contains(role);
    }
}
