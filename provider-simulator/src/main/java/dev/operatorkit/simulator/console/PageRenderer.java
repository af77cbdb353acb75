package dev.operatorkit.simulator.console;

import dev.operatorkit.simulator.SimulatorClock;
import dev.operatorkit.simulator.fault.ActiveFaults;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;

/** Renders pages: the common frame around the content of one page, and the parts of pages that change while they are shown. */
final class PageRenderer {
    /** Forbids these pages to load from, or send to, another host. */
    static final String OWN_RESOURCES_ONLY =
            "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self';"
                    + " frame-ancestors 'self'";

    static final HeaderName POLICY = HeaderNames.create("Content-Security-Policy");

    private static final String POLICY_OF_PAGES = OWN_RESOURCES_ONLY + "; " + Assets.policy();
    private static final DateTimeFormatter CLOCK =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss'Z'").withZone(ZoneOffset.UTC);

    private final TemplateEngine engine = TemplateEngine.createPrecompiled(
            null, ContentType.Html, PageRenderer.class.getClassLoader(), PageRenderer.class.getPackageName());
    private final SimulatorClock clock;
    private final ActiveFaults faults;

    PageRenderer(SimulatorClock clock, ActiveFaults faults) {
        this.clock = clock;
        this.faults = faults;
    }

    /** Sends a whole page. Its template gets {@code page}, and {@code view} with all that it shows. */
    void page(ServerResponse response, String template, String title, String path, Object view) {
        var page = new Page(title, path, CLOCK.format(clock.instant()), offset(), faults());
        var output = new StringOutput();
        engine.render(template, Map.of("page", page, "view", view), output);
        send(response, output);
    }

    /** Sends a fragment that htmx puts in its place, or a page that has its own frame. Its template has one parameter. */
    void fragment(ServerResponse response, String template, Object view) {
        var output = new StringOutput();
        engine.render(template, view, output);
        send(response, output);
    }

    /** Sends a page without the frame, and without data, to a reader who may not use the console. */
    void notice(ServerResponse response, String title, String reason, List<Page.Link> links) {
        fragment(response, "notice.jte", new Notice(title, reason, links));
    }

    /** Holds the content of such a page. */
    record Notice(String title, String reason, List<Page.Link> links) {}

    private static void send(ServerResponse response, StringOutput page) {
        response.header(HeaderNames.CONTENT_TYPE, "text/html; charset=utf-8");
        response.header(HeaderNames.CACHE_CONTROL, "no-store");
        response.header(POLICY, POLICY_OF_PAGES);
        response.send(page.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** Redirects to a page after a change, so that a reload does not repeat the change. */
    static void redirect(ServerResponse response, String path) {
        response.status(Status.SEE_OTHER_303);
        response.header(HeaderNames.LOCATION, path);
        response.send();
    }

    /** Returns how far the simulator's clock was moved, such as "+3 days"; empty if it shows real time. */
    String offset() {
        var ahead = clock.ahead();
        return ahead.isZero() ? "" : "+" + PageText.describe(ahead);
    }

    List<String> faults() {
        return FaultsPage.describe(faults);
    }

    /**
     * Holds the values that the frame of every page needs.
     *
     * @param title the heading, and the title of the tab
     * @param path the page's address, which the navigation highlights
     * @param clock the simulator's time, as shown
     * @param ahead how far that is ahead of real time; empty if it is not
     * @param faults the descriptions of the active faults
     */
    record Page(String title, String path, String clock, String ahead, List<String> faults) {
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

        record Link(String path, String name) {}

        record Section(String name, List<Link> links) {
            static Section of(String name, Link... links) {
                return new Section(name, List.of(links));
            }

            String path() {
                return links.getFirst().path();
            }
        }

        boolean under(Link link) {
            return link.path().equals("/") ? path.equals("/") : path.startsWith(link.path());
        }

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
}
