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
import dev.operatorkit.conformance.suite.Preconditions;
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

    /** Configures a run with one or two players; with 3 the first has two sessions. */
    public static SuiteConfig config(ConfigurableWallet wallet, int players, List<Case> cases, Duration timeout) {
        var target = new Target(
                WalletAddress.parse(wallet.address()),
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

    public static List<Case> cases(Predicate<Case> which) {
        return Plans.full().cases().stream().filter(which).toList();
    }
}
