package dev.operatorkit.examples.client;

import dev.operatorkit.client.CustomerApi;
import dev.operatorkit.client.CustomerApiException;
import dev.operatorkit.client.LaunchRequest;
import dev.operatorkit.client.SessionTokens;
import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.wire.Game;
import java.io.PrintStream;

/** The first ten minutes with the Customer API: what games there are, and a launch URL for one of them. */
public final class Quickstart {
    private Quickstart() {}

    /** Wants {@code OPERATORKIT_BASE_URL}, {@code OPERATORKIT_OPERATOR} and {@code OPERATORKIT_SECRET}. */
    public static void main(String[] arguments) {
        try (var api = CustomerApi.fromEnvironment()) {
            System.exit(run(api, System.out));
        }
    }

    /** Prints a launch URL for the first game that can be played; says why when there is none. */
    static int run(CustomerApi api, PrintStream out) {
        try {
            var game = api.catalogue().games().stream().filter(Game::available).findFirst();
            if (game.isEmpty()) {
                out.println("no game is available");
                return 1;
            }
            // Kept with the player's session: the wallet is asked with it who plays (LAU-10).
            var token = SessionTokens.generate();
            var eur = CurrencyCode.of("EUR");
            var launch = new LaunchRequest.RealMoney(game.get().slug(), "203.0.113.7", eur, token, "en");
            out.println(api.createLaunchUrl(launch));
            return 0;
        } catch (CustomerApiException e) {
            // Refused, no answer, or not understood: each says whether the call may be repeated.
            out.println(e.getMessage());
            return 1;
        }
    }
}
