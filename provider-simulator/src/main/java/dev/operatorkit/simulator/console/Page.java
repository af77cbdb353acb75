package dev.operatorkit.simulator.console;

import java.util.List;

/**
 * Holds the values that the frame of every page needs.
 *
 * @param title the heading, and the title of the tab
 * @param path the page's address, which the navigation highlights
 * @param clock the simulator's time, as shown
 * @param ahead how far that is ahead of real time; empty if it is not
 * @param faults the descriptions of the active faults
 * @param token the token that the admin gate requires for changes
 */
record Page(String title, String path, String clock, String ahead, List<String> faults, String token) {
    /** Lists the navigation in order. */
    static final List<Section> SECTIONS = List.of(
            Section.of("Overview", new Link("/", "Overview")),
            Section.of(
                    "Game",
                    new Link("/launch", "Launch"),
                    new Link("/games", "Catalogue"),
                    new Link("/free-rounds", "Free rounds")),
            Section.of("Exchanges", new Link("/transcript", "Exchanges")),
            Section.of("Rounds", new Link("/rounds", "Rounds")),
            Section.of("Deliveries", new Link("/delivery", "Deliveries")),
            Section.of("Faults", new Link("/faults", "Faults")),
            Section.of(
                    "Runs",
                    new Link("/conformance", "Conformance"),
                    new Link("/client-conformance", "Client conformance"),
                    new Link("/load", "Load")));

    /**
     * Lists the pages of work that no fault touches: faults apply to the callbacks of rounds and to the Customer API, while runs send
     * requests of their own and have services of their own.
     */
    private static final List<String> WITHOUT_FAULTS =
            List.of("/conformance", "/client-conformance", "/load", "/problem");

    /** Holds a part of a section. */
    record Link(String path, String name) {}

    /** Holds one entry of the navigation. */
    record Section(String name, List<Link> links) {
        static Section of(String name, Link... links) {
            return new Section(name, List.of(links));
        }

        String path() {
            return links.getFirst().path();
        }
    }

    /** Returns whether this page shows the active faults. */
    boolean showsFaults() {
        return WITHOUT_FAULTS.stream().noneMatch(path::startsWith);
    }

    /** Returns whether this page belongs to a part of a section. */
    boolean under(Link link) {
        return link.path().equals("/") ? path.equals("/") : path.startsWith(link.path());
    }

    /** Returns whether this page belongs to a section. */
    boolean under(Section section) {
        return section.links().stream().anyMatch(this::under);
    }

    /** Returns the parts of the section that this page belongs to, if there are several. */
    List<Link> parts() {
        return SECTIONS.stream()
                .filter(this::under)
                .map(Section::links)
                .filter(links -> links.size() > 1)
                .findFirst()
                .orElse(List.of());
    }
}
