package dev.operatorkit.benchmarks.wallet;

import static dev.operatorkit.benchmarks.wallet.Stage.CONNECTIONS;
import static dev.operatorkit.benchmarks.wallet.Stage.PLAYERS;

import dev.operatorkit.benchmarks.wallet.HttpContender.Shape;
import dev.operatorkit.benchmarks.wallet.PgbenchContender.Script;
import dev.operatorkit.benchmarks.wallet.Requests.Unit;
import java.util.ArrayList;
import java.util.List;

/** Measures debits, replays and whole rounds beside pgbench and the wallet on Spring. */
final class DebitParts {
    private static final String WALLET = "wallet";
    private static final String SECOND = "second";
    private static final String SPRING = "Spring with JdbcTemplate";

    private DebitParts() {}

    static void debits(Stage stage) throws Exception {
        Table.title("Debits of 10,000 players");
        var wallet = stage.debits(WALLET, stage.wallet(WALLET));
        var replays = wallet.replays("wallet, replays");
        var spring = stage.debits(SPRING, stage.spring());
        var separate = stage.fastest(Script.SEPARATE, PLAYERS);
        var pipelined = stage.fastest(Script.PIPELINED, PLAYERS);
        var oneStatement = stage.fastest(Script.ONE_STATEMENT, PLAYERS);
        stage.warm(wallet);
        stage.warm(replays);
        stage.warm(spring);
        var turns = stage.turns(List.of(wallet, separate, pipelined, oneStatement, spring, replays));
        Table.say("");
        turns.compare(wallet, separate, "at least 3");
        turns.compare(wallet, pipelined, "at least 2");
        turns.compare(wallet, oneStatement, "at least 1.5");
        turns.compare(wallet, spring, "");
        turns.compare(replays, wallet, "at least 2");
    }

    static void rounds(Stage stage) throws Exception {
        Table.title("Whole rounds: a debit, then its credit");
        var shape = new Shape(Unit.ROUND, PLAYERS, CONNECTIONS);
        var wallet = stage.http(WALLET, stage.wallet(WALLET), shape);
        var spring = stage.http(SPRING, stage.spring(), shape);
        var pipelined = stage.fastest(Script.PIPELINED_ROUND, PLAYERS);
        stage.warm(wallet);
        stage.warm(spring);
        var turns = stage.turns(List.of(wallet, pipelined, spring));
        Table.say("");
        turns.compare(wallet, pipelined, "at least 2");
        turns.compare(wallet, spring, "");
    }

    static void hot(Stage stage) throws Exception {
        Table.title("A hot player: every debit is of one account");
        var shape = new Shape(Unit.DEBIT, 1, CONNECTIONS);
        var wallet = stage.http(WALLET, stage.wallet(WALLET), shape);
        var spring = stage.http(SPRING, stage.spring(), shape);
        List<Contender> contenders = new ArrayList<>(List.of(wallet, spring));
        for (var script : Script.DEBITS) {
            contenders.add(stage.fastest(script, 1));
        }
        stage.warm(wallet);
        stage.warm(spring);
        var turns = stage.turns(contenders);
        Table.say("");
        for (var other : contenders.subList(1, contenders.size())) {
            turns.compare(wallet, other, "at least 1.0");
        }
    }

    static void two(Stage stage) throws Exception {
        Table.title("Two wallets on one database");
        var one = stage.debits("one wallet", stage.wallet(WALLET));
        var two = stage.debits("two wallets", stage.twoWallets(WALLET, SECOND));
        stage.warm(one);
        stage.warm(two);
        var turns = stage.turns(List.of(one, two));
        Table.say("");
        turns.compare(two, one, "at least 1.0");
        stage.stop(SECOND);
    }
}
