package dev.operatorkit.client;

import dev.operatorkit.wire.Game;
import java.util.List;
import java.util.Optional;

/**
 * The games provisioned for the operator (CAT-1).
 *
 * @param games in the service's order
 */
public record Catalogue(List<Game> games) {
    /** Copies the list. */
    public Catalogue {
        games = List.copyOf(games);
    }

    /** The game of that slug, when it is in the catalogue. */
    public Optional<Game> game(String slug) {
        return games.stream().filter(game -> game.slug().equals(slug)).findFirst();
    }
}
