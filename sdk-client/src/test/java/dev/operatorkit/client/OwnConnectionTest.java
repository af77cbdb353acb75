package dev.operatorkit.client;

import static dev.operatorkit.client.Provider.EMPTY_PAGE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.wire.BonusCode;
import dev.operatorkit.wire.CampaignSearch;
import java.util.concurrent.atomic.AtomicInteger;
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

    private static LaunchRequest launch(String player) {
        return new LaunchRequest.RealMoney(
                "cherry-rush", "203.0.113.7", CurrencyCode.of("EUR"), "the-token-of-" + player, null);
    }

    private static BonusCode bonusCode(String code) {
        return BonusCode.builder()
                .campaignCode("SPRING")
                .userId("player-1")
                .currencyCode(CurrencyCode.of("EUR"))
                .bonusCode(code)
                .maxRounds(5)
                .build();
    }

    @Test
    void a_launch_gets_no_link_that_was_sent_twice_to_another_player() {
        var calls = new AtomicInteger();
        try (var server = new RawServer((request, socket) -> {
                    var link = RawServer.ok(
                            "{\"data\":{\"url\":\"https://game.example/" + calls.incrementAndGet() + "\"}}");
                    RawServer.write(socket, calls.get() == 1 ? link + link : link);
                    return true;
                });
                var api = provider.builder(server.base()).build()) {
            assertThat(api.createLaunchUrl(launch("player-1"))).hasPath("/1");
            assertThat(api.createLaunchUrl(launch("player-2"))).hasPath("/2");
        }
    }

    @Test
    void a_bonus_code_is_not_created_by_the_second_response_to_another() {
        var calls = new AtomicInteger();
        try (var server = new RawServer((request, socket) -> {
                    var created = "HTTP/1.1 201 Created\r\nContent-Length: 11\r\n\r\n{\"data\":{}}";
                    if (calls.incrementAndGet() > 1) {
                        return false;
                    }
                    RawServer.write(socket, created + created);
                    return true;
                });
                var api = provider.builder(server.base()).build()) {
            try {
                api.createBonusCode(bonusCode("ONE"));
            } catch (UnexpectedResponseException e) {
                assertThat(calls)
                        .as("what the first call thinks of its response does not matter")
                        .hasValue(1);
            }
            assertThatThrownBy(() -> api.createBonusCode(bonusCode("TWO"))).isInstanceOf(NoResponseException.class);
        }
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
            api.createLaunchUrl(launch("player-1"));
            assertThat(server.accepted()).isEqualTo(3);
        }
    }
}
