package dev.operatorkit.conformance.result;

import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Plan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Lists cases that may be skipped without making a run incomplete: one per line, with an id or glob, the last day of the waiver,
 * and the reason. A waiver never covers a failure.
 *
 * <pre>
 * # case              until       reason
 * two-players-*       2027-03-31  staging has one test player, OPS-214
 * </pre>
 */
public final class Waivers {
    private final List<Waiver> waivers;

    /**
     * Holds one line.
     *
     * @param cases an id or a glob
     * @param until the last day on which it holds, in UTC
     * @param reason why the case cannot run
     */
    public record Waiver(String cases, LocalDate until, String reason) {
        /** Returns true when the last day of the waiver is over. */
        boolean isExpired(LocalDate day) {
            return day.isAfter(until);
        }
    }

    private Waivers(List<Waiver> waivers) {
        this.waivers = List.copyOf(waivers);
    }

    /** Returns an empty list. */
    public static Waivers none() {
        return of(List.of());
    }

    /** Returns a list of these waivers. */
    public static Waivers of(List<Waiver> waivers) {
        return new Waivers(waivers);
    }

    /**
     * Reads the list in a file. A line without a date or reason, one that matches no case, and one that covers the whole plan are
     * errors.
     */
    public static Waivers in(Path file, List<Case> cases, Plan plan) throws IOException {
        var waivers = new ArrayList<Waiver>();
        for (var line : Files.readAllLines(file)) {
            // Some editors begin a file with a byte-order mark.
            var text = line.replace("\uFEFF", "").strip();
            if (!text.isEmpty() && !text.startsWith("#")) {
                waivers.add(requireNarrow(file, parse(file, text, cases), plan));
            }
        }
        return new Waivers(waivers);
    }

    private static Waiver parse(Path file, String text, List<Case> cases) {
        var parts = text.split("\\s+", 3);
        if (parts.length < 3) {
            throw new IllegalArgumentException(file + ": a waiver needs a case, its last day and a reason, such as"
                    + " \"two-players-* 2027-03-31 one test player only\". The line is: " + text);
        }
        if (cases.stream().noneMatch(each -> ExpectedFailures.matches(parts[0], each.id()))) {
            throw new IllegalArgumentException(file + " matches no case: " + parts[0] + ". See --list.");
        }
        try {
            return new Waiver(parts[0], LocalDate.parse(parts[1]), parts[2]);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    file + ": the last day of a waiver is written as 2027-03-31. The line is: " + text, e);
        }
    }

    /** Refuses a waiver with which a run that tries nothing would be certified. */
    private static Waiver requireNarrow(Path file, Waiver waiver, Plan plan) {
        if (plan.cases().stream().allMatch(each -> ExpectedFailures.matches(waiver.cases(), each.id()))) {
            throw new IllegalArgumentException(file + ": the waiver " + waiver.cases()
                    + " covers every case of the plan " + plan.name() + ". Name the cases that cannot run.");
        }
        return waiver;
    }

    /** Returns all waivers, also those whose last day has passed. */
    public List<Waiver> all() {
        return waivers;
    }

    /** Returns the waiver that covers this case on this day, if there is one. */
    public Optional<Waiver> of(String id, LocalDate day) {
        return waivers.stream()
                .filter(waiver -> ExpectedFailures.matches(waiver.cases(), id))
                .filter(waiver -> !waiver.isExpired(day))
                .findFirst();
    }
}
