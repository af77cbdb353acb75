package dev.operatorkit.benchmarks.wallet;

import static dev.operatorkit.benchmarks.wallet.BenchmarkEnvironment.PLAYERS;

import dev.operatorkit.benchmarks.wallet.HttpContender.Shape;
import dev.operatorkit.benchmarks.wallet.PgbenchContender.Script;
import dev.operatorkit.benchmarks.wallet.Requests.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Measures debits, replays and whole rounds next to pgbench and the wallet on Spring. */
final class DebitParts {
    private static final String WALLET = "wallet";
    private static final String SECOND = "second";
    private static final int CONNECTIONS = 192;
    private static final int TURNS = 9;
    private static final String SPRING = "Spring with JdbcTemplate";

    private DebitParts() {}

    static void debits(BenchmarkEnvironment environment) throws Exception {
        Table.title("Debits of 10,000 players");
        var wallet = environment.fastest(WALLET, environment.wallet(WALLET), Unit.DEBIT, PLAYERS);
        var replays = wallet.replays("replays");
        var spring = environment.fastest(SPRING, environment.spring(), Unit.DEBIT, PLAYERS);
        var separate = environment.fastest(Script.SEPARATE, PLAYERS);
        var pipelined = environment.fastest(Script.PIPELINED, PLAYERS);
        var oneStatement = environment.fastest(Script.ONE_STATEMENT, PLAYERS);
        environment.warm(replays);
        var turns = environment.turns(List.of(wallet, separate, pipelined, oneStatement, spring, replays));
        Table.say("");
        turns.compare(wallet, separate, "at least 3");
        turns.compare(wallet, pipelined, "at least 2");
        turns.compare(wallet, oneStatement, "at least 1.5");
        turns.compare(wallet, spring, "");
        turns.compare(replays, wallet, "at least 2");
    }

    static void rounds(BenchmarkEnvironment environment) throws Exception {
        Table.title("Whole rounds: a debit, then its credit");
        var wallet = environment.fastest(WALLET, environment.wallet(WALLET), Unit.ROUND, PLAYERS);
        var spring = environment.fastest(SPRING, environment.spring(), Unit.ROUND, PLAYERS);
        var pipelined = environment.fastest(Script.PIPELINED_ROUND, PLAYERS);
        var turns = environment.turns(List.of(wallet, pipelined, spring));
        Table.say("");
        turns.compare(wallet, pipelined, "at least 2");
        turns.compare(wallet, spring, "");
    }

    static void hot(BenchmarkEnvironment environment) throws Exception {
        Table.title("A hot player: all debits on one account");
        var wallet = environment.fastest(WALLET, environment.wallet(WALLET), Unit.DEBIT, 1);
        var spring = environment.fastest(SPRING, environment.spring(), Unit.DEBIT, 1);
        List<Contender> contenders = new ArrayList<>(List.of(wallet, spring));
        for (var script : Script.DEBITS) {
            contenders.add(environment.fastest(script, 1));
        }
        var turns = environment.turns(contenders);
        Table.say("");
        for (var other : contenders.subList(1, contenders.size())) {
            turns.compare(wallet, other, "at least 1.0");
        }
    }

    /** Compares this version with the one of {@code --before}, on tables that each has created. */
    static void before(BenchmarkEnvironment environment) throws Exception {
        var folder = Objects.requireNonNull(environment.options().before());
        for (var unit : Unit.values()) {
            Table.title("%s by this version and by an earlier one".formatted(unit == Unit.DEBIT ? "Debits" : "Rounds"));
            var shape = new Shape(unit, PLAYERS, CONNECTIONS);
            var now = environment.http("this version", environment.wallet("now"), shape);
            var before = environment.http("the earlier one", environment.wallet("before", folder), shape);
            environment.warm(before);
            environment.warm(now);
            var turns = Turns.take(TURNS, List.of(before, now)).print();
            Table.say("");
            turns.compare(now, before, "about 1");
        }
    }

    /** Compares the application of the quick start with the wallet on JdbcTemplate, and its databases. */
    static void starter(BenchmarkEnvironment environment) throws Exception {
        Table.title("Spring Boot with the starter and the store");
        var jdbcTemplate = environment.fastest(SPRING, environment.spring(), Unit.DEBIT, PLAYERS);
        var postgres = environment.postgres();
        var starter =
                environment.fastest("starter", environment.quickStart("starter", postgres, true), Unit.DEBIT, PLAYERS);
        var platform = environment.fastest(
                "starter, platform threads", environment.quickStart("platform", postgres, false), Unit.DEBIT, PLAYERS);
        var mariaDb = environment.fastest(
                "starter on MariaDB",
                environment.quickStart("mariadb", environment.mariaDb(), true),
                Unit.DEBIT,
                PLAYERS);
        var turns = environment.turns(List.of(starter, jdbcTemplate, platform, mariaDb));
        Table.say("");
        turns.compare(starter, jdbcTemplate, "at least 3");
        turns.compare(platform, starter, "");
        turns.compare(mariaDb, starter, "");
    }

    static void two(BenchmarkEnvironment environment) throws Exception {
        Table.title("Two wallets on one database");
        var one = environment.fastest("one wallet", environment.wallet(WALLET), Unit.DEBIT, PLAYERS);
        var two = environment.fastest("two wallets", environment.twoWallets(WALLET, SECOND), Unit.DEBIT, PLAYERS);
        var turns = environment.turns(List.of(one, two));
        Table.say("");
        turns.compare(two, one, "at least 1.0");
        environment.stop(SECOND);
    }
}
