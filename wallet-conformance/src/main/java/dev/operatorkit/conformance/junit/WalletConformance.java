package dev.operatorkit.conformance.junit;

import dev.operatorkit.conformance.cases.CaseCatalogue;
import dev.operatorkit.conformance.cases.Plans;
import dev.operatorkit.conformance.result.CaseResult;
import dev.operatorkit.conformance.result.SuiteResult;
import dev.operatorkit.conformance.run.Progress;
import dev.operatorkit.conformance.run.SuiteConfig;
import dev.operatorkit.conformance.run.SuiteRunner;
import dev.operatorkit.conformance.suite.Checkpoint;
import dev.operatorkit.conformance.suite.Group;
import dev.operatorkit.conformance.suite.Rules;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;

/**
 * Runs the conformance suite as JUnit tests of an operator's build: one container for each group, one test for each case.
 *
 * <pre>{@code
 * @TestFactory
 * Stream<DynamicContainer> the_wallet_conforms() {
 *     return WalletConformance.of("http://localhost:8080/wallet", secret, "token-1", "token-2").tests();
 * }
 * }</pre>
 */
public final class WalletConformance {
    private final SuiteConfig config;
    private final @Nullable Path left;

    private WalletConformance(SuiteConfig config, @Nullable Path left) {
        this.config = config;
        this.left = left;
    }

    /**
     * Tests the wallet at this address, prefix included, with all cases.
     *
     * @param wallet the address of the wallet's callbacks
     * @param secret the shared secret
     * @param tokens session tokens of one or two players with some balance
     */
    public static WalletConformance of(String wallet, String secret, String... tokens) {
        Java21.require();
        return new WalletConformance(SuiteConfig.of(wallet, secret, List.of(tokens), Plans.full()), null);
    }

    /**
     * Selects the cases of this plan instead of all.
     *
     * @param name a name of a plan, such as {@code quick}, {@code money} or {@code signing}
     */
    public WalletConformance plan(String name) {
        return new WalletConformance(config.withPlan(Plans.named(name)), left);
    }

    /** Selects these cases only: ids, or globs such as {@code replay*}. */
    public WalletConformance only(String... ids) {
        return new WalletConformance(config.only(List.of(ids)), left);
    }

    /** Uses this game in the callbacks. */
    public WalletConformance game(String slug) {
        return new WalletConformance(config.withGame(slug), left);
    }

    /** Trusts certificates of this authority for the wallet (GEN-1). */
    public WalletConformance authority(Path pem) {
        return new WalletConformance(config.withCertificateAuthority(pem), left);
    }

    /** Leaves rounds open after the tests, and writes what {@link #resume} needs into this file. */
    public WalletConformance leave(Path file) {
        return new WalletConformance(config, file);
    }

    /**
     * Selects the cases of a second run, which resumes the one that left this file, after a restart of the wallet or a pause. The tokens
     * are those of the first run, and fresh ones as well where these have expired.
     */
    public WalletConformance resume(Path file) throws IOException {
        var first = Checkpoint.read(file);
        return new WalletConformance(config.withPlan(Plans.resuming(first)).resuming(first), null);
    }

    /**
     * Runs the suite and returns a test for each case; the message of a failed test is the text that the suite reports.
     *
     * @throws IllegalStateException if no case can run, such as when the wallet cannot be reached
     */
    @SuppressWarnings("exports") // a test has JUnit on its own module path
    public Stream<DynamicContainer> tests() {
        requireReplaceable();
        var file = left;
        var run = new SuiteRunner(
                file == null ? config : config.leaving(checkpoint -> checkpoint.writeTo(file)), Progress.none());
        var outcome = run.run();
        if (outcome.players().isEmpty() && outcome.failed().isEmpty()) {
            throw new IllegalStateException(outcome.aborted());
        }
        return CaseCatalogue.groups().stream()
                .filter(group -> results(outcome, group).findAny().isPresent())
                .map(group -> DynamicContainer.dynamicContainer(
                        group.title(), results(outcome, group).map(WalletConformance::test)))
                .onClose(() -> requireCleanEnd(run, outcome));
    }

    private static Stream<CaseResult> results(SuiteResult outcome, Group group) {
        return outcome.results().stream().filter(result -> group.cases().contains(result.testCase()));
    }

    private void requireReplaceable() {
        try {
            if (left != null) {
                Checkpoint.requireReplaceable(left);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void requireCleanEnd(SuiteRunner run, SuiteResult outcome) {
        var unreturned = outcome.results().stream()
                .map(CaseResult::unreturnedBalance)
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(", "));
        if (!unreturned.isEmpty()) {
            throw new IllegalStateException("The balances of the test players could not be restored: " + unreturned);
        }
        if (left != null && run.checkpoint().isEmpty()) {
            throw new IllegalStateException("Nothing was left for a second run: " + outcome.aborted());
        }
    }

    private static DynamicTest test(CaseResult result) {
        var testCase = result.testCase();
        return DynamicTest.dynamicTest(testCase.id() + ": " + testCase.title(), () -> judge(result));
    }

    private static void judge(CaseResult result) {
        switch (result.verdict()) {
            case FAILED -> throw new AssertionError(explained(result));
            case SKIPPED -> Assumptions.abort(result.detail());
            case PASSED, OBSERVED -> {}
        }
    }

    private static String explained(CaseResult result) {
        var failure = result.failure();
        return failure == null
                ? result.detail()
                : failure.getMessage() + "\n" + failure.rule() + ": " + Rules.textOf(failure.rule())
                        + failure.chain().map(chain -> "\n" + chain.describe()).orElse("")
                        + "\n" + failure.advice();
    }
}
