package dev.operatorkit.benchmarks.wallet;

import dev.operatorkit.benchmarks.wallet.CitusCluster.Written;
import dev.operatorkit.benchmarks.wallet.Load.Target;
import dev.operatorkit.benchmarks.wallet.Requests.Unit;
import dev.operatorkit.signing.SecretKeys;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * Measures the wallet on Citus with 1, 2 and 4 workers whose disks are the limit: {@code testing/benchmarks/citus rates}. All use the
 * same servers, and each number of workers has a database and a wallet of its own, so that they can take turns.
 */
public final class CitusRates {
    private static final int FEW_CALLERS = 4;
    private static final int MOST_PER_SECOND = 4_000;

    private CitusRates() {}

    /**
     * Holds the options.
     *
     * @param workers the numbers of workers
     * @param limit the bytes that the disk of each worker may write in a second
     * @param committers the committers of a wallet for each worker of its database
     * @param callers the connections that send debits, the same for each number of workers
     * @param callersEach the connections for each worker, in addition
     * @param accounts the accounts, one of which is chosen at random for each debit
     * @param turns the passes for each number of workers
     * @param seconds the duration of a pass
     */
    record Options(
            List<Integer> workers,
            long limit,
            int committers,
            int callers,
            int callersEach,
            int accounts,
            int turns,
            int seconds) {
        static Options parse(String... arguments) {
            var given = new LinkedHashMap<>(Map.of(
                    "--workers", "1,2,4",
                    "--limit", "393216",
                    "--committers", "4",
                    "--callers", "512",
                    "--callers-each", "0",
                    "--accounts", "1000",
                    "--turns", "3",
                    "--seconds", "8"));
            for (var i = 0; i < arguments.length; i += 2) {
                if (i + 1 == arguments.length || given.replace(arguments[i], arguments[i + 1]) == null) {
                    throw new IllegalArgumentException(
                            arguments[i] + " is unknown or has no value. The options are " + given.keySet() + ".");
                }
            }
            return new Options(
                    Stream.of(value(given, "--workers").split(",", -1))
                            .map(Integer::valueOf)
                            .toList(),
                    Long.parseLong(value(given, "--limit")),
                    Integer.parseInt(value(given, "--committers")),
                    Integer.parseInt(value(given, "--callers")),
                    Integer.parseInt(value(given, "--callers-each")),
                    Integer.parseInt(value(given, "--accounts")),
                    Integer.parseInt(value(given, "--turns")),
                    Integer.parseInt(value(given, "--seconds")));
        }

        private static String value(Map<String, String> given, String name) {
            return Objects.requireNonNull(given.get(name));
        }
    }

    /**
     * Holds what one pass measured.
     *
     * @param units the debits
     * @param perSecond the debits per second
     * @param seconds the duration
     * @param written what each worker wrote, the ones without a share of the buckets too
     * @param batches the batches of the wallet
     * @param wallet the processor time of the wallet
     * @param coordinator the processor time of the coordinator
     * @param workers the processor time of all workers
     * @param load the processor time of this JVM, which makes the load
     * @param machine the processor time of everything on the machine
     */
    private record Measured(
            long units,
            double perSecond,
            double seconds,
            List<Written> written,
            BatchSizes batches,
            long wallet,
            long coordinator,
            long workers,
            long load,
            long machine) {
        double perUnit(long micros) {
            return (double) micros / units;
        }

        double shareOfMachine(long micros) {
            return micros / (seconds * 1e4 * Runtime.getRuntime().availableProcessors());
        }
    }

    /** Takes {@code --workers N,N --limit BYTES --committers N --callers N --callers-each N --accounts N --turns N --seconds N}. */
    public static void main(String[] arguments) throws Exception {
        Locale.setDefault(Locale.ROOT);
        Options options;
        try {
            options = Options.parse(arguments);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(2);
            return;
        }
        var most = options.workers().stream().mapToInt(each -> each).max().orElseThrow();
        try (var cluster = CitusCluster.start(most)) {
            var contenders = new ArrayList<CitusWallet>();
            try {
                for (var workers : options.workers()) {
                    contenders.add(new CitusWallet(cluster, workers, options));
                }
                for (var each : contenders) {
                    // Answers of any kind: a wallet that has just started may refuse some of many at once.
                    each.run(FEW_CALLERS, options.seconds());
                    each.run(each.callers(), options.seconds());
                }
                cluster.limit(options.limit());
                takeTurns(contenders, options.turns());
                cluster.limit(0);
                print(options, contenders);
            } finally {
                contenders.forEach(each -> each.wallet.close());
            }
            for (var each : contenders) {
                WalletProcess.audit(each.url);
            }
        }
        Table.say("\nEvery answer was 200, every answered debit is stored once, and every ledger balances.");
    }

    private static void takeTurns(List<CitusWallet> contenders, int turns) throws IOException, InterruptedException {
        for (var turn = 0; turn < turns; turn++) {
            for (var each : turn % 2 == 0 ? contenders : contenders.reversed()) {
                var pass = each.measure();
                each.passes.add(pass);
                Table.say("- %d workers: %.0f debits a second".formatted(each.workers, pass.perSecond()));
            }
        }
    }

    private static void print(Options options, List<CitusWallet> contenders) {
        Table.title("Debits on Citus: the disk of each worker writes at most %,d bytes a second"
                .formatted(options.limit()));
        Table.say(
                "%d committers for each worker, %d callers and %d for each worker, %d accounts, %d passes of %d s each, load average %.1f\n"
                        .formatted(
                                options.committers(),
                                options.callers(),
                                options.callersEach(),
                                options.accounts(),
                                options.turns(),
                                options.seconds(),
                                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage()));
        Table.say("| Workers | debits per second | ÷ one worker | bytes per second of each disk | of its limit | disk"
                + " writes | flushes | WAL bytes a debit | batch: mean, 90 % | wallet, coordinator, workers µs |"
                + " processors busy | by this run |\n"
                + "|---|---|---|---|---|---|---|---|---|---|---|---|");
        var first = contenders.getFirst().passes;
        for (var contender : contenders) {
            var ratios = new double[first.size()];
            for (var turn = 0; turn < ratios.length; turn++) {
                ratios[turn] =
                        contender.passes.get(turn).perSecond() / first.get(turn).perSecond();
            }
            printRow(options, contender.workers, contender.passes, ratios);
        }
    }

    private static void printRow(Options options, int workers, List<Measured> passes, double[] ratios) {
        var pass = passes.stream()
                .sorted(Comparator.comparingDouble(Measured::perSecond))
                .toList()
                .get(passes.size() / 2);
        var used = pass.written().stream()
                .sorted(Comparator.comparingLong(Written::diskBytes).reversed())
                .limit(workers)
                .toList();
        var sum = used.stream().reduce(new Written(0, 0, 0, 0), Written::plus);
        var own = pass.wallet() + pass.coordinator() + pass.workers() + pass.load();
        Table.say(
                "| %d | %s | **%s** | %s | %.0f %% | %s | %s | %.0f | %.1f, %d | %.0f, %.0f, %.0f | %.0f %% | %.0f %% |"
                        .formatted(
                                workers,
                                Table.range(
                                        "%.0f",
                                        passes.stream()
                                                .mapToDouble(Measured::perSecond)
                                                .toArray()),
                                Table.range("%.2f", ratios),
                                each(used, Written::diskBytes, pass.seconds()),
                                100 * sum.diskBytes() / (options.limit() * workers * pass.seconds()),
                                each(used, Written::diskWrites, pass.seconds()),
                                each(used, Written::flushes, pass.seconds()),
                                pass.perUnit(sum.walBytes()),
                                pass.batches().mean(),
                                pass.batches().ninetieth(),
                                pass.perUnit(pass.wallet()),
                                pass.perUnit(pass.coordinator()),
                                pass.perUnit(pass.workers()),
                                pass.shareOfMachine(pass.machine()),
                                pass.shareOfMachine(own)));
    }

    private static String each(List<Written> written, ToLongFunction<Written> figure, double seconds) {
        return String.join(
                ", ",
                written.stream()
                        .map(worker -> "%,.0f".formatted(figure.applyAsLong(worker) / seconds))
                        .toList());
    }

    /** Runs a wallet on a database that this many workers share. */
    private static final class CitusWallet {
        private final CitusCluster cluster;
        private final Options options;
        private final int workers;
        private final String url;
        private final int operationsPort;
        private final WalletProcess wallet;
        private final List<Measured> passes = new ArrayList<>();

        CitusWallet(CitusCluster cluster, int workers, Options options) throws IOException, InterruptedException {
            this.cluster = cluster;
            this.options = options;
            this.workers = workers;
            this.url = cluster.database("rates_" + workers, workers);
            this.operationsPort = freePort();
            WalletProcess.distribute(url);
            this.wallet = new WalletProcess(
                    url,
                    options.accounts(),
                    "",
                    List.of(
                            "--committers",
                            "" + workers * options.committers(),
                            "--operations-port",
                            "" + operationsPort));
        }

        private static int freePort() throws IOException {
            try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            }
        }

        private int callers() {
            return options.callers() + workers * options.callersEach();
        }

        private Load.Outcome run(int callers, int seconds) throws IOException {
            var requests = Requests.of(
                    Unit.DEBIT,
                    MOST_PER_SECOND * seconds,
                    options.accounts(),
                    SecretKeys.of(WalletProcess.SECRET),
                    "/wallet");
            return Load.closed(new Target(List.of(wallet.port()), callers), requests, seconds);
        }

        private Measured measure() throws IOException, InterruptedException {
            var rows = CitusCluster.numbers(url, "select count(*) from ledger")[0];
            var writtenBefore = cluster.written();
            var batchesBefore = BatchSizes.read(operationsPort);
            var timesBefore = cluster.processorTimes(wallet.pid());
            var nanos = System.nanoTime();
            var outcome = run(callers(), options.seconds()).onlySuccesses();
            var seconds = (System.nanoTime() - nanos) / 1e9;
            var times = cluster.processorTimes(wallet.pid());
            var batches = BatchSizes.read(operationsPort).subtract(batchesBefore);
            var written = cluster.written();
            Meter.requireStored(outcome.units(), CitusCluster.numbers(url, "select count(*) from ledger")[0] - rows);
            var used = new ArrayList<ProcessorTime>();
            for (var node = 0; node < times.size(); node++) {
                used.add(times.get(node).since(timesBefore.get(node)));
            }
            var since = new ArrayList<Written>();
            for (var worker = 0; worker < written.size(); worker++) {
                since.add(written.get(worker).since(writtenBefore.get(worker)));
            }
            return new Measured(
                    outcome.units(),
                    outcome.perSecond(),
                    seconds,
                    since,
                    batches,
                    used.getFirst().application(),
                    used.getFirst().postgres(),
                    used.stream().skip(1).mapToLong(ProcessorTime::postgres).sum(),
                    used.getFirst().load(),
                    used.getFirst().machine());
        }
    }
}
