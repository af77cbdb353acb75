package dev.operatorkit.benchmarks.client;

import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Generates realistic catalogues: the named fields, a display name and three artwork URLs per game. */
final class Games {
    private Games() {}

    static byte[] catalogue(int games) {
        var list = IntStream.range(0, games).mapToObj(Games::game).collect(Collectors.joining(","));
        return ("{\"data\":[" + list + "]}").getBytes(StandardCharsets.UTF_8);
    }

    private static String game(int number) {
        var art = "https://artwork.example/games/golden-orchard-" + number;
        return "{\"slug\":\"golden-orchard-" + number + "\",\"available\":" + (number % 7 != 0) + ",\"freeRound\":"
                + (number % 3 != 0) + ",\"restrictedCountries\":[\"US\",\"GB\",\"FR\"],\"name\":\"Golden Orchard "
                + number
                + "\",\"artwork\":{\"tile\":\"" + art + "/tile.svg\",\"banner\":\"" + art
                + "/banner.svg\",\"background\":\""
                + art + "/background.svg\"}}";
    }
}
