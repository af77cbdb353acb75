package dev.operatorkit.simulator.command;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code simulator trigger WHAT}: one thing now, and what went over the wire for it. */
@Command(
        name = "trigger",
        description = {
            "Makes a running simulator do one thing now, and prints what went over the wire for it:",
            "  player      open a game: the player callback",
            "  round       a debit and its settlement",
            "  debit       one debit; its round stays open (an hour later it is rolled back)",
            "  credit      settle the open round of --round",
            "  rollback    roll the open round of --round back",
            "  free-round  one round on the bonus code of --code",
            "  lookup      ask for the transactions of --round, or for --transaction of --player",
            "  resend      send the settlement of --round now, from the retry queue or from manual review",
            "Exit codes: 0 it went as asked, 1 it did not, 2 wrong usage, 3 no simulator answers."
        })
public final class TriggerCommand implements Callable<Integer> {
    @Mixin
    RunningSimulator simulator = new RunningSimulator();

    @Parameters(
            paramLabel = "WHAT",
            description = "player, round, debit, credit, rollback, free-round, lookup or resend.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    String what;

    @Option(names = "--operator", paramLabel = "ID", description = "Whose wallet; default: the first operator's.")
    @Nullable
    String operator;

    @Option(
            names = "--token",
            paramLabel = "T",
            defaultValue = "token-1",
            description = "The player's session token. Default: ${DEFAULT-VALUE}.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    String token;

    @Option(names = "--game", paramLabel = "SLUG", description = "Default: the first one the operator may offer.")
    @Nullable
    String game;

    @Option(names = "--stake", paramLabel = "AMOUNT", description = "In the account's currency. Default: 1.")
    @Nullable
    String stake;

    @ArgGroup
    @Nullable
    Outcome outcome;

    /** How it ends when chance does not decide. */
    static final class Outcome {
        @Option(names = "--win", paramLabel = "AMOUNT", required = true, description = "The round wins that much.")
        @Nullable
        String win;

        @Option(names = "--loss", required = true, description = "The round is lost: a credit of 0.")
        boolean loss;

        @Option(names = "--failure", required = true, description = "The game breaks after the debit: a rollback.")
        boolean failure;
    }

    @Option(names = "--code", paramLabel = "CODE", description = "The bonus code of a free round.")
    @Nullable
    String code;

    @Option(names = "--round", paramLabel = "ID", description = "The round to settle, look up or resend.")
    @Nullable
    String round;

    @Option(names = "--player", paramLabel = "ID", description = "The account whose transaction is looked up.")
    @Nullable
    String player;

    @Option(names = "--transaction", paramLabel = "ID", description = "The transaction to look up.")
    @Nullable
    String transaction;

    @Option(names = "--currency", paramLabel = "CODE", description = "The account's, for such a lookup. Default: EUR.")
    @Nullable
    String currency;

    @Option(names = "--json", description = "Prints what the admin API answers.")
    boolean json;

    @Override
    public Integer call() {
        var body = RunningSimulator.body()
                .put("what", what)
                .put("operator", operator)
                .put("token", token)
                .put("game", game)
                .put("stake", stake)
                .put("code", code)
                .put("round", round)
                .put("player", player)
                .put("transaction", transaction)
                .put("currency", currency);
        if (outcome != null) {
            body.put("outcome", outcome.loss ? "loss" : outcome.failure ? "failure" : "win")
                    .put("win", outcome.win);
        }
        var answer = simulator.change("POST", "/admin/trigger", body);
        var out = simulator.out();
        if (json) {
            out.println(answer);
        } else {
            answer.path("exchanges").forEach(exchange -> out.println(ExchangeLine.of(exchange)));
            var id = answer.path("round").path("id");
            out.println((id.isTextual() ? id.asText() + " " : "")
                    + answer.path("words").asText());
        }
        return answer.path("ok").asBoolean() ? 0 : 1;
    }
}
