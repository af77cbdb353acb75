package dev.operatorkit.simulator.console;

import dev.operatorkit.simulator.catalogue.Artwork;
import dev.operatorkit.simulator.http.Routes;
import dev.operatorkit.simulator.http.Segment;
import dev.operatorkit.wire.Game;
import java.util.List;
import java.util.Map;

/** Shows an operator's catalogue, with a switch for each game (CAT-1, CAT-2). */
record CataloguePage(PageRenderer renderer, ConsoleParts parts) {
    record View(FormData.FormView form, List<Card> cards) {}

    record Card(Game game) {
        String name() {
            return game.field("name").map(Object::toString).orElse(game.slug());
        }

        /** Returns an id that a selector can name, for any slug. */
        String id() {
            return idOf(game.slug());
        }

        private static String idOf(String slug) {
            return "game-" + Segment.of(slug).replace("_", "__").replace("~", "_t");
        }

        /** Returns only the path of the picture, so that it loads under each host name of the page. */
        String picture() {
            return game.field("artwork")
                    .filter(Map.class::isInstance)
                    .map(artwork -> String.valueOf(((Map<?, ?>) artwork).get("cover")))
                    .filter(url -> url.contains(Artwork.PATH))
                    .map(url -> url.substring(url.indexOf(Artwork.PATH)))
                    .orElse("/console/mark.svg");
        }
    }

    void routing(Routes routes) {
        routes.get("/games", (request, response) -> {
            var form = FormData.FormView.of(parts, FormData.query(request), null);
            var games = parts.catalogue().games(form.operator().id());
            var view = new View(form, games.stream().map(Card::new).toList());
            renderer.page(response, "games.jte", "Catalogue", "/games", view);
        });
        routes.post("/games/switch", (request, response) -> {
            var form = FormData.body(request);
            var operator = form.required("operator");
            var slug = form.required("slug");
            parts.catalogue()
                    .makeAvailable(operator, slug, form.text("available").isPresent());
            PageRenderer.redirect(response, "/games?operator=" + FormData.encode(operator) + "#" + Card.idOf(slug));
        });
    }
}
