package dev.operatorkit.simulator.console;

import dev.operatorkit.simulator.http.Routes;
import io.helidon.common.media.type.MediaType;
import io.helidon.common.media.type.MediaTypes;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Serves the static files of the pages. Each is read once and identified by the digest of its content. */
final class Assets {
    private static final MediaType SVG = MediaTypes.create("image/svg+xml");
    private static final MediaType YAML = MediaTypes.create("application/yaml");
    private static final MediaType SCRIPT = MediaTypes.create("text/javascript");
    private static final String HTMX = "META-INF/resources/webjars/htmx.org/2.0.10/dist/htmx.min.js";

    private Assets() {}

    /** Registers the files of the console's pages. */
    static void console(Routes routes) {
        serve(routes, "/console/exchange.js", "assets/exchange.js", SCRIPT);
        serve(routes, "/console/console.js", "assets/console.js", SCRIPT);
        serve(routes, "/console/htmx.js", HTMX, SCRIPT);
    }

    /** Registers the OpenAPI descriptions of both interfaces. */
    static void openApi(Routes routes) {
        for (var name : List.of("customer-api.yaml", "wallet-callbacks.yaml")) {
            serve(routes, "/openapi/" + name, "/dev/operatorkit/simulator/openapi/" + name, YAML);
        }
    }

    /** Registers the files of the game page, for players without access to the console. */
    static void game(Routes routes) {
        serve(routes, "/console/game.js", "assets/game.js", SCRIPT);
        serve(routes, "/console/wire.js", "assets/wire.js", SCRIPT);
        serve(routes, "/console/copy.js", "assets/copy.js", SCRIPT);
        serve(routes, "/console/mark.svg", "assets/mark.svg", SVG);
        // Browsers request this on pages that name no icon, such as a report.
        var mark = read("assets/mark.svg");
        routes.get("/favicon.ico", (request, response) -> {
            response.headers().contentType(SVG);
            response.send(mark);
        });
    }

    private static void serve(Routes routes, String path, String resource, MediaType type) {
        var content = read(resource);
        var tag = '"' + digest(content) + '"';
        routes.get(path, (request, response) -> send(request, response, content, tag, type));
    }

    private static void send(
            ServerRequest request, ServerResponse response, byte[] content, String tag, MediaType type) {
        response.header(HeaderNames.ETAG, tag);
        response.header(HeaderNames.CACHE_CONTROL, "no-cache");
        if (request.headers().contains(HeaderNames.IF_NONE_MATCH)
                && request.headers().get(HeaderNames.IF_NONE_MATCH).get().equals(tag)) {
            response.status(Status.NOT_MODIFIED_304).send();
            return;
        }
        response.headers().contentType(type);
        response.send(content);
    }

    /** Returns a file of the pages. */
    static byte[] read(String resource) {
        try (var in = open(resource)) {
            if (in == null) {
                throw new IllegalStateException("The jar does not contain " + resource + ". Build it again.");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static @Nullable InputStream open(String resource) {
        // A class finds resources of its own module only, and htmx is another one.
        return resource.equals(HTMX)
                ? Assets.class.getClassLoader().getResourceAsStream(resource)
                : Assets.class.getResourceAsStream(resource);
    }

    private static String digest(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content), 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
