package dev.operatorkit.client;

import dev.operatorkit.wire.Game;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Holds the games provisioned for the operator (CAT-1).
 *
 * @param games the games, in the provider's order
 */
public record Catalogue(List<Game> games) {
    /** Creates a catalogue with an unmodifiable copy of the games. */
    public Catalogue {
        Objects.requireNonNull(games, "games");
        games = List.copyOf(games);
    }

    /** Returns the game with this slug, if it is in the catalogue. */
    public Optional<Game> findGame(String slug) {
        return games.stream().filter(game -> game.slug().equals(slug)).findFirst();
    }
}
