package dev.operatorkit.simulator.catalogue;

import dev.operatorkit.json.Json;
import dev.operatorkit.simulator.http.BrowserHeaders;
import dev.operatorkit.simulator.http.Routes;
import dev.operatorkit.simulator.http.Segment;
import dev.operatorkit.simulator.operator.Operators;
import dev.operatorkit.wire.ErrorMessage;
import dev.operatorkit.wire.Game;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.nio.charset.StandardCharsets;

/** Serves the pictures of the catalogue. They are public and need no signature. */
public final class ArtworkPages {
    private final Catalogue catalogue;
    private final Operators operators;

    public ArtworkPages(Catalogue catalogue, Operators operators) {
        this.catalogue = catalogue;
        this.operators = operators;
    }

    /** Registers the routes below {@link Artwork#PATH}. */
    public void routing(Routes routes) {
        routes.get(Artwork.PATH + "{slug}/cover.svg", (request, response) -> picture(request, response, true));
        routes.get(Artwork.PATH + "{slug}/icon.svg", (request, response) -> picture(request, response, false));
    }

    private void picture(ServerRequest request, ServerResponse response, boolean cover) {
        var slug = Segment.read(request, "slug");
        // All operators have the same games and differ only in their availability.
        var game = catalogue.find(operators.first().id(), slug);
        if (game.isEmpty()) {
            response.status(Status.NOT_FOUND_404)
                    .header(HeaderValues.CONTENT_TYPE_JSON)
                    .header(HeaderNames.CACHE_CONTROL, "no-store")
                    .send(Json.write(
                            new ErrorMessage("There is no game '" + slug + "'. GET /api/v1/games lists them.")));
            return;
        }
        var name = name(game.get());
        var svg = cover ? Artwork.cover(slug, name) : Artwork.icon(slug, name);
        // Operators show the artwork on their own sites.
        response.header(BrowserHeaders.RESOURCE_POLICY, "cross-origin")
                .header(HeaderNames.CONTENT_TYPE, "image/svg+xml")
                .header(HeaderNames.CACHE_CONTROL, "public, max-age=86400")
                .send(svg.getBytes(StandardCharsets.UTF_8));
    }

    private static String name(Game game) {
        return game.field("name").map(Object::toString).orElse(game.slug());
    }
}
