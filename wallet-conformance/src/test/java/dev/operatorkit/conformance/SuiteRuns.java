package dev.operatorkit.conformance;

import dev.operatorkit.conformance.cases.Plans;
import dev.operatorkit.conformance.result.CaseResult;
import dev.operatorkit.conformance.result.SuiteResult;
import dev.operatorkit.conformance.run.Progress;
import dev.operatorkit.conformance.run.SuiteConfig;
import dev.operatorkit.conformance.run.SuiteRunner;
import dev.operatorkit.conformance.run.Target;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Plan;
import dev.operatorkit.conformance.transport.TrustedCertificates;
import dev.operatorkit.conformance.wire.Secret;
import dev.operatorkit.conformance.wire.WalletAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** Runs cases against a {@link ConfigurableWallet}. */
final class SuiteRuns {
    private SuiteRuns() {}

    static SuiteResult run(ConfigurableWallet wallet, int players, List<Case> cases) {
        return new SuiteRunner(config(wallet, players, cases), Progress.none()).run();
    }

    static SuiteConfig config(ConfigurableWallet wallet, int players, List<Case> cases) {
        return config(wallet, players, cases, Duration.ofSeconds(10));
    }

    static SuiteConfig config(ConfigurableWallet wallet, int players, List<Case> cases, Duration timeout) {
        var target = new Target(
                WalletAddress.parse(wallet.address()),
                Secret.of(ConfigurableWallet.SECRET),
                TrustedCertificates.system(Clock.systemUTC()),
                timeout,
                Duration.ZERO);
        return SuiteConfig.of(
                        target,
                        players == 1 ? List.of("secret-token-1") : List.of("secret-token-1", "secret-token-2"),
                        new Plan("chosen", "1", cases))
                .withGame("game")
                .withCases(cases, 42);
    }

    static List<CaseResult> failed(WalletVariants variants, Defect defect, List<Case> cases) {
        try (var wallet = new ConfigurableWallet(variants, defect)) {
            return run(wallet, 2, cases).failed();
        }
    }

    /** Returns a third of the cases of the full plan: every third one, after the first few. */
    static List<Case> everyThird(int from) {
        var all = Plans.full().cases();
        return IntStream.range(0, all.size())
                .filter(i -> i % 3 == from)
                .mapToObj(all::get)
                .toList();
    }

    static List<Case> cases(Predicate<Case> which) {
        return Plans.full().cases().stream().filter(which).toList();
    }
}
