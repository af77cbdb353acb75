package dev.operatorkit.conformance.client;

import static dev.operatorkit.conformance.client.ApiEndpoint.LAUNCH;

import dev.operatorkit.conformance.client.Scenario.Setup;
import java.util.List;
import java.util.Map;

/** Lists the scenarios of launches. */
final class LaunchScenarios {
    private static final String PLAYER = "203.0.113.7";
    private static final String OTHER_PLAYER = "203.0.113.8";
    private static final String GAME = "cherry-rush";
    private static final String LAUNCH_RULES = "LAU-2 LAU-5 LAU-6 LAU-7 SIG-6 GEN-5";

    static final List<Scenario> ALL = List.of(
            Scenario.of(
                    "real-money-launch",
                    "a launch for real money names the player's address, currency and session",
                    LAUNCH_RULES,
                    LAUNCH,
                    values -> Setup.of(launch(PLAYER)),
                    TaskJudges::launch),
            Scenario.of(
                    "launch-over-ipv6",
                    "the address of a player may be IPv6",
                    "LAU-2 SIG-6",
                    LAUNCH,
                    values -> Setup.of(launch("2001:db8::7")),
                    TaskJudges::launch),
            Scenario.of(
                    "launch-with-special-characters",
                    "a token with reserved characters is signed as it stands on the wire",
                    "SIG-6",
                    LAUNCH,
                    values -> Setup.of(launch(PLAYER).with("token", values.unique() + "+/ ==")),
                    TaskJudges::launch),
            Scenario.of(
                    "demo-launch",
                    "a demo carries neither currency nor token, not even empty ones",
                    "LAU-5 LAU-6",
                    LAUNCH,
                    values -> Setup.of(Task.of("launch-demo").with("ip", PLAYER).with("lang", "en")),
                    TaskJudges::launch),
            Scenario.of(
                    "url-for-every-click",
                    "a launch URL is requested at each click, and never before it or for another player",
                    "LAU-9 LAU-10 CAT-3",
                    LAUNCH,
                    values -> Setup.of(visit()),
                    TaskJudges::clicks),
            Scenario.of(
                    "new-session-has-a-new-token",
                    "the next visit of the same players has other tokens",
                    "LAU-9 LAU-10",
                    LAUNCH,
                    values -> Setup.of(visit()),
                    TaskJudges::clicks),
            Scenario.of(
                    "click-through-proxies",
                    "behind proxies, the leftmost trustworthy entry of X-Forwarded-For is the player's address",
                    "LAU-2 LAU-4",
                    LAUNCH,
                    values -> Setup.of(Task.of("launch-proxied")
                            .with("peer", "10.0.0.5")
                            .with("forwarded", "198.51.100.66, " + PLAYER + ", 10.0.0.9")
                            .with("proxies", "10.0.0.0/8")
                            .with("currency", "EUR")
                            .with("lang", "en")),
                    TaskJudges.launchFrom(PLAYER)),
            Scenario.of(
                    "launch-of-an-unknown-game",
                    "a launch that got 404 is not repeated",
                    "LAU-12 SIG-17 ERR-1",
                    LAUNCH,
                    values -> Setup.of(launch(PLAYER).with("slug", "a-game-that-nobody-made")),
                    TaskJudges::launch,
                    RetryJudges.repeats(LAUNCH, "404", false)),
            Scenario.of(
                    "switched-off-game",
                    "a game that is not available is not offered",
                    "LAU-12",
                    LAUNCH,
                    values -> Setup.of(launch(PLAYER)).withGameOff(GAME),
                    TaskJudges::launch),
            Scenario.of(
                    "restricted-country",
                    "a launch from a restricted country is refused, and is not repeated",
                    "LAU-3 D-11",
                    LAUNCH,
                    values -> Setup.of(launch("198.51.100.7").with("slug", "emerald-vault")),
                    TaskJudges::launch,
                    RetryJudges.repeats(LAUNCH, "the refusal of a country", false)));

    private LaunchScenarios() {}

    private static Task launch(String address) {
        return Task.of("launch").with("ip", address).with("currency", "EUR").with("lang", "en");
    }

    private static Task visit() {
        return Task.of("visit")
                .with(
                        "clicks",
                        List.of(click("player-1", PLAYER), click("player-1", PLAYER), click("player-2", OTHER_PLAYER)))
                .with("currency", "EUR")
                .with("lang", "en");
    }

    private static Map<String, Object> click(String player, String address) {
        return Map.of("player", player, "ip", address, "slug", GAME);
    }
}
