package dev.operatorkit.benchmarks.conformance;

import dev.operatorkit.benchmarks.ServerProcess;
import dev.operatorkit.conformance.cases.CaseCatalogue;
import dev.operatorkit.conformance.cases.Plans;
import dev.operatorkit.conformance.money.Player;
import dev.operatorkit.conformance.result.CaseResult;
import dev.operatorkit.conformance.result.SuiteResult;
import dev.operatorkit.conformance.run.Progress;
import dev.operatorkit.conformance.run.SuiteConfig;
import dev.operatorkit.conformance.run.SuiteRunner;
import dev.operatorkit.conformance.wire.Exchange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * Measures the whole plan against {@code bin/wallet}, and against the same wallet behind a proxy that delays each request. Prints the
 * seconds, and the calls and seconds of each group of cases; {@code --cases} those of the longest cases too.
 */
public final class ConformanceFigures {
    private static final String SECRET = "a-secret-for-measuring";
    private static final int LONGEST = 40;

    private ConformanceFigures() {}

    /** Runs the measurement: {@code [--delay MS,MS…] [--tokens N,N…] [--cases]}; a delay of 0 is measured twice without the proxy. */
    public static void main(String[] args) throws IOException {
        var given = new ArrayList<>(List.of(args));
        var cases = given.remove("--cases");
        var delays = List.of(option(given, "--delay", "0,100").split(",", -1));
        var tokens = List.of(option(given, "--tokens", "2,4,8").split(",", -1));
        var folder = Files.createTempDirectory("conformance-figures");
        try (var wallet = wallet(folder)) {
            for (var delay : delays) {
                if (delay.equals("0")) {
                    measure(wallet, wallet.address().getPort(), 2, "no delay, first run", cases);
                    measure(wallet, wallet.address().getPort(), 2, "no delay", cases);
                } else {
                    measureDelayed(wallet, Duration.ofMillis(Long.parseLong(delay)), tokens, cases);
                }
            }
        } finally {
            try (var files = Files.walk(folder)) {
                files.sorted(Comparator.reverseOrder())
                        .forEach(file -> file.toFile().delete());
            }
        }
    }

    private static void measureDelayed(ServerProcess wallet, Duration delay, List<String> tokens, boolean cases)
            throws IOException {
        try (var slow = new DelayProxy(wallet.address().getPort(), delay)) {
            for (var count : tokens) {
                measure(wallet, slow.port(), Integer.parseInt(count), delay.toMillis() + " ms a call", cases);
            }
        }
    }

    private static String option(List<String> given, String name, String usual) {
        var at = given.indexOf(name);
        return at < 0 ? usual : given.get(at + 1);
    }

    private static ServerProcess wallet(Path folder) throws IOException {
        var command = new ProcessBuilder(
                "bin/wallet",
                "--port",
                "0",
                "--host",
                "127.0.0.1",
                "--back-office-port",
                "-1",
                "--operations-port",
                "-1",
                "--db",
                "jdbc:h2:" + folder.resolve("wallet"),
                "--demo-players",
                "64");
        command.environment().put("OPERATORKIT_SECRET", SECRET);
        return new ServerProcess(command);
    }

    private static void measure(ServerProcess wallet, int port, int tokens, String what, boolean cases) {
        var counter = new CallCounter();
        var address = "http://127.0.0.1:" + port + wallet.address().getPath();
        var players =
                IntStream.rangeClosed(1, tokens).mapToObj(i -> "token-" + i).toList();
        var result = new SuiteRunner(SuiteConfig.of(address, SECRET, players, Plans.full()), counter).run();
        System.out.printf(
                Locale.ROOT,
                "%n%s, %d tokens: %.1f s, %d calls, %s %s%n",
                what,
                tokens,
                result.millis() / 1000.0,
                counter.sum(),
                result.certificate().verdict().title(),
                result.summary());
        result.failed()
                .forEach(each -> System.out.println("  " + each.testCase().id() + ": " + each.detail()));
        for (var group : CaseCatalogue.groups()) {
            var ids = group.cases().stream().map(each -> each.id()).toList();
            print(group.title() + ", " + ids.size() + " cases", counter, ids, result);
        }
        if (cases) {
            result.results().stream()
                    .sorted(Comparator.comparingLong(CaseResult::millis).reversed())
                    .limit(LONGEST)
                    .map(each -> each.testCase().id())
                    .forEach(id -> print("  " + id, counter, List.of(id), result));
        }
    }

    private static void print(String name, CallCounter counter, List<String> ids, SuiteResult result) {
        var millis = result.results().stream()
                .filter(each -> ids.contains(each.testCase().id()))
                .mapToLong(CaseResult::millis)
                .sum();
        System.out.printf(
                Locale.ROOT,
                "%-60s %5d calls %8.1f s%n",
                name,
                ids.stream().mapToInt(counter::of).sum(),
                millis / 1000.0);
    }

    /** Counts the calls of each case. */
    private static final class CallCounter implements Progress {
        private final Map<String, AtomicInteger> calls = new ConcurrentHashMap<>();

        @Override
        public void onStart(int cases, List<Player> players) {}

        @Override
        public void onCaseEnd(CaseResult result) {}

        @Override
        public void onExchange(String caseId, Exchange exchange) {
            calls.computeIfAbsent(caseId, id -> new AtomicInteger()).incrementAndGet();
        }

        int of(String caseId) {
            var counted = calls.get(caseId);
            return counted == null ? 0 : counted.get();
        }

        int sum() {
            return calls.values().stream().mapToInt(AtomicInteger::get).sum();
        }
    }
}
