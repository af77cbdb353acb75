package dev.operatorkit.examples.client;

import dev.operatorkit.client.CustomerApi;
import dev.operatorkit.client.CustomerApiException;
import dev.operatorkit.client.LaunchRequest;
import dev.operatorkit.client.SessionTokens;
import dev.operatorkit.wire.Game;
import java.io.PrintStream;

/** Calls the Customer API for the first time: lists the games and creates a launch URL for one of them. */
public final class Quickstart {
    private Quickstart() {}

    /** Reads {@code OPERATORKIT_BASE_URL}, {@code OPERATORKIT_OPERATOR} and {@code OPERATORKIT_SECRET} from the environment. */
    public static void main(String[] arguments) {
        try (var api = CustomerApi.fromEnvironment()) {
            System.exit(run(api, System.out));
        }
    }

    /** Prints a launch URL for the first available game, or the reason why there is none. */
    static int run(CustomerApi api, PrintStream out) {
        try {
            var game = api.fetchCatalogue().games().stream()
                    .filter(Game::available)
                    .findFirst();
            if (game.isEmpty()) {
                out.println("No game is available.");
                return 1;
            }
            // Store it with the player's session: the provider sends it back in GET /player (LAU-10).
            var token = SessionTokens.generate();
            var launch = LaunchRequest.realMoney(game.get().slug())
                    .ip("203.0.113.7")
                    .currency("EUR")
                    .token(token)
                    .lang("en")
                    .build();
            out.println(api.createLaunchUrl(launch));
            return 0;
        } catch (CustomerApiException e) {
            out.println(e.getMessage());
            out.println(e.isSafeToRetry() && e.isTransient() ? "Try again later." : "Do not try again.");
            return 1;
        }
    }
}
