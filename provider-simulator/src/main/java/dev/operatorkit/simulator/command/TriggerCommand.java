package dev.operatorkit.simulator.command;

import dev.operatorkit.conformance.report.VisibleText;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs {@code simulator trigger ACTION}: performs one action and prints its exchanges. */
@Command(
        name = "trigger",
        description = {
            "Makes a running simulator perform one action and prints its exchanges.",
            "Actions:",
            "  player      open a game: sends the player callback",
            "  round       a debit and its settlement",
            "  debit       one debit; the round stays open and is rolled back after an hour",
            "  credit      settle the open round given by --round",
            "  rollback    roll back the open round given by --round",
            "  free-round  one round with the bonus code given by --code",
            "  lookup      look up the transactions of --round, or --transaction of --player",
            "  resend      send the settlement of --round now, from the retry queue or manual review",
            "Exit codes: 0 the action succeeded, 1 it failed, 2 wrong usage, 3 no simulator responds."
        })
final class TriggerCommand implements Callable<Integer> {
    @Mixin
    RunningSimulator simulator = new RunningSimulator();

    @Parameters(
            paramLabel = "ACTION",
            completionCandidates = Actions.class,
            description = "player, round, debit, credit, rollback, free-round, lookup or resend.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    String action;

    @Option(
            names = "--operator",
            paramLabel = "ID",
            description = "The operator whose wallet is called. Default: the first operator.")
    @Nullable
    String operator;

    @Option(
            names = "--token",
            paramLabel = "T",
            defaultValue = "token-1",
            description = "The player's session token. Default: ${DEFAULT-VALUE}.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    String token;

    @Option(
            names = "--game",
            paramLabel = "SLUG",
            description = "The game. Default: the first one available to the operator.")
    @Nullable
    String game;

    @Option(names = "--stake", paramLabel = "AMOUNT", description = "The stake in the account's currency. Default: 1.")
    @Nullable
    String stake;

    @ArgGroup
    @Nullable
    Outcome outcome;

    static final class Outcome {
        @Option(names = "--win", paramLabel = "AMOUNT", required = true, description = "The round wins this amount.")
        @Nullable
        String win;

        @Option(names = "--loss", required = true, description = "The round is lost: a credit of 0.")
        boolean loss;

        @Option(names = "--failure", required = true, description = "The game fails after the debit: a rollback.")
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

    @Option(
            names = "--currency",
            paramLabel = "CODE",
            description = "The account's currency, for a lookup by --player. Default: EUR.")
    @Nullable
    String currency;

    @Option(names = "--json", description = "Prints the response of the admin API.")
    boolean json;

    static final class Actions implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return List.of("player", "round", "debit", "credit", "rollback", "free-round", "lookup", "resend")
                    .iterator();
        }
    }

    @Override
    public Integer call() {
        var body = RunningSimulator.body().put("action", action);
        simulator.forEachOption(
                Set.of("operator", "token", "game", "stake", "code", "round", "player", "transaction", "currency"),
                (name, value) -> body.put(name, value.toString()));
        if (outcome != null) {
            body.put("outcome", outcome.loss ? "loss" : outcome.failure ? "failure" : "win")
                    .put("win", outcome.win);
        }
        var answer = simulator.change("POST", "/admin/trigger", body);
        var out = simulator.out();
        if (json) {
            out.println(answer);
        } else {
            answer.path("exchanges").forEach(exchange -> out.println(ExchangeLine.of(exchange, simulator.hasColour())));
            var id = answer.path("round").path("id");
            out.println(VisibleText.line((id.isTextual() ? id.asText() + " " : "")
                    + answer.path("message").asText()));
        }
        return answer.path("ok").asBoolean() ? 0 : 1;
    }
}
