package dev.operatorkit.client;

import static dev.operatorkit.client.Provider.EMPTY_PAGE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.wire.CampaignSearch;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests that no call gets a response that was meant for another one, even if a provider or a proxy left bytes on a connection. */
class OwnConnectionTest {
    @AutoClose
    private Provider provider;

    @BeforeEach
    void start() {
        provider = new Provider();
    }

    /** A server may close an idle connection at the moment of the next call, whose outcome would be unknown (D-5). */
    @Test
    void each_call_has_its_own_connection() {
        try (var server = new RawServer((request, socket) -> {
                    RawServer.write(
                            socket,
                            RawServer.ok(
                                    request.startsWith("GET")
                                            ? "{\"data\":{\"url\":\"https://game.example/1\"}}"
                                            : EMPTY_PAGE));
                    return true;
                });
                var api = provider.builder(server.base()).build()) {
            api.searchCampaigns(CampaignSearch.all());
            api.searchCampaigns(CampaignSearch.all());
            api.createLaunchUrl(Provider.launch("the-token-of-player-1"));
            assertThat(server.accepted()).isEqualTo(3);
        }
    }
}
