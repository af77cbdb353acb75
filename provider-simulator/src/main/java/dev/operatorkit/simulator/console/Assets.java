package dev.operatorkit.simulator.console;

import dev.operatorkit.conformance.report.InlineSource;
import dev.operatorkit.conformance.suite.Plan;
import dev.operatorkit.simulator.http.Routes;
import io.helidon.common.media.type.MediaType;
import io.helidon.common.media.type.MediaTypes;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Serves the static files of the pages, and holds what the pages contain rather than load: their styles, and the script that runs
 * before they are painted.
 */
final class Assets {
    static final String STYLE = text("console.css");

    /** Holds the number of colours that the page of a game may have. */
    static final int HUES = 36;

    /** Styles the pages of a game: a policy that forbids styles in attributes leaves only classes to choose a colour by. */
    static final String GAME_STYLE = text("game.css")
            + IntStream.range(0, HUES)
                    .mapToObj(hue -> ".hue-" + hue + "{--hue:" + hue * (360 / HUES) + "}")
                    .collect(Collectors.joining());

    /** Sets the theme, and keeps early clicks. */
    static final String SCRIPT = text("head.js");

    private static final String HTMX = "META-INF/resources/webjars/htmx.org/2.0.10/dist/htmx.min.js";
    private static final MediaType SVG = MediaTypes.create("image/svg+xml");
    private static final MediaType SCRIPT_TYPE = MediaTypes.create("text/javascript");

    private Assets() {}

    /** Returns what a Content-Security-Policy allows within a page: these styles and this script, and no others. */
    static String policy() {
        return "style-src " + InlineSource.of(STYLE) + " " + InlineSource.of(GAME_STYLE) + "; script-src 'self' "
                + InlineSource.of(SCRIPT);
    }

    /** Registers the files of the console's pages, and the OpenAPI descriptions of both interfaces. */
    static void console(Routes routes) {
        serve(routes, "/console/console.js", read("assets/console.js"), SCRIPT_TYPE);
        serve(routes, "/console/htmx.js", read(HTMX), SCRIPT_TYPE);
        for (var name : List.of("customer-api.yaml", "wallet-callbacks.yaml")) {
            var content = read("/dev/operatorkit/simulator/openapi/" + name);
            serve(routes, "/openapi/" + name, content, MediaTypes.create("application/yaml"));
        }
    }

    /** Registers the files of the game page, for players without access to the console. */
    static void game(Routes routes) {
        serve(routes, "/console/game.js", read("assets/game.js"), SCRIPT_TYPE);
        var mark = read("assets/mark.svg");
        serve(routes, "/console/mark.svg", mark, SVG);
        // Browsers request this on pages that name no icon, such as a report.
        serve(routes, "/favicon.ico", mark, SVG);
    }

    /** Serves a file that is identified by the digest of its content. */
    private static void serve(Routes routes, String path, byte[] content, MediaType type) {
        var tag = '"' + Plan.sha256(content).substring(0, 16) + '"';
        routes.get(path, (request, response) -> {
            response.header(HeaderNames.ETAG, tag);
            response.header(HeaderNames.CACHE_CONTROL, "no-cache");
            if (request.headers()
                    .first(HeaderNames.IF_NONE_MATCH)
                    .filter(tag::equals)
                    .isPresent()) {
                response.status(Status.NOT_MODIFIED_304).send();
                return;
            }
            response.headers().contentType(type);
            response.send(content);
        });
    }

    private static String text(String name) {
        return new String(read("assets/" + name), StandardCharsets.UTF_8);
    }

    private static byte[] read(String resource) {
        // A class finds only resources of the same module, and htmx is another one.
        try (var in = resource.equals(HTMX)
                ? Assets.class.getClassLoader().getResourceAsStream(resource)
                : Assets.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("The jar does not contain " + resource + ". Build it again.");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
