package dev.operatorkit.conformance.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.conformance.result.CaseResult;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.wallets.Defect;
import dev.operatorkit.conformance.wallets.SuiteRuns;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Runs the suite against wallets that have one defect each. {@code detecting-cases.tsv} lists the cases that detect each defect, and
 * every build checks them. With {@code -Dtests.long}, every wallet runs against every case, which takes minutes (see
 * {@code docs/conformance.md}).
 */
class BrokenWalletsTest {
    private static final int CONCURRENT = 4;

    /** Cases that only observe, or whose failure needs another kind of wallet; each with the reason. */
    private static final Map<String, String> NOT_BROKEN_HERE = Map.of(
            "unknown-game", "observes alone",
            "source-address", "observes alone",
            "debit-id-of-another-player", "observes (D-52) unless money is wrong",
            "first-tombstones-hold-at-the-end", "judges what other cases did before",
            "first-closed-rounds-stay-closed-at-the-end", "RunEndTest breaks it",
            "first-open-rounds-settle-at-the-end", "RunEndTest breaks it",
            "certificate-is-valid", "TlsTest breaks it");

    @Test
    void every_defect_fails_its_cases_and_every_case_that_can_fail_has_a_defect() throws Exception {
        var detecting = detectingCases();
        assertThat(Defect.values()).hasSizeGreaterThanOrEqualTo(300);
        assertThat(detecting.keySet()).containsExactlyInAnyOrder(Defect.values());
        var detected = detecting.values().stream().flatMap(Set::stream).collect(Collectors.toSet());
        assertThat(SuiteRuns.cases(c -> !detected.contains(c.id()) && !NOT_BROKEN_HERE.containsKey(c.id())))
                .extracting(Case::id)
                .isEmpty();

        var failed = each(defect -> failures(defect, Objects.requireNonNull(detecting.get(defect))));
        var unnoticed = new ArrayList<String>();
        detecting.forEach((defect, cases) -> {
            var results = Objects.requireNonNull(failed.get(defect));
            var missed = new TreeSet<>(cases);
            results.forEach(result -> missed.remove(result.testCase().id()));
            missed.forEach(id -> unnoticed.add(defect + " passes " + id));
            if (results.stream().noneMatch(result -> fits(defect, result))) {
                unnoticed.add(defect + " fails no case with a fitting rule");
            }
        });
        assertThat(unnoticed).isEmpty();
        if (Boolean.getBoolean("tests.long")) {
            chooseAgain();
        }
    }

    /** Runs every broken wallet against every case. Writes the cases that {@code detecting-cases.tsv} keeps. */
    private static void chooseAgain() throws Exception {
        var failed = each(defect -> SuiteRuns.failed(defect, SuiteRuns.cases(c -> true)));
        Files.createDirectories(Path.of("target"));
        Files.writeString(Path.of("target/detecting-cases.tsv"), chosen(failed));
        assertThat(failed)
                .allSatisfy((defect, results) ->
                        assertThat(results).as(defect.name()).anyMatch(result -> fits(defect, result)));
    }

    private static boolean fits(Defect defect, CaseResult result) {
        return defect.rules().contains(Objects.requireNonNull(result.failure()).rule());
    }

    /** A race does not come out at every try. */
    private static List<CaseResult> failures(Defect defect, Set<String> cases) {
        var failed = new LinkedHashMap<String, CaseResult>();
        for (var i = 0; i < 5 && !failed.keySet().containsAll(cases); i++) {
            SuiteRuns.failed(defect, SuiteRuns.cases(c -> cases.contains(c.id()) && !failed.containsKey(c.id())))
                    .forEach(result -> failed.put(result.testCase().id(), result));
        }
        return List.copyOf(failed.values());
    }

    private static Map<Defect, List<CaseResult>> each(Function<Defect, List<CaseResult>> run) throws Exception {
        Map<Defect, List<CaseResult>> results = new EnumMap<>(Defect.class);
        try (var threads = Executors.newFixedThreadPool(CONCURRENT)) {
            Map<Defect, Future<List<CaseResult>>> pending = new EnumMap<>(Defect.class);
            for (var defect : Defect.values()) {
                pending.put(defect, threads.submit(() -> run.apply(defect)));
            }
            for (var entry : pending.entrySet()) {
                results.put(entry.getKey(), entry.getValue().get());
            }
        }
        return results;
    }

    /** Selects for each defect its first fitting case, and for each case the defect that fails the fewest. */
    private static String chosen(Map<Defect, List<CaseResult>> failed) {
        Map<Defect, Set<String>> chosen = new EnumMap<>(Defect.class);
        failed.forEach((defect, results) -> results.stream()
                .filter(r -> fits(defect, r))
                .findFirst()
                .ifPresent(r -> chosen.computeIfAbsent(defect, d -> new TreeSet<>())
                        .add(r.testCase().id())));
        var bySize = new ArrayList<>(failed.keySet());
        bySize.sort(Comparator.comparingInt(
                defect -> Objects.requireNonNull(failed.get(defect)).size()));
        var detected = chosen.values().stream().flatMap(Set::stream).collect(Collectors.toSet());
        for (var defect : bySize) {
            for (var result : Objects.requireNonNull(failed.get(defect))) {
                if (detected.add(result.testCase().id())) {
                    chosen.computeIfAbsent(defect, d -> new TreeSet<>())
                            .add(result.testCase().id());
                }
            }
        }
        return chosen.entrySet().stream()
                .map(e -> e.getKey() + "\t" + String.join(" ", e.getValue()))
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private static Map<Defect, Set<String>> detectingCases() throws IOException {
        Map<Defect, Set<String>> detecting = new EnumMap<>(Defect.class);
        try (var in = Objects.requireNonNull(BrokenWalletsTest.class.getResourceAsStream("detecting-cases.tsv"))) {
            new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().forEach(line -> {
                var tab = line.indexOf('\t');
                detecting.put(
                        Defect.valueOf(line.substring(0, tab)),
                        new TreeSet<>(Arrays.asList(line.substring(tab + 1).split(" ", -1))));
            });
        }
        return detecting;
    }
}
