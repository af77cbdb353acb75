package dev.operatorkit.examples.client;

import dev.operatorkit.client.Catalogue;
import dev.operatorkit.client.CatalogueSubscription;
import dev.operatorkit.client.CustomerApi;
import dev.operatorkit.wire.Game;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Keeps the games of a lobby: refreshed in the background, and stored on disk for the next start (CAT-3). */
public final class Lobby implements AutoCloseable {
    private final CatalogueSubscription catalogue;
    private volatile List<Game> games = List.of();

    /** Subscribes to the catalogue of the provider; the file is created when it is missing. */
    public Lobby(CustomerApi api, Path file) {
        var options = CatalogueSubscription.Options.defaults()
                .withInterval(Duration.ofMinutes(1))
                .withFile(file);
        catalogue = api.watchCatalogue(options, this::changed);
    }

    private void changed(Catalogue fresh) {
        games = fresh.games().stream().filter(Game::available).toList();
    }

    /** Returns the games that are available. */
    public List<Game> games() {
        return games;
    }

    /** Describes how current the games are, for a note in the lobby. */
    public String freshness() {
        return catalogue
                .unreachableSince()
                .map(since -> "provider unreachable since " + since + "; games as of "
                        + catalogue.confirmedAt().map(Object::toString).orElse("an earlier start"))
                .orElse("up to date");
    }

    @Override
    public void close() {
        catalogue.close();
    }
}
