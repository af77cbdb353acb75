package dev.operatorkit.simulator.console;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.Utf8ByteOutput;
import io.helidon.common.media.type.MediaTypes;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Draws pages: the frame that all have in common, around the content of one. */
final class PageRenderer {
    private static final DateTimeFormatter CLOCK =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss'Z'").withZone(ZoneOffset.UTC);
    static final HeaderName POLICY = HeaderNames.create("Content-Security-Policy");
    /** Nothing on these pages may come from, or go to, another machine. */
    static final String OWN_ALONE =
            "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'self'";

    private final TemplateEngine engine = TemplateEngine.createPrecompiled(
            null, ContentType.Html, PageRenderer.class.getClassLoader(), PageRenderer.class.getPackageName());
    private final Clock clock;
    private final Supplier<List<String>> faults;
    private final String token;

    PageRenderer(Clock clock, Supplier<List<String>> faults, String token) {
        this.token = token;
        this.clock = clock;
        this.faults = faults;
    }

    /** A whole page: the template gets {@code page} beside its own parameters. */
    void page(ServerResponse response, String template, String title, String path, Map<String, Object> parameters) {
        send(response, renderPage(template, title, path, parameters));
    }

    /** The bytes of a whole page. */
    byte[] renderPage(String template, String title, String path, Map<String, Object> parameters) {
        var all = new HashMap<>(parameters);
        all.put("page", new Page(title, path, CLOCK.format(clock.instant()), faults.get(), token));
        return render(template, all);
    }

    /** The faults that are switched on, in words. */
    List<String> faults() {
        return faults.get();
    }

    /** A piece of a page, for htmx to put in its place; or a page with a frame of its own. */
    void fragment(ServerResponse response, String template, Map<String, Object> parameters) {
        send(response, render(template, parameters));
    }

    private byte[] render(String template, Map<String, Object> parameters) {
        var output = new Utf8ByteOutput();
        engine.render(template, parameters, output);
        var bytes = new ByteArrayOutputStream(output.getContentLength());
        try {
            output.writeTo(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static void send(ServerResponse response, byte[] page) {
        response.headers().contentType(MediaTypes.TEXT_HTML);
        response.header(HeaderNames.CACHE_CONTROL, "no-store");
        response.header(POLICY, OWN_ALONE);
        response.send(page);
    }

    /** After a change: back to a page, so that a reload does not repeat it. */
    static void redirect(ServerResponse response, String path) {
        response.status(Status.SEE_OTHER_303);
        response.header(HeaderNames.LOCATION, path);
        response.send();
    }
}
