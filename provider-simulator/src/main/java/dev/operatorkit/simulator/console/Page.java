package dev.operatorkit.simulator.console;

import java.util.List;

/**
 * What every page has beside its own content.
 *
 * @param title the heading, and the title of the tab
 * @param path the page's own address, which the navigation marks
 * @param clock the simulator's time, as shown
 * @param faults the faults that are switched on, in words
 * @param token what the gate asks of a change
 */
public record Page(String title, String path, String clock, List<String> faults, String token) {
    /** One entry of the navigation. */
    public record Link(String path, String name) {}

    /** The navigation, in its order. */
    public static final List<Link> LINKS = List.of(
            new Link("/", "Overview"),
            new Link("/launch", "Play"),
            new Link("/transcript", "Transcript"),
            new Link("/rounds", "Rounds"),
            new Link("/delivery", "Delivery"),
            new Link("/games", "Catalogue"),
            new Link("/free-rounds", "Free rounds"),
            new Link("/faults", "Faults"),
            new Link("/conformance", "Conformance"),
            new Link("/load", "Load"),
            new Link("/reference", "API reference"));

    /** Whether this page belongs to that entry. */
    public boolean under(Link link) {
        return link.path().equals("/") ? path.equals("/") : path.startsWith(link.path());
    }
}
