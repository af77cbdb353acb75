package dev.operatorkit.benchmarks.wallet;

import dev.operatorkit.benchmarks.wallet.Load.Target;
import dev.operatorkit.benchmarks.wallet.Requests.Unit;
import dev.operatorkit.signing.SecretKeys;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/** Sends signed callbacks to one or several wallets on one database. */
final class HttpContender implements Contender {
    private static final int FIRST_GUESS = 20_000;
    private static final double HEADROOM = 1.5;
    private static final double LONG_ENOUGH = 60;
    private static final int FEW_CONNECTIONS = 4;

    private final String name;
    private final Wallets wallets;
    private final Shape shape;
    private final double seconds;
    private double expected = FIRST_GUESS;
    private boolean primed;

    HttpContender(String name, Wallets wallets, Shape shape, double seconds) {
        this.name = name;
        this.wallets = wallets;
        this.shape = shape;
        this.seconds = seconds;
    }

    /**
     * Names wallets and their common database.
     *
     * @param meter the meter of the database's server
     * @param database the name of the database
     * @param ports the ports of the wallets
     * @param pids their processes
     */
    record Wallets(Meter meter, String database, List<Integer> ports, List<Long> pids) {
        Wallets and(Wallets others) {
            return new Wallets(
                    meter,
                    database,
                    Stream.concat(ports.stream(), others.ports.stream()).toList(),
                    Stream.concat(pids.stream(), others.pids.stream()).toList());
        }
    }

    /**
     * Describes the load.
     *
     * @param unit what one unit consists of
     * @param players the number of players, one of which is chosen at random for each unit
     * @param connections the number of keep-alive connections
     */
    record Shape(Unit unit, int players, int connections) {}

    @Override
    public String name() {
        return name;
    }

    @Override
    public Pass run() throws Exception {
        prime();
        var requests = prepare((int) (expected * HEADROOM * seconds));
        var pass = measure(shape.unit().movements(), () -> Load.closed(target(), requests, seconds));
        expected = Math.max(pass.perSecond(), 1000);
        return pass;
    }

    /**
     * Sends the first units over few connections and accepts any answer: on a busy machine a wallet that has just started takes so
     * long to load its code and to connect to the database that it refuses some of many concurrent ones.
     */
    private void prime() throws IOException {
        if (!primed) {
            Load.closed(new Target(wallets.ports(), FEW_CONNECTIONS), prepare(FIRST_GUESS), seconds);
            primed = true;
        }
    }

    /** Sends units on schedule, at this many per second. */
    Pass runOpen(double perSecond) throws Exception {
        var requests = prepare((int) (perSecond * seconds));
        return measure(shape.unit().movements(), () -> Load.open(target(), requests, perSecond, seconds + 1));
    }

    /** Returns a contender that replays what it has just sent, outside of the measurement: no replay may store a row (IDM-1). */
    Contender replays(String replaysName) {
        return new Contender() {
            @Override
            public String name() {
                return replaysName;
            }

            @Override
            public Pass run() throws Exception {
                prime();
                var requests = prepare((int) (expected * seconds));
                Load.closed(target(), requests, LONG_ENOUGH).onlySuccesses();
                return measure(0, () -> Load.closed(target(), requests, seconds));
            }
        };
    }

    private interface Sending {
        Load.Outcome send() throws IOException;
    }

    private Pass measure(int rowsPerUnit, Sending sending) throws Exception {
        return wallets.meter()
                .measure(
                        wallets.database(),
                        wallets.pids(),
                        rowsPerUnit,
                        () -> Meter.Work.of(sending.send().onlySuccesses()));
    }

    private Requests prepare(int units) {
        return Requests.of(shape.unit(), units, shape.players(), SecretKeys.of(WalletProcess.SECRET), "/wallet");
    }

    private Target target() {
        return new Target(wallets.ports(), shape.connections());
    }
}
