package dev.operatorkit.simulator.console;

import dev.operatorkit.simulator.SimulatorClock;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Renders pages: the common frame around the content of one page.
 */
final class PageRenderer {
    private static final DateTimeFormatter CLOCK =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss'Z'").withZone(ZoneOffset.UTC);
    static final HeaderName POLICY = HeaderNames.create("Content-Security-Policy");
    /** Forbids these pages to load from, or send to, another host. */
    static final String OWN_RESOURCES_ONLY =
            "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self';"
                    + " frame-ancestors 'self'";

    private static final String POLICY_OF_PAGES = OWN_RESOURCES_ONLY + "; " + PageHead.policy();

    private final TemplateEngine engine = engine();
    private final SimulatorClock clock;
    private final Supplier<List<String>> faults;
    private final String token;

    PageRenderer(SimulatorClock clock, Supplier<List<String>> faults, String token) {
        this.token = token;
        this.clock = clock;
        this.faults = faults;
    }

    /** Returns an engine with the compiled templates. */
    static TemplateEngine engine() {
        return TemplateEngine.createPrecompiled(
                null, ContentType.Html, PageRenderer.class.getClassLoader(), PageRenderer.class.getPackageName());
    }

    /** Sends a whole page. Its template gets {@code page} and its own parameters. */
    void page(ServerResponse response, String template, String title, String path, Map<String, Object> parameters) {
        send(response, renderPage(template, title, path, parameters));
    }

    /** Sends a whole page. Its template gets {@code page} and one record with all that it shows. */
    void page(ServerResponse response, String template, String title, String path, Object view) {
        page(response, template, title, path, Map.of("view", view));
    }

    /** Sends a fragment whose template gets one record. */
    void fragment(ServerResponse response, String template, Object view) {
        fragment(response, template, Map.of("view", view));
    }

    /** Renders a whole page. */
    byte[] renderPage(String template, String title, String path, Map<String, Object> parameters) {
        var all = new HashMap<>(parameters);
        all.put("page", new Page(title, path, CLOCK.format(clock.instant()), offset(clock), faults.get(), token));
        return render(template, all);
    }

    /** Returns how far the simulator's clock was moved, such as "+3 days"; empty if it shows real time. */
    static String offset(SimulatorClock clock) {
        var ahead = clock.ahead();
        return ahead.isZero() ? "" : "+" + DeliveryPage.describe(ahead);
    }

    /** Returns the descriptions of the active faults. */
    List<String> faults() {
        return faults.get();
    }

    /** Sends a fragment that htmx puts in its place, or a page that has its own frame. */
    void fragment(ServerResponse response, String template, Map<String, Object> parameters) {
        send(response, render(template, parameters));
    }

    /** Adds a parameter for which the template has a default, unless the value is null. */
    static void putIfPresent(Map<String, Object> parameters, String name, @Nullable Object value) {
        if (value != null) {
            parameters.put(name, value);
        }
    }

    private byte[] render(String template, Map<String, Object> parameters) {
        var output = new StringOutput();
        engine.render(template, parameters, output);
        return output.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void send(ServerResponse response, byte[] page) {
        response.header(HeaderNames.CONTENT_TYPE, "text/html; charset=utf-8");
        response.header(HeaderNames.CACHE_CONTROL, "no-store");
        response.header(POLICY, POLICY_OF_PAGES);
        response.send(page);
    }

    /** Redirects to a page after a change, so that a reload does not repeat the change. */
    static void redirect(ServerResponse response, String path) {
        response.status(Status.SEE_OTHER_303);
        response.header(HeaderNames.LOCATION, path);
        response.send();
    }
}
