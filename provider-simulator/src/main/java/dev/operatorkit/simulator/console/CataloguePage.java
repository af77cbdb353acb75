package dev.operatorkit.simulator.console;

import dev.operatorkit.simulator.catalogue.Artwork;
import dev.operatorkit.simulator.catalogue.Representation;
import dev.operatorkit.simulator.http.Routes;
import dev.operatorkit.simulator.http.Segment;
import dev.operatorkit.wire.Game;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Shows an operator's catalogue, with a switch for each game (CAT-1, CAT-2, CAC-2). */
final class CataloguePage {
    private final PageRenderer renderer;
    private final ConsoleParts parts;

    CataloguePage(PageRenderer renderer, ConsoleParts parts) {
        this.renderer = renderer;
        this.parts = parts;
    }

    /** Holds the page. */
    record View(FormData.FormView form, List<Card> cards, int total, Representation representation) {}

    /** Holds a game as its card shows it. */
    record Card(Game game, String name, String picture) {
        static Card of(Game game) {
            return new Card(game, game.field("name").map(Object::toString).orElse(game.slug()), picture(game));
        }

        /** Returns an id that a selector can name, whatever the slug contains. */
        String id() {
            return idOf(game.slug());
        }

        private static String idOf(String slug) {
            return "game-" + Segment.of(slug).replace("_", "__").replace("~", "_t");
        }

        /** Returns only the path of the picture, so that it loads under whatever host name the page was opened. */
        private static String picture(Game game) {
            return game.field("artwork")
                    .filter(Map.class::isInstance)
                    .map(artwork -> String.valueOf(((Map<?, ?>) artwork).get("cover")))
                    .filter(url -> url.contains(Artwork.PATH))
                    .map(url -> url.substring(url.indexOf(Artwork.PATH)))
                    .orElse("/console/mark.svg");
        }
    }

    void routing(Routes routes) {
        routes.get("/games", this::show);
        routes.post("/games/switch", this::switchGame);
    }

    private void show(ServerRequest request, ServerResponse response) {
        var form = FormData.FormView.of(parts, FormData.query(request), null);
        var all = parts.catalogue().games(form.operator().id());
        var cards = all.stream()
                .map(Card::of)
                .filter(card -> isWanted(card, form.fields()))
                .toList();
        var representation = parts.catalogue().representation(form.operator().id());
        renderer.page(response, "games.jte", "Catalogue", "/games", new View(form, cards, all.size(), representation));
    }

    private static boolean isWanted(Card card, FormData form) {
        var text = form.text("text", "").toLowerCase(Locale.ROOT);
        var game = card.game();
        return (card.name().toLowerCase(Locale.ROOT).contains(text)
                        || game.slug().toLowerCase(Locale.ROOT).contains(text))
                && switch (form.text("show", "all")) {
                    case "available" -> game.available();
                    case "off" -> !game.available();
                    case "free-rounds" -> game.freeRound();
                    case "restricted" -> !game.restrictedCountries().isEmpty();
                    default -> true;
                };
    }

    private void switchGame(ServerRequest request, ServerResponse response) {
        var form = FormData.body(request);
        var operator = form.required("operator");
        var slug = form.required("slug");
        parts.catalogue().makeAvailable(operator, slug, form.text("available").isPresent());
        PageRenderer.redirect(response, "/games?operator=" + FormData.encode(operator) + "#" + Card.idOf(slug));
    }
}
