package dev.operatorkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.operatorkit.conformance.ThirdPartyWallet.Language;
import dev.operatorkit.conformance.result.CaseResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the suite against wallets written in other languages, from the specification and without sight of the suite.
 * {@code third-party-faults.tsv} lists, for each fault of the Python wallet, its rules and a case that detects it, and
 * {@code third-party-faults-node.tsv} for some faults of the Node wallet;
 * {@code testing/broken-wallets/measure.py} measures all of them.
 *
 * <p>Without {@code -Dthorough}, a wallet is tried with a fifth of the faults that it is tried with otherwise; one variant, of the
 * Python wallet, with every third case; and two faults that only a resumed run shows.
 */
class ThirdPartyWalletsTest {
    private static final int AT_ONCE = 4;
    private static final boolean LONG = Boolean.getBoolean("tests.long");
    private static final boolean THOROUGH = LONG || Boolean.getBoolean("thorough");
    private static final int EVERY = 32;
    private static final Pattern ROW = Pattern.compile("\\| `([a-z0-9-]+)` \\|.*");
    private static final String SECONDS_AFTER_THE_PAUSE = "62";
    private static final List<String> SOME_VARIANTS = List.of("odd-operator-ids", "settlement-503");
    private static final List<String> SLOW = List.of("latency-100ms", "slow-first-byte", "latency-100");

    private static final List<String> ONE_OF_EACH_KIND = List.of("restart-forgets-ids", "credit-expires-20s");

    @TempDir
    Path temp = Path.of("");

    /** Holds a fault, the rules that fit it, and cases that it fails; at least one of them cites a fitting rule. */
    record Fault(String name, List<String> rules, List<String> failed) {}

    /** Tries the first and then every thirty-second fault of each group, or all with {@code -Dtests.long}. */
    @Test
    void faults_of_a_third_party_wallet_are_detected() throws Exception {
        requireDetected(Language.PYTHON, sample(Language.PYTHON, faults()));
    }

    /** Tries the first and then every thirty-second fault of each group, or all with {@code -Dtests.long}. */
    @Test
    @Tag("thorough")
    void faults_of_a_wallet_in_another_language_are_detected() throws Exception {
        requireDetected(Language.NODE, sample(Language.NODE, nodeFaults()));
    }

    private static List<Fault> sample(Language language, List<Fault> all) throws IOException {
        var groups = groups(language);
        var seen = new HashMap<String, Integer>();
        var sample = new ArrayList<Fault>();
        for (var fault : all) {
            var earlier =
                    seen.merge(Objects.requireNonNull(groups.get(fault.name()), fault.name()), 1, Integer::sum) - 1;
            if (LONG || earlier % EVERY == 0) {
                sample.add(fault);
            }
        }
        return THOROUGH
                ? sample
                : IntStream.range(0, sample.size())
                        .filter(i -> i % 5 == 0)
                        .mapToObj(sample::get)
                        .toList();
    }

    /** Returns the group of each fault, which is the heading above it in {@code FAULTS.md}. */
    private static Map<String, String> groups(Language language) throws IOException {
        var groups = new HashMap<String, String>();
        var group = "";
        for (var line : Files.readAllLines(ThirdPartyWallet.folder(language).resolve("FAULTS.md"))) {
            group = line.startsWith("## ") ? line : group;
            var row = ROW.matcher(line);
            if (row.matches()) {
                groups.put(row.group(1), group);
            }
        }
        return groups;
    }

    /** Tries two variants, or with {@code -Dtests.long} all but the two that take minutes each. */
    @Test
    void a_correct_third_party_wallet_fails_no_case() throws Exception {
        requireAccepted(
                Language.PYTHON,
                LONG ? variants(Language.PYTHON) : THOROUGH ? SOME_VARIANTS : SOME_VARIANTS.subList(0, 1));
    }

    /** Tries one variant, or with {@code -Dtests.long} all but the slowest. */
    @Tag("thorough")
    @Test
    void a_correct_wallet_in_another_language_fails_no_case() throws Exception {
        requireAccepted(Language.NODE, LONG ? variants(Language.NODE) : List.of("account-ids-unusual"));
    }

    /** Tries every fault that only two runs show: after a restart, or after a minute of the wallet's own clock. */
    @Test
    void faults_that_only_a_resumed_run_can_show_are_detected() throws Exception {
        requireRunning(Language.PYTHON);
        var undetected = together(resumedFaults().stream()
                .filter(fault -> THOROUGH || ONE_OF_EACH_KIND.contains(fault.name()))
                .<Callable<@Nullable String>>map(fault -> () -> {
                    var failed = fault.name().matches("restart-.*|credit-needs-session")
                            ? resumeAfterRestart(fault.name(), "--fault", fault.name())
                            : resumeAfterPause(fault.name());
                    var missed = fault.failed().stream()
                            .filter(id -> failed.stream()
                                    .noneMatch(result -> result.testCase().id().equals(id)
                                            && fault.rules()
                                                    .contains(Objects.requireNonNull(result.failure())
                                                            .rule())))
                            .toList();
                    return missed.isEmpty() ? null : fault.name() + " passes " + missed + ", and fails " + failed;
                })
                .toList());
        assertThat(undetected).isEmpty();
    }

    /** Restarts the right wallet, and with {@code -Dtests.long} right variants of it, between two runs. */
    @Test
    void the_correct_third_party_wallet_passes_both_runs() throws Exception {
        requireRunning(Language.PYTHON);
        var failed = together(Stream.of("right", "odd-operator-ids", "settlement-503", "stake-limit")
                .limit(LONG ? Long.MAX_VALUE : 1)
                .<Callable<@Nullable String>>map(variant -> () -> {
                    var options = variant.equals("right") ? new String[0] : new String[] {"--variant", variant};
                    var results = resumeAfterRestart(variant, options);
                    return results.isEmpty() ? null : variant + " " + results;
                })
                .toList());
        assertThat(failed).isEmpty();
    }

    private List<CaseResult> resumeAfterRestart(String name, String... options) throws IOException {
        var all = new ArrayList<>(Arrays.asList(options));
        all.addAll(List.of("--state", temp.resolve(name + ".journal").toString()));
        var arguments = all.toArray(String[]::new);
        try (var wallet = ThirdPartyWallet.start(Language.PYTHON, secretFile(name), arguments)) {
            var first = wallet.leave();
            try (var again = wallet.restart(secretFile(name), arguments)) {
                return again.resume(first).failed();
            }
        }
    }

    private List<CaseResult> resumeAfterPause(String fault) throws IOException {
        var clock = Files.writeString(temp.resolve(fault + ".clock"), "0");
        try (var wallet =
                ThirdPartyWallet.startWithClock(Language.PYTHON, secretFile(fault), clock, "--fault", fault)) {
            var first = wallet.leave();
            Files.writeString(clock, SECONDS_AFTER_THE_PAUSE);
            return wallet.resume(first).failed();
        }
    }

    private static List<String> variants(Language language) throws IOException {
        var variants = new ArrayList<String>();
        for (var line : Files.readAllLines(ThirdPartyWallet.folder(language).resolve("VARIANTS.md"))) {
            var row = ROW.matcher(line);
            if (row.matches() && !SLOW.contains(row.group(1))) {
                variants.add(row.group(1));
            }
        }
        assertThat(variants).hasSizeGreaterThan(30);
        return variants;
    }

    private void requireDetected(Language language, List<Fault> faults) throws Exception {
        requireRunning(language);
        var undetected = together(faults.stream()
                .<Callable<@Nullable String>>map(fault -> () -> undetected(language, fault))
                .toList());
        assertThat(undetected).isEmpty();
        System.out.println(faults.size() + " faults of the " + language.title() + " wallet are detected");
    }

    /** Tries the cases that detect the fault, then the whole plan: some faults need what other cases did before. */
    private @Nullable String undetected(Language language, Fault fault) throws IOException {
        for (var i = 0; i < 3; i++) {
            try (var wallet = ThirdPartyWallet.start(language, secretFile(fault.name()), "--fault", fault.name())) {
                var whole = i > 0;
                var fits = wallet.judge(c -> whole || fault.failed().contains(c.id())).failed().stream()
                        .anyMatch(result -> fault.rules()
                                .contains(
                                        Objects.requireNonNull(result.failure()).rule()));
                if (fits) {
                    return null;
                }
            }
        }
        return fault.name() + " fails no case with a fitting rule";
    }

    private void requireAccepted(Language language, List<String> variants) throws Exception {
        requireRunning(language);
        var failed = together(variants.stream()
                .<Callable<@Nullable String>>map(variant -> () -> failures(language, variant))
                .toList());
        assertThat(failed).isEmpty();
        System.out.println(variants.size() + " right variants of the " + language.title() + " wallet fail no case");
    }

    private @Nullable String failures(Language language, String variant) throws IOException {
        try (var wallet = ThirdPartyWallet.start(language, secretFile(variant), "--variant", variant)) {
            var some = SuiteRuns.everyThird(1);
            var outcome = wallet.judge(c -> THOROUGH || some.contains(c));
            var failed = outcome.failed().stream()
                    .map(result -> result.testCase().id() + ": " + result.detail())
                    .toList();
            return failed.isEmpty() && outcome.aborted().isEmpty() ? null : variant + " " + failed + outcome.aborted();
        }
    }

    private Path secretFile(String name) {
        return temp.resolve(name + ".secret");
    }

    private static void requireRunning(Language language) {
        assumeTrue(ThirdPartyWallet.canRun(language), "needs the " + language.title() + " wallet and what runs it");
    }

    private static List<String> together(List<Callable<@Nullable String>> calls) throws Exception {
        var found = new ArrayList<String>();
        try (var threads = Executors.newFixedThreadPool(AT_ONCE)) {
            List<Future<@Nullable String>> pending = new ArrayList<>();
            for (var call : calls) {
                pending.add(threads.submit(call));
            }
            for (var each : pending) {
                var text = each.get();
                if (text != null) {
                    found.add(text);
                }
            }
        }
        return found;
    }

    static List<Fault> faults() throws IOException {
        return read("third-party-faults.tsv");
    }

    static List<Fault> nodeFaults() throws IOException {
        return read("third-party-faults-node.tsv");
    }

    static List<Fault> resumedFaults() throws IOException {
        return read("third-party-faults-resumed.tsv");
    }

    private static List<Fault> read(String name) throws IOException {
        try (var in = Objects.requireNonNull(ThirdPartyWalletsTest.class.getResourceAsStream(name))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> line.split("\t", -1))
                    .map(row -> new Fault(
                            row[0], Arrays.asList(row[1].split(" ", -1)), Arrays.asList(row[2].split(" ", -1))))
                    .toList();
        }
    }
}
