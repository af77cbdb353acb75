package dev.operatorkit.conformance;

import java.util.List;

/**
 * Groups cases about one subject, in the order in which they are listed and run.
 *
 * @param title the heading in reports
 * @param cases the cases
 * @param plans the names of the plans that hold the whole group
 */
public record Group(String title, List<Case> cases, List<String> plans) {
    /** Creates a group that belongs to no plan yet. */
    public Group(String title, List<Case> cases) {
        this(title, cases, List.of());
    }

    /** Creates a group of these cases. */
    public static Group of(String title, Case... cases) {
        return new Group(title, List.of(cases));
    }

    /** Returns a copy that belongs to these plans. */
    public Group in(String... names) {
        return new Group(title, cases, List.of(names));
    }
}
