package dev.operatorkit.conformance.wallets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.conformance.cases.Plans;
import dev.operatorkit.conformance.report.BundleCheck;
import dev.operatorkit.conformance.report.Reports;
import dev.operatorkit.conformance.report.TokenMask;
import dev.operatorkit.conformance.result.CaseResult;
import dev.operatorkit.conformance.result.ExpectedFailures;
import dev.operatorkit.conformance.result.SuiteResult;
import dev.operatorkit.conformance.run.Progress;
import dev.operatorkit.conformance.run.SuiteConfig;
import dev.operatorkit.conformance.run.SuiteRunner;
import dev.operatorkit.conformance.run.Target;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Plan;
import dev.operatorkit.conformance.suite.Preconditions;
import dev.operatorkit.conformance.suite.Script;
import dev.operatorkit.conformance.transport.TrustedCertificates;
import dev.operatorkit.conformance.wire.Secret;
import dev.operatorkit.conformance.wire.WalletAddress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** Runs cases against a {@link ConfigurableWallet}. */
public final class SuiteRuns {
    private static final List<String> TOKENS =
            List.of("secret-token-1", "secret-token-2", "secret-token-1" + WalletStorage.SECOND);

    private SuiteRuns() {}

    public static SuiteResult run(ConfigurableWallet wallet, int players, List<Case> cases) {
        return run(config(wallet, players, cases));
    }

    /** Returns the result of a run, whose bundle was written and verified. */
    public static SuiteResult run(SuiteConfig config) {
        var outcome = new SuiteRunner(config, Progress.none()).run();
        try {
            var folder = Files.createTempDirectory("bundle");
            var mask = new TokenMask(config.tokens()).and(config.target().secret());
            Reports.write(folder, outcome, mask, ExpectedFailures.none());
            var bundle = folder.resolve("bundle.zip");
            assertThat(BundleCheck.of(bundle, null).problems()).as("the bundle").isEmpty();
            try (var files = Files.list(folder)) {
                for (var file : files.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return outcome;
    }

    public static SuiteConfig config(ConfigurableWallet wallet, int players, List<Case> cases) {
        return config(wallet.address(), players, cases, Duration.ofSeconds(10));
    }

    /** Configures a run with one or two players; with 3 the first has two sessions. */
    public static SuiteConfig config(String address, int players, List<Case> cases, Duration timeout) {
        var target = new Target(
                WalletAddress.parse(address),
                Secret.of(ConfigurableWallet.SECRET),
                TrustedCertificates.system(Clock.systemUTC()),
                timeout,
                Duration.ZERO,
                Preconditions.none());
        return SuiteConfig.of(target, TOKENS.subList(0, players), new Plan("chosen", "1", cases))
                .withGame("game")
                .withCases(cases, 42);
    }

    /** Runs the cases against a wallet with this defect, with two players, the first of whom has two sessions. */
    public static List<CaseResult> failed(Defect defect, List<Case> cases) {
        try (var wallet = new ConfigurableWallet(WalletVariants.usual(), defect)) {
            return run(wallet, 3, cases).failed();
        }
    }

    /** Returns a third of the cases of the full plan: every third one, after the first few. */
    public static List<Case> everyThird(int from) {
        var all = Plans.full().cases();
        return IntStream.range(0, all.size())
                .filter(i -> i % 3 == from)
                .mapToObj(all::get)
                .toList();
    }

    /** Returns a case of a test. */
    public static Case probe(String id, Script script) {
        return Case.of(id, "A case of this test", "WAL-4", script);
    }

    public static Case named(String id) {
        return cases(each -> each.id().equals(id)).getFirst();
    }

    public static List<Case> cases(Predicate<Case> which) {
        return Plans.full().cases().stream().filter(which).toList();
    }
}
