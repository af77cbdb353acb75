package dev.operatorkit.conformance.wallets;

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
public final class SuiteRuns {
    private static final List<String> TOKENS =
            List.of("secret-token-1", "secret-token-2", "secret-token-1" + WalletStorage.SECOND);

    private SuiteRuns() {}

    public static SuiteResult run(ConfigurableWallet wallet, int players, List<Case> cases) {
        return new SuiteRunner(config(wallet, players, cases), Progress.none()).run();
    }

    public static SuiteConfig config(ConfigurableWallet wallet, int players, List<Case> cases) {
        return config(wallet, players, cases, Duration.ofSeconds(10));
    }

    public static SuiteConfig config(ConfigurableWallet wallet, int players, List<Case> cases, Duration timeout) {
        return SuiteConfig.of(
                        target(wallet, timeout),
                        players == 1 ? List.of("secret-token-1") : List.of("secret-token-1", "secret-token-2"),
                        new Plan("chosen", "1", cases))
                .withGame("game")
                .withCases(cases, 42);
    }

    private static Target target(ConfigurableWallet wallet, Duration timeout) {
        return new Target(
                WalletAddress.parse(wallet.address()),
                Secret.of(ConfigurableWallet.SECRET),
                TrustedCertificates.system(Clock.systemUTC()),
                timeout,
                Duration.ZERO);
    }

    /** Runs the cases with two players, the first of whom has two sessions. */
    public static List<CaseResult> failed(WalletVariants variants, Defect defect, List<Case> cases) {
        try (var wallet = new ConfigurableWallet(variants, defect)) {
            var config = SuiteConfig.of(target(wallet, Duration.ofSeconds(10)), TOKENS, new Plan("chosen", "1", cases));
            return new SuiteRunner(config.withGame("game").withCases(cases, 42), Progress.none())
                    .run()
                    .failed();
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

    public static List<Case> cases(Predicate<Case> which) {
        return Plans.full().cases().stream().filter(which).toList();
    }
}
