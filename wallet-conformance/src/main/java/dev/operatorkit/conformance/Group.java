package dev.operatorkit.conformance;

import java.util.List;

/** Groups cases about one subject, in the order in which they are listed and run. */
public record Group(String title, List<Case> cases) {
    /** Creates a group of these cases. */
    public static Group of(String title, Case... cases) {
        return new Group(title, List.of(cases));
    }
}
