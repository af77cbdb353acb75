package dev.operatorkit.examples.client;

import dev.operatorkit.client.Catalogue;
import dev.operatorkit.client.CatalogueSubscription;
import dev.operatorkit.client.CustomerApi;
import dev.operatorkit.wire.Game;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A lobby that always has games to show: kept up to date in the background, and on disk for the next start (CAT-3). */
public final class Lobby implements AutoCloseable {
    private final CatalogueSubscription catalogue;
    private volatile List<Game> shown = List.of();

    /** Shows what that service has; the file need not be there yet. */
    public Lobby(CustomerApi api, Path file) {
        var options = CatalogueSubscription.Options.defaults()
                .withInterval(Duration.ofMinutes(1))
                .withFile(file);
        catalogue = api.subscribe(options, this::changed);
    }

    private void changed(Catalogue fresh) {
        shown = fresh.games().stream().filter(Game::available).toList();
    }

    /** What can be played. */
    public List<Game> games() {
        return shown;
    }

    /** What a small print under the lobby may say. */
    public String freshness() {
        return catalogue
                .unreachableSince()
                .map(since -> "the provider is away since " + since + "; these are the games of "
                        + catalogue.confirmedAt().map(Object::toString).orElse("an earlier day"))
                .orElse("up to date");
    }

    @Override
    public void close() {
        catalogue.close();
    }
}
