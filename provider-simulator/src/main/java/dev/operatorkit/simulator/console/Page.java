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
    /** Holds one entry of the navigation. */
    record Link(String path, String name) {}

    /** Lists the navigation in order. */
    static final List<Link> LINKS = List.of(
            new Link("/", "Overview"),
            new Link("/launch", "Play"),
            new Link("/transcript", "Transcript"),
            new Link("/rounds", "Rounds"),
            new Link("/delivery", "Delivery"),
            new Link("/games", "Catalogue"),
            new Link("/free-rounds", "Free rounds"),
            new Link("/faults", "Faults"),
            new Link("/conformance", "Conformance"),
            new Link("/client-conformance", "Client conformance"),
            new Link("/load", "Load"));

    /**
     * Lists the pages of work that no fault touches: faults apply to the callbacks of rounds and to the Customer API, while runs send
     * requests of their own and have services of their own.
     */
    private static final List<String> WITHOUT_FAULTS =
            List.of("/conformance", "/client-conformance", "/load", "/problem");

    /** Returns whether this page shows the active faults. */
    boolean showsFaults() {
        return WITHOUT_FAULTS.stream().noneMatch(path::startsWith);
    }

    /** Returns whether this page belongs to a navigation entry. */
    boolean under(Link link) {
        return link.path().equals("/") ? path.equals("/") : path.startsWith(link.path());
    }
}
