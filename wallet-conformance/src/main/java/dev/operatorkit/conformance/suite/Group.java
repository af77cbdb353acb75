package dev.operatorkit.conformance.suite;

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

    /** Returns a copy in which these cases run beside each other, since a right wallet moves nothing in them. */
    public Group withoutMovementOf(String... ids) {
        var still = List.of(ids);
        return withoutMovement(
                cases.stream().map(Case::id).filter(id -> !still.contains(id)).toArray(String[]::new));
    }

    /** Returns a copy in which these cases run beside each other although they move money, since they do not look at the balance. */
    public Group withoutLook(String... ids) {
        var unseen = List.of(ids);
        return new Group(
                title,
                cases.stream()
                        .map(each -> unseen.contains(each.id()) && each.isolation() == Case.Isolation.PARALLEL
                                ? each.withoutLook()
                                : each)
                        .toList(),
                plans);
    }

    /** Returns a copy whose cases run beside each other, since a right wallet moves nothing in them; except those named. */
    public Group withoutMovement(String... except) {
        var moving = List.of(except);
        return new Group(
                title,
                cases.stream()
                        .map(each -> moving.contains(each.id()) || each.isolation() != Case.Isolation.PARALLEL
                                ? each
                                : each.withoutMovement())
                        .toList(),
                plans);
    }
}
