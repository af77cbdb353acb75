package dev.operatorkit.benchmarks.wallet;

import dev.operatorkit.benchmarks.wallet.HttpContender.Shape;
import dev.operatorkit.benchmarks.wallet.HttpContender.Wallets;
import dev.operatorkit.benchmarks.wallet.PgbenchContender.Script;
import dev.operatorkit.benchmarks.wallet.Requests.Unit;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Holds what all parts of the benchmark share: one PostgreSQL, the wallets on it, each with its own database, and the settings. At
 * the end every ledger is audited, that of pgbench and of the wallets on Spring too.
 */
final class BenchmarkEnvironment implements AutoCloseable {
    static final int PLAYERS = 10_000;
    static final int CONNECTIONS = 64;

    private static final List<Integer> CLIENTS = List.of(8, 16, 32, 64);
    private static final List<Integer> CALLERS = List.of(CONNECTIONS, 192, 512);
    private static final String PGBENCH = "pgbench";
    private static final String SPRING = "spring";
    private static final int SPRING_CONNECTIONS = 16;
    private static final String CASH = "1000000";

    private final FairOptions options;
    private final Postgres postgres = new Postgres();
    private final Meter meter = new Meter(postgres);
    private final Map<String, String> databases = new LinkedHashMap<>();
    private final Map<String, DatabaseServer> ofQuickStart = new LinkedHashMap<>();
    private @Nullable MariaDb mariaDb;
    private final Map<String, WalletProcess> running = new LinkedHashMap<>();

    BenchmarkEnvironment(FairOptions options) throws IOException {
        this.options = options;
    }

    FairOptions options() {
        return options;
    }

    Postgres postgres() {
        return postgres;
    }

    /** Returns the MariaDB; starts it when it does not run yet. */
    MariaDb mariaDb() throws IOException {
        if (mariaDb == null) {
            mariaDb = new MariaDb();
        }
        return mariaDb;
    }

    /** Returns our wallet on the database {@code name}; starts it when it does not run yet. */
    Wallets wallet(String name, String... arguments) throws IOException {
        return wallet(name, "", List.of(arguments));
    }

    /** Returns the wallet of another version, which is built in this folder; starts it when it does not run yet. */
    Wallets wallet(String name, Path folder) throws IOException {
        if (!running.containsKey(name)) {
            running.put(name, WalletProcess.of(folder, database(name), PLAYERS));
        }
        return wallets(name, name);
    }

    /** Returns our wallet on the database {@code name}; starts it with options of the JVM when it does not run yet. */
    Wallets wallet(String name, String javaOptions, List<String> arguments) throws IOException {
        if (!running.containsKey(name)) {
            running.put(name, new WalletProcess(database(name), PLAYERS, javaOptions, arguments));
        }
        return wallets(name, name);
    }

    /** Returns the wallet on Spring Boot; starts it when it does not run yet. */
    Wallets spring() throws IOException {
        if (!running.containsKey(SPRING)) {
            running.put(SPRING, WalletProcess.onSpring(tables(SPRING), SPRING_CONNECTIONS));
        }
        return wallets(SPRING, SPRING);
    }

    /** Returns the application of the quick start with as many players; starts it when it does not run yet. */
    Wallets quickStart(String name, DatabaseServer server, boolean virtualThreads) throws IOException {
        if (!running.containsKey(name)) {
            var url = server.database(name);
            server.run(
                    name,
                    "create table player_wallet (player_id varchar(255) primary key,"
                            + " cash decimal(19, 2) not null, currency varchar(10) not null)");
            server.run(
                    name,
                    "create table player_session (token varchar(255) primary key,"
                            + " player_id varchar(255) not null, expires_at timestamp not null)");
            server.run(name, "insert into player_wallet values " + rows("('player-%1$d', " + CASH + ", 'EUR')"));
            server.run(
                    name,
                    "insert into player_session values "
                            + rows("('token-%1$d', 'player-%1$d', '2037-01-01 00:00:00')"));
            running.put(name, WalletProcess.ofQuickStart(url, virtualThreads));
            ofQuickStart.put(name, server);
        }
        return wallets(server == postgres ? meter : new Meter(server), name, name);
    }

    private static String rows(String row) {
        return IntStream.rangeClosed(1, PLAYERS).mapToObj(row::formatted).collect(Collectors.joining(", "));
    }

    /** Throws an exception unless the accounts lack what the ledger took from them, with an entry for each change. */
    private static void requireBalanced(String database, DatabaseServer server) {
        var balanced = server.text(
                database,
                "select count(*) from (select 1 as one) one where"
                        + " (select sum(" + CASH + " - cash) * 100 from player_wallet) ="
                        + " (select sum(balance_before - balance_after) from ledger)"
                        + " and (select sum(version) from account_versions) = (select count(*) from ledger)");
        if (!balanced.equals("1")) {
            throw new IllegalStateException(
                    "The ledger of " + database + " does not balance, so the figures of this run mean nothing.");
        }
    }

    /** Returns the wallet on the database {@code name} and a second one, which it starts under the name {@code second}. */
    Wallets twoWallets(String name, String second) throws IOException {
        var first = wallet(name);
        running.put(second, new WalletProcess(database(name), PLAYERS));
        return first.and(wallets(name, second));
    }

    private Wallets wallets(String database, String name) {
        return wallets(meter, database, name);
    }

    private Wallets wallets(Meter server, String database, String name) {
        var process = running.get(name);
        if (process == null) {
            throw new IllegalStateException(name + " does not run");
        }
        return new Wallets(server, database, List.of(process.port()), List.of(process.pid()));
    }

    /** Stops a wallet, if it runs. */
    void stop(String name) {
        var process = running.remove(name);
        if (process != null) {
            process.close();
        }
    }

    private String database(String name) {
        return databases.computeIfAbsent(name, postgres::database);
    }

    /** Returns the URL of the database {@code name}, with the tables and the players of the wallet. */
    String tables(String name) throws IOException {
        if (!databases.containsKey(name)) {
            new WalletProcess(database(name), PLAYERS).close();
        }
        return database(name);
    }

    /** Copies a database that no wallet uses. */
    void copy(String name, String copy) {
        databases.put(copy, postgres.copy(name, copy));
    }

    /** Returns a contender that sends debits of all players over the usual number of connections. */
    HttpContender debits(String name, Wallets wallets) {
        return http(name, wallets, new Shape(Unit.DEBIT, PLAYERS, CONNECTIONS));
    }

    HttpContender http(String name, Wallets wallets, Shape shape) {
        return new HttpContender(name, wallets, shape, options.seconds());
    }

    PgbenchContender pgbench(Script script, int clients, int players) throws IOException {
        tables(PGBENCH);
        return new PgbenchContender(postgres, meter, PGBENCH, script, clients, players, options.seconds());
    }

    /** Returns pgbench with the number of clients with which the script is fastest. */
    Contender fastest(Script script, int players) throws Exception {
        var contenders = new ArrayList<PgbenchContender>();
        for (var clients : CLIENTS) {
            contenders.add(pgbench(script, clients, players));
        }
        contenders.getLast().run(); // fills the caches of the server
        return fastest(contenders);
    }

    /** Returns a warm contender with the number of connections over which it is fastest. */
    HttpContender fastest(String name, Wallets wallets, Unit unit, int players) throws Exception {
        var contenders = CALLERS.stream()
                .map(each -> http(name + ", " + each + " connections", wallets, new Shape(unit, players, each)))
                .toList();
        warm(contenders.getFirst());
        var best = fastest(contenders);
        warm(best);
        return best;
    }

    private static <C extends Contender> C fastest(List<C> contenders) throws Exception {
        var best = contenders.getFirst();
        var rates = new ArrayList<String>();
        var most = 0.0;
        for (var contender : contenders) {
            var rate = contender.run().perSecond();
            rates.add("%s %.0f".formatted(contender.name(), rate));
            if (rate > most) {
                most = rate;
                best = contender;
            }
        }
        Table.say("- chose " + best.name() + " of " + String.join("; ", rates));
        return best;
    }

    /** Warms a contender up until it is flat, and returns its last rate. */
    double warm(Contender contender) throws Exception {
        var warmUp = WarmUp.of(contender, options.mostWarming());
        Table.say("- " + contender.name() + " is " + warmUp);
        return warmUp.rate();
    }

    Turns turns(List<Contender> contenders) throws Exception {
        return Turns.take(options.turns(), contenders).print();
    }

    /** Stops everything and audits every ledger. */
    @Override
    public void close() throws IOException {
        running.values().forEach(WalletProcess::close);
        try (postgres;
                var other = mariaDb) {
            ofQuickStart.forEach(BenchmarkEnvironment::requireBalanced);
            for (var database : databases.values()) {
                WalletProcess.audit(database);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
