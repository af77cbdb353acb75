package dev.operatorkit.examples.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.operatorkit.client.Operation;
import dev.operatorkit.client.testkit.FakeCustomerApi;
import dev.operatorkit.wire.Game;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LobbyTest {
    private static final Game GAME = new Game("golden-orchard", true, true, List.of(), Map.of());

    @TempDir
    Path folder;

    @Test
    void a_lobby_started_while_the_provider_is_unreachable_shows_the_cached_games() {
        var file = folder.resolve("catalogue.json");
        try (var service = FakeCustomerApi.start();
                var api = service.client().build()) {
            service.games(GAME, new Game("blue-reef", false, true, List.of(), Map.of()));
            try (var lobby = new Lobby(api, file)) {
                await().until(() -> !lobby.games().isEmpty());
                assertThat(lobby.games()).containsExactly(GAME);
                assertThat(lobby.freshness()).isEqualTo("up to date");
            }
            service.next(Operation.CATALOGUE).refuse(403, "closed for today");
            try (var lobby = new Lobby(api, file)) {
                await().until(() -> lobby.freshness().startsWith("provider unreachable"));
                assertThat(lobby.games()).containsExactly(GAME);
            }
        }
    }
}
